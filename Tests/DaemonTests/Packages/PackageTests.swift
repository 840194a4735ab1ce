import Control
import Foundation
import LinuxSystem
import Reconciliation
import TestSupport
import Testing

/// A package is one document, for the daemon and for every verb.
@Suite struct PackageTests {
  private let trip = WirePath("trip.textbundle")
  private let text = "one\ntwo\nthree\nfour\nfive\n"

  /// A daemon with one package that it knows.
  private func run(_ body: (DaemonUnderTest) async throws -> Void) async throws {
    try await DaemonUnderTest.run(
      prepare: { daemon in
        try await daemon.shell(
          "mkdir -p trip.textbundle/assets; echo '{}' > trip.textbundle/info.json")
        try daemon.write(text, to: "trip.textbundle/text.md")
      }, body)
  }

  private func archive(_ files: [String: String]) -> PackageArchive {
    PackageArchive(files.merging(["assets/": ""]) { $1 })
  }

  private func save(
    _ files: [String: String], from old: [String: String], in daemon: DaemonUnderTest
  ) throws -> SaveDocument.Reply {
    try daemon.ask(
      SaveDocument.self,
      SaveDocument.Parameters(
        path: trip, opened: digest(of: archive(old).bytes),
        content: Data(archive(files).bytes).base64EncodedString(), client: "another"))
  }

  private func waitForVersions(_ count: Int, in daemon: DaemonUnderTest) async throws {
    try await daemon.waitUntil("\(count) versions are kept") {
      try daemon.versions(of: trip).count == count
    }
  }

  @Test func `its members are no documents, and every verb works on the whole`() async throws {
    try await run { daemon in
      #expect(try daemon.documents().keys.map(\.text) == ["trip.textbundle"])
      try await daemon.shell("echo six >> trip.textbundle/text.md")
      try await waitForVersions(2, in: daemon)
      let event = try #require(try daemon.events().last)
      #expect(event.kind == "changed")
      #expect(event.details == ["text.md: 1 line added"])
      #expect(try await daemon.shell("$COLLATE list").contains("trip.textbundle"))
      #expect(
        try await daemon.shell("$COLLATE show trip.textbundle")
          == "      assets/\n 3 B  info.json\n28 B  text.md\n")
      #expect(
        try await daemon.shell("$COLLATE show trip.textbundle --version 1 --member text.md") == text
      )
      let json = try await daemon.shell("$COLLATE show trip.textbundle --json")
      #expect(json.contains(#"{"kind":"file","path":"text.md","size":28}"#))
      let patch = try await daemon.shell("$COLLATE diff trip.textbundle")
      #expect(patch.contains("+++ trip.textbundle/text.md"))
      #expect(patch.hasSuffix(" five\n+six\n"))
      #expect(try await daemon.shell("$COLLATE explain trip.textbundle").contains("unchanged"))
      let member = try await daemon.shell(
        "$COLLATE show trip.textbundle/text.md", expecting: 66)
      #expect(member.contains("trip.textbundle"))
      try await daemon.shell("$COLLATE restore trip.textbundle --version 1")
      #expect(try daemon.read("trip.textbundle/text.md") == text)
      try await daemon.shell("$COLLATE undo")
      #expect(try daemon.read("trip.textbundle/text.md") == text + "six\n")
    }
  }

  @Test func `what a program writes into many members is one change`() async throws {
    try await run { daemon in
      let last = try daemon.lastEvent()
      try await daemon.shell(
        "for n in $(seq 10 40); do echo $n > trip.textbundle/assets/$n.txt; sleep 0.02; done")
      let events = try await daemon.eventsOnceQuiet(after: last)
      #expect(events.map(\.kind) == ["changed"])
      #expect(events.first?.details.last == "11 other members changed")
    }
  }

  @Test func `two edits of different members are joined`() async throws {
    try await run { daemon in
      let old = ["info.json": "{}\n", "text.md": text]
      try daemon.write("zero\n" + text, to: "trip.textbundle/text.md")
      let reply = try save(
        ["info.json": "[]\n", "text.md": text + "six\n", "assets/p.txt": "p"], from: old, in: daemon
      )
      #expect(reply.outcome == .merged)
      #expect(try daemon.read("trip.textbundle/text.md") == "zero\n" + text + "six\n")
      #expect(try daemon.read("trip.textbundle/info.json") == "[]\n")
      #expect(try daemon.names(in: "trip.textbundle/assets") == ["p.txt"])
    }
  }

  @Test func `two edits of one line stand side by side as packages, until one is chosen`()
    async throws
  {
    try await run { daemon in
      let old = ["info.json": "{}\n", "text.md": text]
      try daemon.write(text.replacing("two", with: "TWO"), to: "trip.textbundle/text.md")
      let reply = try save(
        ["info.json": "{}\n", "text.md": text.replacing("two", with: "2")], from: old, in: daemon)
      #expect(reply.outcome == .conflict)
      let names = try daemon.names()
      #expect(names.count == 2)
      let copy = try #require(names.first { $0.hasPrefix("trip (conflict ") })
      #expect(copy.hasSuffix(".textbundle"))
      #expect(try daemon.read("\(copy)/text.md") == text.replacing("two", with: "2"))
      let shown = try await daemon.shell("$COLLATE conflicts")
      #expect(shown.contains("text.md"))
      let number = try #require(
        try daemon.ask(ListConflicts.self, Wire.InLibrary()).conflicts.first?.id)
      #expect(try await daemon.shell("$COLLATE diff \(number)").contains("-TWO\n+2\n"))
      try await daemon.shell("$COLLATE resolve \(number) --keep copy")
      #expect(
        try daemon.read("trip.textbundle/text.md") == text.replacing("two", with: "2"))
      #expect(try daemon.names() == ["trip.textbundle"])
    }
  }

  @Test func `a lock on it is respected, and a save that is no package is refused`() async throws {
    try await run { daemon in
      async let holding = daemon.shell(
        #"$COLLATE lock trip.textbundle -- sh -c ': > "$T/held"; while ! test -e "$T/go"; do sleep 0.02; done'"#
      )
      try await daemon.waitUntil("the lock is held") {
        try daemon.folder.names().contains("held")
      }
      let old = ["info.json": "{}\n", "text.md": text]
      #expect(throws: ClientError.self) { try save(["text.md": "x"], from: old, in: daemon) }
      try daemon.folder.write("", to: "go")
      _ = try await holding
      #expect(throws: ClientError.self) {
        try daemon.ask(
          SaveDocument.self,
          SaveDocument.Parameters(
            path: trip, opened: digest(of: archive(old).bytes),
            content: Data("text".utf8).base64EncodedString(), client: "another"))
      }
      #expect(try daemon.read("trip.textbundle/text.md") == text)
    }
  }

  @Test func `it is moved whole, and becomes a directory and a package again`() async throws {
    try await run { daemon in
      let last = try daemon.lastEvent()
      try await daemon.shell("mkdir d && mv trip.textbundle d/tour.textbundle")
      let moved = try await daemon.eventsOnceQuiet(after: last)
      #expect(moved.map(\.kind) == ["moved"])
      try await daemon.shell("mv d/tour.textbundle d/plain")
      try await daemon.waitUntil("its members are documents") {
        try daemon.documents().keys.map(\.text).sorted()
          == ["d/plain/info.json", "d/plain/text.md"]
      }
      try await daemon.shell("mv d/plain d/again.textbundle")
      try await daemon.waitUntil("it is one document") {
        try daemon.documents().keys.map(\.text) == ["d/again.textbundle"]
      }
    }
  }

  @Test func `killed again and again while it installs, it leaves no half package`() async throws {
    try await run { daemon in
      var old = ["info.json": "{}\n", "text.md": text]
      for round in 1...4 {
        let new = ["info.json": "{\"round\": \(round)}\n", "text.md": text + "\(round)\n"]
        let killing = Task {
          try await Task.sleep(for: .milliseconds(round * 4))
          try daemon.send(.kill)
        }
        // The daemon may die before it can answer.
        _ = Result { try save(new, from: old, in: daemon) }
        try await killing.value
        try await daemon.ended()
        try await daemon.start()
        try await daemon.waitUntil("it is at rest") { try daemon.library().state == .watching }
        let text = try daemon.read("trip.textbundle/text.md")
        let info = try daemon.read("trip.textbundle/info.json")
        #expect(
          (text, info) == (new["text.md"] ?? "", new["info.json"] ?? "")
            || (text, info) == (old["text.md"] ?? "", old["info.json"] ?? ""))
        old = ["info.json": info, "text.md": text]
      }
      try await daemon.waitUntil("nothing lies aside") {
        try await daemon.shell(
          #"find "$T/state" -path '*/staging/*' -o -path '*/displaced/*' | wc -l"#) == "0\n"
      }
    }
  }
}
