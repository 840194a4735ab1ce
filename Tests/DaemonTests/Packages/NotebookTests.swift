import Control
import Foundation
import Reconciliation
import TestSupport
import Testing

/// Notebooks are packages that the daemon reads: it knows which pages belong to one.
@Suite struct NotebookTests {
  private static let trip = WirePath("trip.notebook")
  private static let packing = "coat\ncamera\n"
  private static let route = "by train to the coast\n"
  private static let one = #"{"version": 2, "title": "Trip", "pages": [{"id": "packing"}]}"# + "\n"
  private static let two =
    #"{"version": 2, "title": "Trip", "pages": [{"id": "packing"}, {"id": "route"}]}"# + "\n"
  private static let whole = [
    "metadata.json": two, "pages/packing.txt": packing, "pages/route.txt": route,
  ]

  private static func digestOfArchive(_ files: [String: String]) -> String {
    digest(of: PackageArchive(files).bytes)
  }

  /// A daemon with one notebook that it knows.
  private func run(
    _ files: [String: String], _ body: (DaemonUnderTest) async throws -> Void
  ) async throws {
    try await DaemonUnderTest.run(
      prepare: { daemon in
        try await daemon.shell("mkdir -p trip.notebook/pages")
        for (name, text) in files { try daemon.write(text, to: "trip.notebook/" + name) }
      }, body)
  }

  @Test func `one that has half arrived is held, and taken once its page is there`() async throws {
    let old = ["metadata.json": Self.one, "pages/packing.txt": Self.packing]
    try await run(old) { daemon in
      try daemon.write(Self.two, to: "trip.notebook/metadata.json")
      try await daemon.waitUntil("it is held") { try daemon.library().held == 1 }
      #expect(
        try daemon.library().holds.first?.reason
          == "not readable: not complete yet: page `pages/route.txt`, which `metadata.json` names, "
          + "has not arrived; the last good version is kept")
      #expect(try daemon.digests() == ["trip.notebook": Self.digestOfArchive(old)])
      try daemon.write(Self.route, to: "trip.notebook/pages/route.txt")
      try await daemon.waitUntil("it is taken") { try daemon.library().held == 0 }
      #expect(try daemon.digests() == ["trip.notebook": Self.digestOfArchive(Self.whole)])
      let event = try #require(try daemon.events().last { $0.kind == "changed" })
      #expect(event.details == ["1 page added"])
    }
  }

  @Test func `two versions with different pages edited are joined page by page`() async throws {
    try await run(Self.whole) { daemon in
      try daemon.write("hat\n" + Self.packing, to: "trip.notebook/pages/packing.txt")
      try daemon.write("X", to: "trip.notebook/map.bin")
      var saved = Self.whole
      saved["metadata.json"] = Self.two.replacing("Trip", with: "Journey")
      saved["pages/packing.txt"] = Self.packing + "film\n"
      saved["pages/route.txt"] = "on foot\n"
      let reply = try daemon.ask(
        SaveDocument.self,
        SaveDocument.Parameters(
          path: Self.trip, opened: Self.digestOfArchive(Self.whole),
          content: Data(PackageArchive(saved).bytes).base64EncodedString(), client: "another"))
      #expect(reply.outcome == .merged)
      #expect(
        try daemon.read("trip.notebook/pages/packing.txt") == "hat\n" + Self.packing + "film\n")
      #expect(try daemon.read("trip.notebook/pages/route.txt") == "on foot\n")
      #expect(try daemon.read("trip.notebook/metadata.json") == saved["metadata.json"])
      #expect(try daemon.read("trip.notebook/map.bin") == "X")
      #expect(try daemon.names() == ["trip.notebook"])
    }
  }

  @Test func `one page edited twice in one line leaves two notebooks, and says which page`()
    async throws
  {
    try await run(Self.whole) { daemon in
      try daemon.write("by bus\n", to: "trip.notebook/pages/route.txt")
      var saved = Self.whole
      saved["pages/route.txt"] = "on foot\n"
      let reply = try daemon.ask(
        SaveDocument.self,
        SaveDocument.Parameters(
          path: Self.trip, opened: Self.digestOfArchive(Self.whole),
          content: Data(PackageArchive(saved).bytes).base64EncodedString(), client: "another"))
      #expect(reply.outcome == .conflict)
      #expect(try daemon.names().count == 2)
      #expect(try daemon.read("trip.notebook/pages/route.txt") == "by bus\n")
      let told = try await daemon.shell("$COLLATE conflicts")
      #expect(told.contains("page `route.txt`: both changed line 1"), "\(told)")
    }
  }
}
