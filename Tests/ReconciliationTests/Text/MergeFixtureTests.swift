import FoundationEssentials
import Reconciliation
import TestSupport
import Testing

@Suite struct MergeFixtureTests {
  /// The folders of `Fixtures/merge`, each a merge; its `README.md` says how.
  static let names: [String] = {
    let entries = try? FileManager.default.contentsOfDirectory(
      atPath: ProjectFolder.fixtures("merge").path)
    return (entries ?? []).filter { !$0.contains(".") }.sorted()
  }()

  @Test func `there are fixtures`() {
    #expect(Self.names.count >= 40)
  }

  @Test(arguments: names)
  func `a fixture merges as expected, from either side`(name: String) throws {
    let fixture = try MergeFixture(name)
    let outcome = mergeLines(base: fixture.base, ours: fixture.ours, theirs: fixture.theirs)
    let swapped = mergeLines(base: fixture.base, ours: fixture.theirs, theirs: fixture.ours)
    if let expected = fixture.expected {
      #expect(outcome == .merged(expected))
      #expect(swapped == .merged(expected))
    } else {
      #expect(isConflict(outcome))
      #expect(isConflict(swapped))
    }
  }

  private func isConflict(_ outcome: MergeOutcome) -> Bool {
    if case .conflict(let reason) = outcome { !reason.isEmpty } else { false }
  }
}

private struct MergeFixture {
  let base: [UInt8]
  let ours: [UInt8]
  let theirs: [UInt8]
  /// Nil where the merge must be a conflict.
  let expected: [UInt8]?

  init(_ name: String) throws {
    let folder = ProjectFolder.fixtures("merge").appending(path: name)
    var contents: [String: [UInt8]] = [:]
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let role = String(file.prefix { $0 != "." })
      contents[role] = Array(try Data(contentsOf: folder.appending(path: file)))
    }
    base = try #require(contents["base"])
    ours = try #require(contents["ours"])
    theirs = try #require(contents["theirs"])
    expected = contents["expected"]
  }
}
