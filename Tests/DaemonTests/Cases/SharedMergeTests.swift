import Control
import Foundation
import TestSupport
import Testing

/// Two versions of one document, which meet in one directory in several ways.
@Suite struct SharedMergeTests {
  private static let cases = SharedCase.all(["TXT", "JSN"], modes: ["merge"]).filter {
    $0.has("a/\($0.rules.file ?? "")") && $0.has("b/\($0.rules.file ?? "")")
  }

  /// How the second version comes.
  enum Way: CaseIterable { case save, saveSwapped, conflictCopy, conflictCopySwapped }

  @Test(.enabled(if: !cases.isEmpty, "the hard cases are not beside the checkout"))
  func `versions that meet are joined, or both are kept`() async throws {
    try await DaemonUnderTest.run(prepare: { daemon in
      for hard in Self.cases {
        for way in Way.allCases {
          try await daemon.shell(
            "mkdir \(hard.id)-\(way); cp '\(hard.path("base"))'/* \(hard.id)-\(way)")
        }
      }
    }) { daemon in
      for way in Way.allCases {
        for hard in Self.cases { try await meet(hard, way, daemon) }
      }
      _ = try await daemon.eventsOnceQuiet()
      for way in Way.allCases {
        for hard in Self.cases {
          // A copy beside what was never changed, or that holds what the document held before, has
          // nothing to be joined by.
          let isSaved = way == .save || way == .saveSwapped
          let second = try hard.tree(way == .conflictCopySwapped ? "a" : "b")
          let first = try hard.tree(way == .conflictCopySwapped ? "b" : "a")
          if !isSaved, [first, second].contains(try hard.tree("base")) { continue }
          try await expectOutcome(hard, way, daemon)
        }
      }
      #expect(try daemon.ask(Check.self, Wire.InLibrary()).damage == [])
    }
  }

  private func meet(_ hard: SharedCase, _ way: Way, _ daemon: DaemonUnderTest) async throws {
    let file = try #require(hard.rules.file)
    let isSwapped = way == .saveSwapped || way == .conflictCopySwapped
    let (first, second) = isSwapped ? ("b", "a") : ("a", "b")
    let theirs = "'\(hard.path(second))/\(file)'"
    let document = "\(hard.id)-\(way)/\(file)"
    let before = try #require(try daemon.documents()[WirePath(document)]?.digest)
    try await daemon.shell("cat '\(hard.path(first))/\(file)' > '\(document)'")
    switch way {
    case .save, .saveSwapped:
      let content = try #require(try hard.tree(second)[WirePath(file)])
      _ = try daemon.ask(
        SaveDocument.self,
        SaveDocument.Parameters(
          path: WirePath(document), opened: before,
          content: Data(content).base64EncodedString(), client: "another"))
    case .conflictCopy, .conflictCopySwapped:
      let dot = try #require(file.lastIndex(of: "."))
      let name = "\(file[..<dot]).sync-conflict-20240501-101112-ABCDEFG\(file[dot...])"
      try await daemon.shell("cat \(theirs) > '\(hard.id)-\(way)/\(name)'")
    }
  }

  private func expectOutcome(
    _ hard: SharedCase, _ way: Way, _ daemon: DaemonUnderTest
  ) async throws {
    let file = try #require(hard.rules.file)
    var found = try Tree(of: daemon.folder.path(of: "documents/\(hard.id)-\(way)"))
    let document = try #require(found.files[WirePath(file)], "\(hard.id) \(way)")
    // A copy that equals its document may stay for a while.
    found.files = found.files.filter { $0.key == WirePath(file) || $0.value != document }
    let fault = try hard.fault(of: found)
    #expect(fault == nil, "by \(way)")
  }
}
