import Engine
import Reconciliation
import TestSupport
import Testing

@Suite struct `Removing in the simulated volume` {
  let test = VolumeUnderTest()
  let n: RelativePath
  var volume: SimulatedVolume { test.volume }

  init() throws {
    n = try test.path("n")
    try test.write("n", "old")
  }

  func remove(expecting text: String = "old") throws -> RemoveOutcome {
    try volume.remove(n, expecting: test.digest(text), id: 9)
  }

  @Test func `the expected version is displaced`() throws {
    #expect(try remove() == .removed)
    #expect(volume.files() == [:])
    #expect(test.aside(9) == "old")
  }

  @Test func `another version stays`() throws {
    #expect(try remove(expecting: "other") == .superseded)
    #expect(try test.text("n") == "old")
  }

  @Test func `what isn't there is gone`() throws {
    volume.remove(n)
    #expect(try remove() == .gone)
  }

  @Test func `someone's lock refuses`() throws {
    volume.lock(n, by: "vim")
    #expect(try remove() == .locked(by: "vim"))
  }

  @Test func `an open writer refuses`() throws {
    let handle = try #require(volume.beginWriting(n, .updating))
    #expect(try remove() == .beingWritten)
    volume.close(handle)
    #expect(try remove() == .removed)
  }

  @Test func `whatever is saved at whatever point is in the tree or aside`() throws {
    for point in 1...10 {
      let test = VolumeUnderTest()
      let n = try test.path("n")
      try test.write("n", "old")
      test.atStep(point) { $0.replaceByRename(n, Array("third".utf8)) }
      _ = try test.volume.remove(n, expecting: test.digest("old"), id: 9)
      let kept = Array(test.volume.files().values) + Array(test.volume.filesAside().values)
      #expect(test.volume.steps < point || kept.contains(Array("third".utf8)), "point \(point)")
    }
  }

  @Test func `a save just before the move gets its name back`() throws {
    var superseded = 0
    for point in 1...10 {
      let test = VolumeUnderTest()
      let n = try test.path("n")
      try test.write("n", "old")
      test.atStep(point) { $0.write(n, Array("third".utf8)) }
      let outcome = try test.volume.remove(n, expecting: test.digest("old"), id: 9)
      guard outcome == .superseded else { continue }
      superseded += 1
      #expect(try test.text("n") == "third")
      #expect(test.volume.filesAside() == [:])
    }
    #expect(superseded >= 3)
  }
}
