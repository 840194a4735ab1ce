import Engine
import Reconciliation
import TestSupport
import Testing

@Suite struct `Crashes of the simulated volume` {
  let test = VolumeUnderTest()
  let n: RelativePath
  var volume: SimulatedVolume { test.volume }

  init() throws {
    n = try test.path("n")
    try test.write("n", "old")
  }

  @Test func `a dead process changes nothing until it is restarted`() throws {
    let installation = try test.installation(1, "n", "new", expecting: "old")
    volume.crashAtStep = volume.steps + 1
    var killed = 0
    volume.whenKilled = { killed += 1 }
    #expect(throws: VolumeError.self) { try volume.install(installation) }
    volume.kill()
    #expect(volume.isCrashed)
    #expect(killed == 1)
    #expect(throws: VolumeError.self) { try volume.install(installation) }
    #expect(throws: VolumeError.self) { try volume.list(.root) }
    #expect(try test.text("n") == "old")
    volume.restart()
    let outcome = try volume.install(installation)
    #expect(outcome == .installed(try #require(volume.look(n)).fingerprint, displaced: true))
  }

  @Test func `its locks and watches go with it`() throws {
    _ = try volume.list(.root)
    for point in 1...8 {
      volume.crashAtStep = volume.steps + point
      let installation = try test.installation(UInt64(point), "n", "old", expecting: "old")
      #expect(throws: VolumeError.self) { try volume.install(installation) }
      #expect(volume.lock(n, by: "vim"), "point \(point)")
      volume.unlockAll(by: "vim")
      volume.restart()
    }
    #expect(volume.watchedCount() == 0)
    try test.write("n", "x")
    #expect(volume.takeHints() == [])
  }

  /// Killed at any point, and with the power cut at any point: the old content, the new one, and
  /// the old one whole aside if the new one has the name.
  @Test(arguments: [false, true])
  func `an installation is there or not`(powerLoss: Bool) throws {
    var seen: Set<String> = []
    for point in 1...12 {
      for seed in 0..<8 as Range<UInt64> {
        let test = VolumeUnderTest()
        try test.write("n", "old")
        var chance = SeededChance(seed: seed)
        test.volume.crashAtStep = test.volume.steps + point
        let installation = try test.installation(1, "n", "new", expecting: "old")
        _ = Result { try test.volume.install(installation) }
        test.volume.crash(powerLoss: powerLoss, using: &chance)
        test.volume.restart()
        let text = try #require(try test.text("n"))
        seen.insert(text)
        if text == "new" {
          #expect(test.aside(1) == "old")
        } else {
          #expect(text == "old")
        }
      }
    }
    #expect(seen == ["old", "new"])
  }

  @Test func `killed just before the exchange, ours lies in the displaced folder`() throws {
    var found = 0
    for point in 1...9 {
      let test = VolumeUnderTest()
      try test.write("n", "old")
      test.volume.crashAtStep = point
      let installation = try test.installation(1, "n", "new", expecting: "old")
      #expect(throws: VolumeError.self) { try test.volume.install(installation) }
      test.volume.restart()
      if try test.text("n") == "old", let ours = test.aside(1) {
        #expect(ours == "new")
        found += 1
      }
    }
    #expect(found == 1)
  }

  @Test func `killed while it writes in place, half of the content is there`() throws {
    var seen: Set<String> = []
    for point in 1...8 {
      let test = VolumeUnderTest()
      try test.write("n", "old")
      test.volume.link(try test.path("n"), try test.path("h"))
      test.volume.crashAtStep = point
      let installation = try test.installation(1, "n", "newest", expecting: "old")
      _ = Result { try test.volume.install(installation) }
      seen.insert(try #require(try test.text("h")))
    }
    #expect(seen == ["old", "new", "newest"])
  }

  @Test func `what was synced outlives a power cut`() throws {
    for seed in 0..<16 as Range<UInt64> {
      let test = VolumeUnderTest()
      let n = try test.path("n")
      try test.write("n", "old")
      var chance = SeededChance(seed: seed)
      _ = try test.volume.install(try test.installation(1, "n", "new", expecting: "old"))
      _ = try test.volume.install(try test.installation(2, "k", "created", expecting: nil))
      #expect(try test.volume.discardDisplaced(1, expecting: test.digest("old")))
      try test.volume.sync()
      test.volume.crash(powerLoss: true, using: &chance)
      test.volume.restart()
      #expect(try test.text("n") == "new")
      #expect(try test.text("k") == "created")
      #expect(test.volume.filesAside() == [:])
      #expect(test.volume.look(n)?.links == 1)
    }
  }

  @Test func `what was not synced is undone from the end`() throws {
    var kept: Set<[String]> = []
    for seed in 0..<64 as Range<UInt64> {
      let test = VolumeUnderTest()
      var chance = SeededChance(seed: seed)
      for (id, name) in ["a", "b", "c"].enumerated() {
        _ = try test.volume.install(
          try test.installation(UInt64(id), name, name, expecting: nil))
      }
      test.volume.crash(powerLoss: true, using: &chance)
      kept.insert(test.volume.files().keys.sorted().map(\.description))
    }
    #expect(kept == [[], ["a"], ["a", "b"], ["a", "b", "c"]])
  }

  @Test func `a removal that was undone is back whole`() throws {
    var outcomes: Set<Bool> = []
    for seed in 0..<16 as Range<UInt64> {
      let test = VolumeUnderTest()
      let n = try test.path("n")
      try test.write("n", "old")
      var chance = SeededChance(seed: seed)
      _ = try test.volume.remove(n, expecting: test.digest("old"), id: 3)
      test.volume.crash(powerLoss: true, using: &chance)
      let isBack = try test.text("n") == "old"
      #expect(isBack || test.aside(3) == "old")
      outcomes.insert(isBack)
    }
    #expect(outcomes == [true, false])
  }

  @Test func `the same seed gives the same run`() throws {
    func run() throws -> [String] {
      let test = VolumeUnderTest()
      var chance = SeededChance(seed: 7)
      for round in 0..<50 as Range<UInt64> {
        let name = "f\(chance.below(5))"
        try test.write(name, "\(chance.below(100))")
        let path = try test.path("f\(chance.below(5))")
        if chance.oneIn(2), let content = test.volume.content(path) {
          let text = String(decoding: content, as: UTF8.self)
          _ = try test.volume.install(
            try test.installation(round, path.description, "new \(round)", expecting: text))
        }
        if chance.oneIn(9) {
          test.volume.crash(powerLoss: chance.oneIn(2), using: &chance)
          test.volume.restart()
        }
      }
      return try test.volume.list(.root).map { "\($0)" }
        + test.volume.filesAside().sorted { $0.key < $1.key }.map { "\($0)" }
        + test.volume.takeHints().map { "\($0)" }
    }
    let first = try run()
    #expect(first.count > 5)
    #expect(try run() == first)
  }
}
