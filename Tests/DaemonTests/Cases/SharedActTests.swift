import Control
import Foundation
import LinuxSystem
import TestSupport
import Testing

/// Programs act on a directory that the daemon keeps, and what it then knows is what is there.
@Suite struct SharedActTests {
  private static let cases = SharedCase.all(
    ["WAT", "SAV", "NAM", "FIL", "TIM", "PER", "SWF", "TXT", "SYN-17"], modes: ["act"])

  @Test(
    .enabled(if: !cases.isEmpty, "the hard cases are not beside the checkout"), arguments: cases)
  func `what programs did is known as it is, and nothing else was done`(
    hard: SharedCase
  ) async throws {
    try await DaemonUnderTest.run(prepare: { try await $0.shell(hard.fill(from: "base")) }) {
      daemon in
      let base = try hard.tree("base")
      let before = try daemon.lastEvent()
      try await act(hard, daemon)
      let there = try daemon.tree()
      if hard.has("expected") { #expect(there.files == (try hard.tree("expected"))) }
      try await daemon.waitUntil("the daemon knows what is there") {
        try daemon.known() == there.digests
      }
      let events = try await daemon.eventsOnceQuiet(after: before)
      // What was done was known already before it was quiet, and we have done nothing to it.
      #expect(try daemon.tree() == there)
      #expect(try daemon.known() == there.digests)
      try expectNothingOdd(events, base: base, there: there.files)
      // Whatever was replaced can be had.
      for content in base.values {
        #expect(try daemon.content(of: digest(of: content)) == content)
      }
      #expect(try daemon.library().held == 0)
      #expect(try daemon.library().conflicts == 0)
      try await expectSecondRunIsQuiet(daemon, there)
    }
  }

  private func act(_ hard: SharedCase, _ daemon: DaemonUnderTest) async throws {
    let isStopped = hard.rules.needs?.contains("SIGSTOP") == true
    if isStopped { try daemon.send(.stop) }
    try await daemon.shell(hard.script)
    if isStopped { try daemon.send(.proceed) }
    if hard.rules.timing?.contains("rescan") == true {
      _ = try daemon.ask(Rescan.self, Rescan.Parameters())
    }
  }

  private func expectNothingOdd(
    _ events: [Wire.Event], base: [WirePath: [UInt8]], there: [WirePath: [UInt8]]
  ) throws {
    for event in events where event.kind != "overflow" {
      let path = try #require(event.wirePath)
      let isDocument = base[path] != nil || there[path] != nil
      #expect(isDocument, "\(event.summary) is about no document")
      #expect(["created", "changed", "moved", "deleted"].contains(event.kind), "\(event)")
      if event.kind == "deleted" { #expect(there[path] == nil, "\(event)") }
    }
    #expect(Set(events.filter { $0.kind == "overflow" }.map(\.number)).count <= 1)
  }

  private func expectSecondRunIsQuiet(_ daemon: DaemonUnderTest, _ there: Tree) async throws {
    let last = try daemon.lastEvent()
    #expect(try await daemon.stop() == .exited(0))
    try await daemon.start()
    _ = try daemon.ask(Rescan.self, Rescan.Parameters())
    #expect(try await daemon.eventsOnceQuiet(after: last, for: .milliseconds(600)) == [])
    #expect(try daemon.known() == there.digests)
    #expect(try daemon.tree() == there)
  }
}

extension DaemonUnderTest {
  /// What is in the directory now.
  func tree() throws -> Tree { try Tree(of: folder.path(of: "documents")) }

  /// The digest of each document by its path.
  func known() throws -> [WirePath: String] {
    try documents().mapValues { $0.digest ?? "none" }
  }
}
