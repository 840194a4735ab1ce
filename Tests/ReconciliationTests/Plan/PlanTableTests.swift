import FoundationEssentials
import Reconciliation
import TestSupport
import Testing

@Suite struct PlanTableTests {
  struct Row: CustomStringConvertible, Sendable {
    var line: String
    var situation: Situation
    var expected: String
    var description: String { line }
  }

  static let rows: [Row] = {
    do {
      let text = try String(
        contentsOf: ProjectFolder.fixtures("reconcile").appending(path: "table.txt"),
        encoding: .utf8)
      return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { row($0) }
    } catch {
      return []
    }
  }()

  private static func row(_ line: Substring) -> Row? {
    let halves = line.components(separatedBy: " => ")
    let left = halves[0].components(separatedBy: "|")
    guard halves.count == 2, left.count == 3 else { return nil }
    let words = left.map { $0.split(separator: " ") }
    guard let base = words[0].first else { return nil }
    var situation = Situation(
      base: PlanNotation.version(base).map { Base($0) },
      replicas: words[1].map { PlanNotation.observation($0.drop { "<>~".contains($0) }) },
      incoming: words[2].compactMap { PlanNotation.incoming($0) },
      ways: words[1].map { $0.hasPrefix(">") ? .gives : $0.hasPrefix("<") ? .takes : .both })
    situation.earlier = Set(
      words[1].filter { $0.hasPrefix("~") }.compactMap {
        PlanNotation.version($0.dropFirst())?.digest
      })
    return Row(line: String(line), situation: situation, expected: halves[1])
  }

  @Test func `the table is read`() {
    #expect(Self.rows.count == 71)
  }

  @Test(arguments: Self.rows)
  func `each row of the table is decided as it says`(_ row: Row) {
    let plan = Reconciliation.plan(row.situation, joining: PlanNotation.join)
    let operations = plan.operations.map { PlanNotation.text($0) }.joined(separator: " ")
    let made = "\(plan.rule.rawValue) | \(operations) | \(PlanNotation.word(plan.agreed))"
    #expect(made.split(separator: " ") == row.expected.split(separator: " "))
  }

  @Test func `a library that keeps versions side by side joins nothing`() throws {
    let base = try #require(PlanNotation.version("o"))
    let ours = try #require(PlanNotation.version("a@2"))
    let theirs = try #require(PlanNotation.version("b@3"))
    let plan = Reconciliation.plan(
      Situation(
        base: Base(base), replicas: [.present(ours), .present(theirs)], policy: .copy),
      joining: PlanNotation.join)
    #expect(plan.rule == .sideBySide)
    #expect(plan.agreed == theirs.digest)
  }
}
