import LinuxSystem
import TestSupport
import Testing

@Suite struct InotifyTests {
  let folder: TemporaryFolder
  private let mask: InotifyMask = [
    .created, .closedAfterWriting, .movedFrom, .movedTo, .deleted, .selfDeleted, .onlyDirectory,
  ]

  init() throws {
    folder = try TemporaryFolder()
    try folder.directory.makeDirectory(Array("sub".utf8), mode: 0o700)
  }

  /// Events are in the queue before the call that made them returns.
  private func masks(_ events: [InotifyEvent]) -> [InotifyMask] {
    events.map(\.mask)
  }

  @Test func `a save by rename is four events`() throws {
    let inotify = try Inotify()
    let watch = try inotify.addWatch(on: folder.directory, mask)
    try folder.write("x", to: "n.md.tmp")
    try folder.directory.rename(
      Array("n.md.tmp".utf8), to: folder.directory, as: Array("n.md".utf8), .replace)
    let events = try inotify.readEvents()
    #expect(masks(events) == [.created, .closedAfterWriting, .movedFrom, .movedTo])
    #expect(
      events.map(\.name) == ["n.md.tmp", "n.md.tmp", "n.md.tmp", "n.md"].map { Array($0.utf8) })
    #expect(events.allSatisfy { $0.watch == watch })
    #expect(events[2].cookie == events[3].cookie)
    #expect(events[2].cookie != 0)
  }

  @Test func `no events are no error`() throws {
    #expect(try Inotify().readEvents() == [])
  }

  @Test func `a directory held as a place is watched, and stays so under another name`() throws {
    let inotify = try Inotify()
    let place = try folder.directory.openPlace(Array("sub".utf8))
    let watch = try inotify.addWatch(on: place, mask)
    #expect(try inotify.addWatch(on: place, mask) == watch)
    try folder.directory.rename(
      Array("sub".utf8), to: folder.directory, as: Array("moved".utf8), .noReplace)
    try folder.write("x", to: "moved/n.md")
    #expect(masks(try inotify.readEvents()) == [.created, .closedAfterWriting])
  }

  @Test func `a file is no directory`() throws {
    try folder.write("x", to: "n.md")
    let inotify = try Inotify()
    let file = try folder.directory.openDocument(Array("n.md".utf8))
    #expect(
      errno { () throws(SystemError) in _ = try inotify.addWatch(on: file, mask) } == .notDirectory)
  }

  @Test func `a watch that ends says so`() throws {
    let inotify = try Inotify()
    let watch = try inotify.addWatch(path: folder.path(of: "sub"), mask)
    try inotify.removeWatch(watch)
    #expect(try inotify.readEvents() == [InotifyEvent(watch: watch, mask: .ignored)])
    #expect(errno { () throws(SystemError) in try inotify.removeWatch(watch) } == .invalid)

    let again = try inotify.addWatch(path: folder.path(of: "sub"), mask)
    try folder.directory.removeDirectory(Array("sub".utf8))
    #expect(
      try inotify.readEvents() == [
        InotifyEvent(watch: again, mask: .selfDeleted), InotifyEvent(watch: again, mask: .ignored),
      ])
  }

  @Test func `waiting ends with an event`() throws {
    let inotify = try Inotify()
    _ = try inotify.addWatch(on: folder.directory, mask)
    var entries = [PollEntry(inotify.descriptor.raw, .readable)]
    #expect(try wait(for: &entries, milliseconds: 0) == 0)
    try folder.write("x", to: "n.md")
    #expect(try wait(for: &entries, milliseconds: nil) == 1)
    #expect(entries[0].result == .readable)
  }
}
