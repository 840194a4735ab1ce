import LinuxSystem
import Reconciliation
import Synchronization
import TestSupport
import Testing

@testable import Engine

@Suite struct WatcherTests {
  @Test(arguments: Replica.Disks.allCases)
  func `a whole tree made in one go is found and then watched`(disks: Replica.Disks) throws {
    let replica = try Replica(disks)
    try replica.scan()
    try replica.makeDirectory("a/b/c/d/e")
    try replica.files.write("deep", to: "a/b/c/d/e/deep.md")
    #expect(replica.volume.takeHints() == [.appeared(try beneath("a"))])
    #expect(try replica.scan().contains("a/b/c/d/e/deep.md"))
    #expect(replica.volume.watchedCount() == 6)
    try replica.files.write("edit", to: "a/b/c/d/e/deep.md")
    #expect(replica.volume.takeHints().last == .closed(try beneath("a/b/c/d/e/deep.md")))
  }

  @Test(arguments: Replica.Disks.allCases)
  func `edits in a renamed directory come under its new name`(disks: Replica.Disks) throws {
    let replica = try Replica(disks)
    try replica.makeDirectory("old/sub")
    try replica.files.write("x", to: "old/sub/n.md")
    try replica.scan()
    try replica.move("old", to: "new")
    #expect(
      replica.volume.takeHints() == [.vanished(try beneath("old")), .movedIn(try beneath("new"))])
    try replica.openForWriting("new/sub/n.md").close()
    #expect(replica.volume.takeHints() == [.closed(try beneath("new/sub/n.md"))])
    #expect(replica.volume.watchedCount() == 3)
  }

  @Test func `a directory removed and made again at once is watched again`() throws {
    let replica = try Replica()
    try replica.makeDirectory("out")
    try replica.scan()
    for _ in 0..<20 {
      try replica.delete("out")
      try replica.makeDirectory("out/d7")
      try replica.files.write("x", to: "out/d7/n.md")
      #expect(try replica.scan() == ["out", "out/d7", "out/d7/n.md"])
      #expect(replica.volume.watchedCount() == 3)
      try replica.openForWriting("out/d7/n.md").close()
      #expect(replica.volume.takeHints() == [.closed(try beneath("out/d7/n.md"))])
      try replica.delete("out/d7/n.md")
      try replica.delete("out/d7")
    }
  }

  @Test func `a directory that left the root is no longer told of`() throws {
    let replica = try Replica()
    let elsewhere = try TemporaryFolder()
    try replica.makeDirectory("in/sub")
    try replica.files.write("x", to: "in/sub/n.md")
    try replica.scan()
    try replica.files.directory.rename(
      Array("in".utf8), to: elsewhere.directory, as: Array("in".utf8), .replace)
    #expect(replica.volume.takeHints() == [.vanished(try beneath("in"))])
    #expect(replica.volume.watchedCount() == 1)
    try elsewhere.write("y", to: "in/sub/n.md")
    #expect(replica.volume.takeHints() == [])
  }

  @Test func `the root moved away and back is told at once`() throws {
    let outer = try TemporaryFolder()
    let state = try TemporaryFolder()
    try makeDirectories(outer.path(of: "docs"), mode: 0o700)
    let volume = try DirectoryVolume(
      root: outer.path(of: "docs"), stateFolder: state.path, wake: {})
    _ = try volume.list(.root)
    _ = volume.takeHints()
    let (name, away) = (Array("docs".utf8), Array("away".utf8))
    try outer.directory.rename(name, to: outer.directory, as: away, .replace)
    #expect(volume.takeHints().contains(.everything(reason: .rootChanged)))
    #expect(try volume.root() == .missing)
    #expect(throws: VolumeError.self) { try volume.list(.root) }
    try outer.directory.makeDirectory(name, mode: 0o700)
    #expect(volume.takeHints().contains(.everything(reason: .rootChanged)))
    #expect(try volume.root() == .replaced)
    try outer.directory.removeDirectory(name)
    _ = volume.takeHints()
    try outer.directory.rename(away, to: outer.directory, as: name, .replace)
    #expect(volume.takeHints() == [.everything(reason: .rootChanged)])
    #expect(try volume.root() == .present)
    #expect(try volume.list(.root) == [])
  }

  @Test func `nothing that happens beside the root wakes anyone`() throws {
    let outer = try TemporaryFolder()
    let state = try TemporaryFolder()
    try makeDirectories(outer.path(of: "docs"), mode: 0o700)
    let volume = try DirectoryVolume(
      root: outer.path(of: "docs"), stateFolder: state.path, wake: {})
    try outer.write("x", to: "beside.md")
    #expect(volume.takeHints() == [])
  }

  @Test func `the thread wakes whoever waits, without being asked`() throws {
    let woken = try WakePipe()
    let replica = try Replica(watcher: Watcher(wake: { woken.wake() }))
    try replica.scan()
    woken.drain()
    try replica.files.write("x", to: "n.md")
    var entries = [woken.entry]
    #expect(try wait(for: &entries, milliseconds: 10_000) == 1)
    #expect(replica.volume.takeHints().contains(.appeared(try beneath("n.md"))))
  }

  // MARK: Moves while a directory is being listed

  @Test func `a directory listed before its arrival was told is not taken for the old one`() throws
  {
    let replica = try Replica()
    try replica.makeDirectory("a/sub")
    try replica.scan()
    try replica.move("a", to: "b")
    try replica.files.directory.makeDirectory(Array("a".utf8), mode: 0o700)
    _ = try replica.volume.list(beneath("a"))
    try replica.files.write("x", to: "a/new.md")
    try replica.files.write("x", to: "b/sub/old.md")
    let hints = replica.volume.takeHints()
    #expect(hints.contains(.appeared(try beneath("a/new.md"))))
    #expect(hints.contains(.appeared(try beneath("b/sub/old.md"))))
    #expect(replica.volume.watchedCount() == 4)
  }

  /// Does something once, between the opening of a directory and the watch on it.
  private final class Interruption: Sendable {
    let action = Mutex<(@Sendable () throws -> Void)?>(nil)

    var watcher: Watcher {
      Watcher(wake: {}) { [self] inotify, directory, mask throws(SystemError) in
        let action = action.withLock { action in
          defer { action = nil }
          return action
        }
        if let action { _ = Result { try action() } }
        return try inotify.addWatch(on: directory, mask)
      }
    }
  }

  @Test func `a directory that leaves while it is opened is not watched outside`() throws {
    let interruption = Interruption()
    let replica = try Replica(watcher: interruption.watcher)
    let elsewhere = try TemporaryFolder()
    try replica.makeDirectory("in")
    _ = try replica.volume.list(.root)
    let files = replica.files
    interruption.action.withLock {
      $0 = {
        let name = Array("in".utf8)
        try files.directory.rename(name, to: elsewhere.directory, as: name, .replace)
      }
    }
    #expect(throws: VolumeError.self) { try replica.volume.list(beneath("in")) }
    #expect(replica.volume.watchedCount() == 1)
    _ = replica.volume.takeHints()
    try elsewhere.write("x", to: "in/n.md")
    #expect(replica.volume.takeHints() == [])
  }

  @Test func `a directory replaced while it is opened is listed and watched itself`() throws {
    let interruption = Interruption()
    let replica = try Replica(watcher: interruption.watcher)
    try replica.makeDirectory("in")
    try replica.makeDirectory("other")
    try replica.files.write("x", to: "other/n.md")
    _ = try replica.volume.list(.root)
    let files = replica.files
    interruption.action.withLock {
      $0 = {
        let (name, other) = (Array("in".utf8), Array("other".utf8))
        try files.directory.rename(name, to: files.directory, as: other, .exchange)
      }
    }
    #expect(try replica.volume.list(beneath("in")).map(\.name) == [Array("n.md".utf8)])
    _ = replica.volume.takeHints()
    try replica.openForWriting("in/n.md").close()
    #expect(replica.volume.takeHints() == [.closed(try beneath("in/n.md"))])
  }

  // MARK: The limit of watches

  /// A watcher whose kernel grants only so many watches at a time.
  private func watcher(limit: Int) -> Watcher {
    let known = Mutex<Set<Int32>>([])
    return Watcher(wake: {}) { inotify, directory, mask throws(SystemError) in
      let watch = try inotify.addWatch(on: directory, mask)
      let isGranted = known.withLock { known in
        // The folder for displaced files is no directory of documents.
        if mask == .displacedFiles || known.contains(watch) { return true }
        if known.count >= limit { return false }
        known.insert(watch)
        return true
      }
      guard isGranted else {
        try inotify.removeWatch(watch)
        throw SystemError(call: "inotify_add_watch", errno: .noSpace)
      }
      return watch
    }
  }

  @Test func `the limit of watches leaves directories to be polled, and is no full disk`() throws {
    let replica = try Replica(watcher: watcher(limit: 4))
    for index in 0..<12 { try replica.makeDirectory("d\(index)") }
    #expect(try replica.scan().count == 12)
    #expect(replica.volume.watchedCount() == 4)
    #expect(replica.volume.unwatched().count == 9)
    let problem = try #require(try replica.volume.traits().watchProblem)
    #expect(problem.contains("max_user_watches"))
    #expect(!problem.contains("space"))
  }

  @Test func `without inotify everything is polled`() throws {
    let watcher = Watcher(wake: {}) { _, _, _ throws(SystemError) in
      throw SystemError(call: "inotify_add_watch", errno: .noMemory)
    }
    let replica = try Replica(watcher: watcher)
    try replica.makeDirectory("a")
    try replica.scan()
    #expect(replica.volume.unwatched() == [.root, try beneath("a")])
    try replica.delete("a")
    #expect(try replica.scan() == [])
    #expect(replica.volume.unwatched() == [.root])
  }

  @Test func `a directory where changes are found gets the watch of a quiet one`() throws {
    // The kernel's own count, which falls when a watch is given back.
    let limit = 3
    let counted = Mutex(0)
    let watcher = Watcher(wake: {}) { inotify, directory, mask throws(SystemError) in
      if mask == .displacedFiles { return try inotify.addWatch(on: directory, mask) }
      // The first refusal after the scan is that of `favour`; giving back one makes room.
      let isGranted = counted.withLock { count in
        count += 1
        return count <= limit || count == limit + 3
      }
      guard isGranted else { throw SystemError(call: "inotify_add_watch", errno: .noSpace) }
      return try inotify.addWatch(on: directory, mask)
    }
    let replica = try Replica(watcher: watcher)
    for name in ["a", "b", "c"] { try replica.makeDirectory(name) }
    try replica.scan()
    let unwatched = try #require(replica.volume.unwatched().first)
    #expect(replica.volume.unwatched().count == 1)
    replica.volume.favour(unwatched)
    #expect(replica.volume.takeHints() == [.attributes(unwatched)])
    #expect(replica.volume.unwatched().count == 1)
    #expect(replica.volume.unwatched() != [unwatched])
    try replica.files.write("x", to: "\(unwatched)/n.md")
    #expect(replica.volume.takeHints().last == .closed(try beneath("\(unwatched)/n.md")))
  }
}
