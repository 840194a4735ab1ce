import Engine
import Reconciliation
import StateStore
import TestSupport
import Testing

/// A simulated volume with the few words that its tests need.
struct VolumeUnderTest {
  let clock = ManualClock()
  let volume: SimulatedVolume

  init() {
    volume = SimulatedVolume(clock: clock)
  }

  /// Text as a path; the tests' own paths are all good.
  func path(_ text: String) throws -> RelativePath {
    try #require(RelativePath(text))
  }

  func write(_ text: String, _ content: String) throws {
    volume.write(try path(text), Array(content.utf8))
  }

  func text(_ text: String) throws -> String? {
    volume.content(try path(text)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// What lies aside under the id.
  func aside(_ id: UInt64) -> String? {
    volume.filesAside()[id].map { String(decoding: $0, as: UTF8.self) }
  }

  /// An installation that expects this text, or nothing.
  func installation(_ id: UInt64, _ text: String, _ content: String, expecting: String?) throws
    -> Installation
  {
    Installation(
      id: id, path: try path(text), content: Array(content.utf8), digest: digest(content),
      expecting: expecting.map(digest))
  }

  func digest(_ text: String) -> Digest { SHA256.digest(Array(text.utf8)) }

  /// Does something once, the `number`th time that another program could run from now on.
  func atStep(_ number: Int, _ act: @escaping (SimulatedVolume) -> Void) {
    let due = volume.steps + number
    volume.betweenSteps = { volume in
      if volume.steps == due { act(volume) }
    }
  }
}
