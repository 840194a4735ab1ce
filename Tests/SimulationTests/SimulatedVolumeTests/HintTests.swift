import Engine
import Reconciliation
import TestSupport
import Testing

/// The expected hints are those that `inotifywait` printed for the same steps on Linux 6.18.
@Suite struct `Hints of the simulated volume` {
  let test = VolumeUnderTest()
  let n: RelativePath
  var volume: SimulatedVolume { test.volume }

  init() throws {
    n = try test.path("n")
    try test.write("n", "old")
    _ = try test.volume.list(.root)
    _ = test.volume.takeHints()
  }

  @Test func `a new file appears, is written and closed`() throws {
    try test.write("m", "x")
    let m = try test.path("m")
    #expect(volume.takeHints() == [.appeared(m), .writing(m), .closed(m)])
  }

  @Test func `a write in place is one piece of writing and a close`() throws {
    try test.write("n", "new")
    #expect(volume.takeHints() == [.writing(n), .closed(n)])
  }

  @Test func `emptying a file tells of a write`() throws {
    try test.write("n", "")
    #expect(volume.takeHints() == [.writing(n), .closed(n)])
  }

  @Test func `opening to write without writing tells of the close`() throws {
    let handle = try #require(volume.beginWriting(n, .updating))
    volume.close(handle)
    #expect(volume.takeHints() == [.closed(n)])
  }

  @Test func `a write through a mapping tells of nothing before the close`() throws {
    let handle = try #require(volume.beginWriting(n, .mapping))
    volume.writeChunk(handle, Array("NEW".utf8))
    #expect(volume.takeHints() == [])
    volume.close(handle)
    #expect(volume.takeHints() == [.closed(n)])
    #expect(try test.text("n") == "NEW")
  }

  @Test func `a rename over a name is no deletion of what stood there`() throws {
    volume.replaceByRename(n, [1])
    let temporary = try test.path("n.tmp")
    #expect(
      volume.takeHints() == [
        .appeared(temporary), .writing(temporary), .closed(temporary), .vanished(temporary),
        .movedIn(n),
      ])
  }

  @Test func `backup and rename`() throws {
    volume.backupAndRename(n, [1])
    let backup = try test.path("n~")
    #expect(
      volume.takeHints() == [
        .vanished(n), .movedIn(backup), .appeared(n), .writing(n), .closed(n), .vanished(backup),
      ])
  }

  @Test func `an unnamed file that is linked in only appears`() throws {
    let linked = try test.path("linked")
    volume.linkUnnamed(linked, [1])
    #expect(volume.takeHints() == [.appeared(linked)])
    #expect(volume.content(linked) == [1])
  }

  @Test func `a second name appears, and the first is not told about writes through it`() throws {
    let h = try test.path("h")
    volume.link(n, h)
    volume.write(h, [1])
    volume.remove(h)
    #expect(volume.takeHints() == [.appeared(h), .writing(h), .closed(h), .vanished(h)])
    #expect(volume.content(n) == [1])
  }

  @Test func `a write through a hard link outside is told to nobody`() {
    volume.writeUnseen(n, [1])
    #expect(volume.takeHints() == [])
    #expect(volume.content(n) == [1])
  }

  @Test func `touch, times and mode are attributes`() {
    volume.touch(n)
    volume.setModified(n, 1)
    volume.setMode(n, 0o600)
    #expect(volume.takeHints() == [.attributes(n), .closed(n), .attributes(n)])
  }

  @Test func `an exchange tells of both names, gone and come`() throws {
    try test.write("m", "x")
    let m = try test.path("m")
    _ = volume.takeHints()
    volume.exchange(m, n)
    #expect(volume.takeHints() == [.vanished(m), .movedIn(n), .vanished(n), .movedIn(m)])
  }

  @Test func `a directory is made, renamed and removed`() throws {
    let (d, e) = (try test.path("d"), try test.path("e"))
    volume.makeDirectory(d)
    volume.rename(d, e)
    volume.remove(e)
    #expect(volume.takeHints() == [.appeared(d), .vanished(d), .movedIn(e), .vanished(e)])
  }

  @Test func `what happens in a directory that was not listed is not told`() throws {
    volume.makeDirectory(try test.path("d"))
    _ = volume.takeHints()
    try test.write("d/x", "1")
    #expect(volume.takeHints() == [])
    _ = try volume.list(try test.path("d"))
    try test.write("d/x", "2")
    #expect(volume.takeHints().count == 2)
  }

  @Test func `a moved directory keeps its watch and tells its new path`() throws {
    volume.makeDirectory(try test.path("d"))
    _ = try volume.list(try test.path("d"))
    volume.rename(try test.path("d"), try test.path("e"))
    _ = volume.takeHints()
    try test.write("e/x", "1")
    let x = try test.path("e/x")
    #expect(volume.takeHints() == [.appeared(x), .writing(x), .closed(x)])
  }

  @Test func `a directory that moved out is watched no more`() throws {
    volume.makeDirectory(try test.path("d"))
    _ = try volume.list(try test.path("d"))
    #expect(volume.watchedCount() == 2)
    volume.moveOut(try test.path("d"))
    #expect(volume.watchedCount() == 1)
  }

  @Test func `beyond the limit directories are named as unwatched`() throws {
    let d = try test.path("d")
    volume.watchLimit = 1
    volume.makeDirectory(d)
    _ = try volume.list(d)
    _ = volume.takeHints()
    try test.write("d/x", "1")
    #expect(volume.unwatched() == [d])
    #expect(volume.takeHints() == [])
  }

  @Test func `a favoured directory gets the watch of the quietest, and one more listing`() throws {
    let (d, e) = (try test.path("d"), try test.path("e"))
    volume.makeDirectory(d)
    volume.makeDirectory(e)
    _ = try volume.list(d)
    volume.watchLimit = 2
    _ = try volume.list(e)
    try test.write("d/x", "1")
    try test.write("n", "1")
    _ = volume.takeHints()
    volume.favour(e)
    #expect(volume.unwatched() == [d])
    #expect(volume.takeHints() == [.attributes(e)])
  }

  @Test func `an overflowing queue loses what was in it and what comes before it is read`() throws {
    volume.queueLimit = 2
    try test.write("m", "1")
    try test.write("k", "1")
    #expect(volume.takeHints() == [.everything(reason: .overflow)])
    try test.write("n", "1")
    #expect(volume.takeHints() == [.writing(n), .closed(n)])
  }

  @Test func `a late write to a file that was renamed over is told to nobody`() throws {
    let handle = try #require(volume.beginWriting(n, .updating))
    try test.write("t", "new")
    volume.rename(try test.path("t"), n)
    _ = volume.takeHints()
    volume.writeChunk(handle, [1])
    volume.close(handle)
    #expect(volume.takeHints() == [])
    #expect(try test.text("n") == "new")
  }

  @Test func `what was last said of a path is said once`() throws {
    let handle = try #require(volume.beginWriting(n, .appending))
    let m = try test.path("m")
    volume.writeChunk(handle, [1])
    try test.write("m", "x")
    volume.writeChunk(handle, [2])
    #expect(volume.takeHints() == [.writing(n), .appeared(m), .writing(m), .closed(m)])
    volume.writeChunk(handle, [3])
    volume.close(handle)
    #expect(volume.takeHints() == [.writing(n), .closed(n)])
  }

  @Test func `a late write outlives its directory`() throws {
    volume.makeDirectory(try test.path("d"))
    try test.write("d/x", "1")
    let handle = try #require(volume.beginWriting(try test.path("d/x"), .updating))
    volume.removeTree(try test.path("d"))
    _ = volume.takeHints()
    volume.writeChunk(handle, [2])
    volume.close(handle)
    #expect(volume.takeHints() == [])
  }

  @Test func `a root that goes away is told`() {
    volume.setRoot(.missing)
    #expect(volume.takeHints() == [.everything(reason: .rootChanged)])
  }
}
