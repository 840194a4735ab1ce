import FoundationEssentials
import Reconciliation
import TestSupport
import Testing

@Suite struct TreeTableTests {
  /// One case of `Fixtures/reconcile/tree.txt`.
  struct Story: CustomStringConvertible, Sendable {
    var title: String
    var situation: [String]
    var expected: [String]
    var description: String { title }
  }

  static let stories: [Story] = {
    do {
      let text = try String(
        contentsOf: ProjectFolder.fixtures("reconcile").appending(path: "tree.txt"),
        encoding: .utf8)
      return text.components(separatedBy: "\n== ").dropFirst().map { story($0) }
    } catch {
      return []
    }
  }()

  private static func story(_ text: String) -> Story {
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { String($0) }
    let parts = lines.dropFirst().split(separator: "=>", maxSplits: 1)
    return Story(
      title: lines.first ?? "", situation: Array(parts.first ?? []),
      expected: parts.count > 1 ? Array(parts[1]) : [])
  }

  private static func situation(_ lines: [String]) throws -> TreeSituation {
    var situation = TreeSituation(agreed: [], replicas: [])
    for line in lines {
      let words = line.split(separator: " ")
      guard let label = words.first, label.hasSuffix(":") else {
        throw TreeNotation.Unreadable(word: line)
      }
      if label == "agreed:" {
        situation.agreed = try TreeNotation.agreed(Array(words.dropFirst()))
      } else {
        situation.replicas.append(
          try TreeNotation.replica(String(label.dropLast()), Array(words.dropFirst())))
      }
    }
    return situation
  }

  @Test func `the table is read`() {
    #expect(Self.stories.count == 53)
  }

  @Test(arguments: stories)
  func `each case of the table is planned as it says`(_ story: Story) throws {
    let situation = try Self.situation(story.situation)
    let lines = TreeNotation.lines(planTree(situation), situation)
    #expect(lines == story.expected)
    // Two spellings of a letter are equal as text.
    #expect(lines.map { Array($0.utf8) } == story.expected.map { Array($0.utf8) })
  }
}
