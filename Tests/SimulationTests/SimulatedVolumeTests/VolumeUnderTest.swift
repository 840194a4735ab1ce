import Engine
import Reconciliation
import TestSupport
import Testing

/// A simulated volume with the few words that its tests need.
struct VolumeUnderTest {
  let clock = ManualClock()
  let volume: SimulatedVolume

  init() {
    volume = SimulatedVolume(clock: clock, digest: standIn)
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

  func digest(_ text: String) -> Digest { standIn(Array(text.utf8)) }

  /// Does something once, the `number`th time that another program could run from now on.
  func atStep(_ number: Int, _ act: @escaping (SimulatedVolume) -> Void) {
    let due = volume.steps + number
    volume.betweenSteps = { volume in
      if volume.steps == due { act(volume) }
    }
  }
}

/// Not SHA-256, but as good for contents as short as these: FNV-1a in four colours.
private func standIn(_ content: [UInt8]) -> Digest {
  func word(_ start: UInt64) -> UInt64 {
    content.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
  return Digest(words: (word(0xCBF2_9CE4_8422_2325), word(1), word(2), word(3)))
}
