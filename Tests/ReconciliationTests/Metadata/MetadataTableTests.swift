import FoundationEssentials
import Reconciliation
import TestSupport
import Testing

@Suite struct MetadataTableTests {
  struct Row: CustomStringConvertible, Sendable {
    var line: String
    var base: Metadata?
    var replicas: [SeenMetadata?]
    var traits: [MetadataTraits]
    var agreed: Digest
    var expected: [String]
    var description: String { line }
  }

  static let rows: [Row] = {
    do {
      let text = try String(
        contentsOf: ProjectFolder.fixtures("reconcile").appending(path: "metadata.txt"),
        encoding: .utf8)
      return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { row($0) }
    } catch {
      return []
    }
  }()

  private static func row(_ line: Substring) -> Row? {
    let halves = line.components(separatedBy: " => ")
    guard halves.count == 2 else { return nil }
    let left = halves[0].components(separatedBy: "|").map { $0.split(separator: " ") }
    guard left.count == 3, let agreed = left[2].first.flatMap({ PlanNotation.digest($0) }),
      let base = left[0].first
    else { return nil }
    return Row(
      line: String(line), base: seen(base)?.metadata, replicas: left[1].map { seen($0) },
      traits: left[1].map { $0.hasSuffix("/vfat") ? .vfat : .linux }, agreed: agreed,
      expected: halves[1].components(separatedBy: " | ").map { $0.trimmed })
  }

  /// `O:644@10{a=1,b=2}`: the content, the mode, the mtime in seconds, xattrs.
  private static func seen(_ word: Substring) -> SeenMetadata? {
    let parts = word.split { ":@{}/".contains($0) }
    guard parts.count >= 3, let digest = PlanNotation.digest(parts[0]),
      let mode = UInt32(parts[1], radix: 8), let seconds = Int64(parts[2])
    else { return nil }
    var attributes: [[UInt8]: [UInt8]] = [:]
    for pair in word.contains("{") ? parts[3].split(separator: ",") : [] {
      let halves = pair.split(separator: "=")
      attributes[Array(halves[0].utf8)] = Array(halves[1].utf8)
    }
    return SeenMetadata(
      metadata: Metadata(mode: mode, modified: seconds * 1_000_000_000, attributes: attributes),
      digest: digest)
  }

  private static func text(_ plan: MetadataPlan) -> [String] {
    let pairs = plan.attributes.map { text($0.key) + "=" + text($0.value) }.sorted()
    let agreed =
      String(plan.mode, radix: 8)
      + (plan.modified.map { " @\($0 / 1_000_000_000)" } ?? " now")
      + (pairs.isEmpty ? "" : " {" + pairs.joined(separator: ",") + "}")
    return [agreed]
      + plan.changes.map { change in
        var words: [String] = []
        if let mode = change.mode { words.append("mode " + String(mode, radix: 8)) }
        if let modified = change.modified { words.append("mtime \(modified / 1_000_000_000)") }
        words += change.attributes.map { name, value in
          value.map { "set " + text(name) + "=" + text($0) } ?? "unset " + text(name)
        }.sorted()
        return words.isEmpty ? "nothing" : words.joined(separator: " ")
      }
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test func `the table is read`() {
    #expect(Self.rows.count == 23)
  }

  @Test(arguments: rows)
  func `each row of the table is decided as it says`(_ row: Row) {
    let plan = planMetadata(
      base: row.base, replicas: row.replicas, agreed: row.agreed, traits: row.traits)
    #expect(Self.text(plan) == row.expected)
  }
}

extension String {
  fileprivate var trimmed: String {
    split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
  }
}
