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
    let ours = try #require(try hard.tree("a")[WirePath(file)])
    let theirs = try #require(try hard.tree("b")[WirePath(file)])
    let areBothThere =
      Set(found.files.values) == [ours, theirs] && found.files.count == Set([ours, theirs]).count
    let expected = try hard.tree("expected")[WirePath(file)]
    let isJoined = found.files.count == 1 && (expected.map { isSame($0, document, hard) } ?? false)
    let told = Comment(
      "\(hard.id) by \(way): \(found.files.map { ($0.key.text, String(decoding: $0.value, as: UTF8.self)) })"
    )
    switch hard.rules.outcome {
    case "clean": #expect(isJoined, told)
    case "both": #expect(areBothThere, told)
    case "either": #expect(isJoined || areBothThere, told)
    default: break
    }
    for words in hard.rules.mustSurvive ?? [] { #expect(found.holds(Array(words.utf8)), told) }
    for words in hard.rules.mustNot ?? [] { #expect(!found.holds(Array(words.utf8)), told) }
    for hex in hard.rules.mustNotHex ?? [] { #expect(!found.holds(bytes(hex: hex)), told) }
  }

  private func isSame(_ expected: [UInt8], _ found: [UInt8], _ hard: SharedCase) -> Bool {
    if hard.rules.compare == "bytes" || expected == found { return expected == found }
    do {
      let values = try [expected, found].map {
        try JSONSerialization.jsonObject(with: Data($0)) as? NSObject
      }
      return values[0] == values[1]
    } catch {
      return false
    }
  }

  private func bytes(hex: String) -> [UInt8] {
    let digits = hex.filter { $0.isHexDigit }.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map {
      UInt8(digits[$0] * 16 + digits[$0 + 1])
    }
  }
}
