import Control
import LinuxSystem
import Testing

/// The stories of `Fixtures/watch`, told to the built daemon.
@Suite struct WatchFixtureTests {
  @Test(arguments: WatchFixture.all)
  func `what programs do is told as the story has it`(story: WatchFixture) async throws {
    try await DaemonUnderTest.run(prepare: { try await $0.shell(story.before) }) { daemon in
      for part in story.parts {
        let before = try daemon.lastEvent()
        if part.isAsleep { try daemon.send(.stop) }
        try await daemon.shell(part.script)
        if part.isAsleep { try daemon.send(.proceed) }
        if let told = part.told {
          try await daemon.waitUntil("so much is told: \(told)") {
            try daemon.events(after: before).count >= told.count
          }
        }
        let events = try await daemon.eventsOnceQuiet(after: before)
        guard let told = part.told else { continue }
        let lines = events.map(\.story).filter { !part.perhapsTold.contains($0) }
        #expect(lines.sorted() == told.sorted())
      }
      let there = story.there
      try await daemon.waitUntil("all is known") {
        try daemon.known() == there.mapValues { digest(of: $0) }
      }
      // The daemon did nothing; what is no document is no business of the story's end.
      let left = try daemon.tree().files
      for (path, content) in there { #expect(left[path] == content) }
    }
  }
}

extension Wire.Event {
  /// The event as a story's line.
  fileprivate var story: String {
    ([kind, path] + (fromPath.map { ["from", $0.text] } ?? [])).filter { !$0.isEmpty }
      .joined(separator: " ")
  }
}
