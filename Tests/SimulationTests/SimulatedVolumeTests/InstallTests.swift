import Engine
import Reconciliation
import TestSupport
import Testing

@Suite struct `Installing in the simulated volume` {
  let test = VolumeUnderTest()
  let n: RelativePath
  var volume: SimulatedVolume { test.volume }

  init() throws {
    n = try test.path("n")
    try test.write("n", "old")
    _ = try test.volume.list(.root)
    _ = test.volume.takeHints()
  }

  /// The fingerprint that is now under the name.
  func present(_ path: RelativePath) throws -> Fingerprint {
    try #require(volume.look(path)).fingerprint
  }

  @Test func `a new name gets the content and the mtime`() throws {
    let k = try test.path("deep/er/k")
    var installation = try test.installation(1, "deep/er/k", "new", expecting: nil)
    installation.modified = 77
    let outcome = try volume.install(installation)
    #expect(outcome == .installed(try present(k), displaced: false))
    #expect(try test.text("deep/er/k") == "new")
    #expect(try present(k).modified == 77)
    #expect(volume.filesAside() == [:])
  }

  @Test func `the expected version comes out and is displaced`() throws {
    volume.setMode(n, 0o600)
    _ = volume.takeHints()
    let outcome = try volume.install(try test.installation(1, "n", "new", expecting: "old"))
    #expect(outcome == .installed(try present(n), displaced: true))
    #expect(try test.text("n") == "new")
    #expect(test.aside(1) == "old")
    #expect(try present(n).mode == 0o600)
    #expect(volume.takeHints() == [.movedIn(n), .vanished(n)])
  }

  @Test(arguments: ["other", nil])
  func `another version than expected supersedes the plan`(expected: String?) throws {
    let outcome = try volume.install(try test.installation(1, "n", "new", expecting: expected))
    #expect(outcome == .superseded)
    #expect(try test.text("n") == "old")
    #expect(volume.filesAside() == [:])
  }

  @Test func `where nothing stands any more the plan is superseded`() throws {
    volume.remove(n)
    let outcome = try volume.install(try test.installation(1, "n", "new", expecting: "old"))
    #expect(outcome == .superseded)
    #expect(volume.files() == [:])
  }

  @Test func `someone's lock refuses, and names the holder`() throws {
    volume.lock(n, by: "vim", shared: true)
    let outcome = try volume.install(try test.installation(1, "n", "new", expecting: "old"))
    #expect(outcome == .locked(by: "vim"))
    volume.unlock(n, by: "vim")
    volume.lock(.root, by: "mkdir")
    let created = try volume.install(try test.installation(2, "k", "new", expecting: nil))
    #expect(created == .locked(by: "mkdir"))
  }

  @Test func `an open writer refuses`() throws {
    let handle = volume.beginWriting(n, .updating)
    let outcome = try volume.install(try test.installation(1, "n", "new", expecting: "old"))
    #expect(outcome == .beingWritten)
    #expect(handle != nil)
  }

  /// Every point within an installation, and every way to save at it: nothing is ever lost.
  @Test func `whatever is saved at whatever point is in the tree or aside`() throws {
    for pattern in 0..<3 {
      for point in 1...12 {
        let test = VolumeUnderTest()
        let n = try test.path("n")
        try test.write("n", "old")
        test.atStep(point) { volume in
          switch pattern {
          case 0: volume.write(n, Array("third".utf8))
          case 1: volume.replaceByRename(n, Array("third".utf8))
          default: volume.backupAndRename(n, Array("third".utf8))
          }
        }
        _ = try test.volume.install(try test.installation(1, "n", "new", expecting: "old"))
        let kept = Array(test.volume.files().values) + Array(test.volume.filesAside().values)
        let acted = test.volume.steps >= point
        #expect(
          !acted || kept.contains(Array("third".utf8)), "pattern \(pattern), point \(point)")
      }
    }
  }

  @Test func `a save just before the exchange is a race, and comes out whole`() throws {
    var raced = 0
    for point in 1...12 {
      let test = VolumeUnderTest()
      let n = try test.path("n")
      try test.write("n", "old")
      test.atStep(point) { $0.write(n, Array("third".utf8)) }
      let outcome = try test.volume.install(try test.installation(1, "n", "new", expecting: "old"))
      guard case .raced = outcome else { continue }
      raced += 1
      #expect(try test.text("n") == "new")
      #expect(test.aside(1) == "third")
    }
    #expect(raced >= 3)
  }

  @Test func `check then rename loses a save in between`() throws {
    var lost = 0
    for point in 1...12 {
      let test = VolumeUnderTest()
      test.volume.usesCheckThenRename = true
      let n = try test.path("n")
      try test.write("n", "old")
      test.atStep(point) { $0.write(n, Array("third".utf8)) }
      let outcome = try test.volume.install(try test.installation(1, "n", "new", expecting: "old"))
      let kept = Array(test.volume.files().values) + Array(test.volume.filesAside().values)
      if case .installed(_, displaced: true) = outcome, !kept.contains(Array("third".utf8)),
        test.volume.steps >= point
      {
        lost += 1
      }
    }
    #expect(lost >= 3)
  }

  @Test func `a late write into what was displaced is told and seen`() throws {
    var handle: Int?
    for point in 1...12 where handle == nil {
      let test = VolumeUnderTest()
      let n = try test.path("n")
      try test.write("n", "old")
      test.atStep(point) { handle = $0.beginWriting(n, .updating) }
      let outcome = try test.volume.install(try test.installation(1, "n", "new", expecting: "old"))
      guard let late = handle, case .installed = outcome else {
        handle = nil
        continue
      }
      #expect(try test.volume.displaced().map(\.isOpen) == [true])
      #expect(try !test.volume.discardDisplaced(1, expecting: test.digest("old")))
      test.volume.writeChunk(late, Array("OLD!".utf8))
      test.volume.close(late)
      #expect(test.volume.takeHints().suffix(1) == [.displaced])
      let file = try #require(try test.volume.displaced().first)
      #expect(file.content == Array("OLD!".utf8))
      #expect(!file.isOpen)
      #expect(try !test.volume.discardDisplaced(1, expecting: test.digest("old")))
      #expect(try test.volume.discardDisplaced(1, expecting: test.digest("OLD!")))
      #expect(try test.volume.displaced() == [])
    }
    #expect(handle != nil)
  }

  @Test func `a file with two names is written in place`() throws {
    volume.link(n, try test.path("h"))
    let inode = try present(n).inode
    let outcome = try volume.install(try test.installation(1, "n", "new", expecting: "old"))
    #expect(outcome == .installed(try present(n), displaced: false))
    #expect(try present(n).inode == inode)
    #expect(try test.text("h") == "new")
  }

  @Test func `a directory that takes the name in between gets it back`() throws {
    for point in 1...7 {
      let test = VolumeUnderTest()
      let n = try test.path("n")
      try test.write("n", "old")
      test.atStep(point) { volume in
        if volume.moveOut(n) { volume.makeDirectory(n) }
      }
      let outcome = try test.volume.install(try test.installation(1, "n", "new", expecting: "old"))
      #expect(test.volume.look(n)?.kind == .directory, "point \(point)")
      #expect(outcome == .superseded, "point \(point)")
      #expect(test.volume.filesAside() == [:], "point \(point)")
    }
  }

  @Test(arguments: [
    SimulatedVolume.Operation.install, .stage, .exchange,
  ])
  func `a failure before the exchange changes nothing`(operation: SimulatedVolume.Operation)
    throws
  {
    let full = VolumeError(kind: .full, message: "full")
    volume.fault = { asked, _ in asked == operation ? full : nil }
    let installation = try test.installation(1, "n", "new", expecting: "old")
    #expect(throws: full) { try volume.install(installation) }
    #expect(try test.text("n") == "old")
    #expect(volume.filesAside() == [:])
  }

  @Test func `a failure after the exchange leaves it done`() throws {
    let broken = VolumeError(kind: .broken, message: "I/O error")
    volume.fault = { asked, _ in asked == .settle ? broken : nil }
    let installation = try test.installation(1, "n", "new", expecting: "old")
    #expect(throws: broken) { try volume.install(installation) }
    #expect(try test.text("n") == "new")
    #expect(test.aside(1) == "old")
  }
}
