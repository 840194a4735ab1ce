import DocumentTypes
import Documents
import FoundationEssentials
import TestSupport
import Testing

/// The files of one folder of `Fixtures/documents` and what its `verdicts.txt` says of them.
struct DocumentFixtures {
  let folder: URL
  /// By file name.
  let verdicts: [String: String]

  init(_ kind: String) throws {
    folder = ProjectFolder.fixtures("documents").appending(path: kind)
    let text = String(decoding: try Self.content(of: folder, "verdicts.txt"), as: UTF8.self)
    let pairs = text.split(separator: "\n").compactMap { line -> (String, String)? in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      return (String(line[..<colon]), String(line[colon...].dropFirst(2)))
    }
    verdicts = Dictionary(pairs) { first, _ in first }
  }

  /// The documents, without the verdicts.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0 != "verdicts.txt" }.sorted()
  }

  func content(_ name: String) throws -> [UInt8] { try Self.content(of: folder, name) }

  private static func content(of folder: URL, _ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appending(path: name)))
  }
}

/// What the type that a name has says of a content, as `verdicts.txt` writes it.
func verdict(_ content: [UInt8], named name: String) -> String {
  let type = DocumentTypeRegistry.builtIn.type(forName: Array(name.utf8))
  switch type.inspect(content) {
  case .unreadable(let reason): return reason
  case .readable: return type.remark(on: content).map { "readable, " + $0 } ?? "readable"
  }
}

@Suite struct DocumentFixtureTests {
  @Test(arguments: ["checklist", "image", "json", "pdf", "text"])
  func `every document is read as its verdict says`(kind: String) throws {
    let fixtures = try DocumentFixtures(kind)
    #expect(try fixtures.names() == fixtures.verdicts.keys.sorted())
    for name in try fixtures.names() {
      let found = verdict(try fixtures.content(name), named: name)
      #expect(found == fixtures.verdicts[name], "\(name)")
    }
  }

  /// What is cut off may be readable (`12` of `123`), but never does harm and never is JSON that
  /// ends elsewhere than a whole one could.
  @Test(arguments: ["checklist", "image", "json", "pdf", "text"])
  func `a document cut off at any byte is read or rejected, and the place is in it`(
    kind: String
  ) throws {
    let fixtures = try DocumentFixtures(kind)
    for name in try fixtures.names() {
      let whole = try fixtures.content(name)
      let type = DocumentTypeRegistry.builtIn.type(forName: Array(name.utf8))
      let good = [whole, Array("{}".utf8)].first { type.inspect($0).isReadable }
      for count in 0..<min(whole.count, 600) {
        let part = Array(whole.prefix(count))
        if count.isMultiple(of: 13) {
          _ = type.changes(from: whole, to: part)
          _ = type.merge(base: whole, ours: part, theirs: whole + part)
        }
        guard case .unreadable(let reason) = type.inspect(part) else { continue }
        if let good {
          #expect(type.suspicion(previous: good, new: part) != nil, "\(name) \(count)")
        }
        #expect(reason.contains("byte"), "\(name) \(count): \(reason)")
      }
    }
  }

  @Test func `an object cut off anywhere before its last bracket is rejected`() throws {
    let fixtures = try DocumentFixtures("json")
    let whole = try fixtures.content("orchard.json")
    let end = try #require(whole.lastIndex(of: UInt8(ascii: "}")))
    for count in 0...end {
      let reason = verdict(Array(whole.prefix(count)), named: "a.json")
      #expect(reason.hasPrefix("stops at byte \(count) "), "\(count): \(reason)")
    }
  }
}
