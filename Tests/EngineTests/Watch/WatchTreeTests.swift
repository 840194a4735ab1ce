import LinuxSystem
import Reconciliation
import TestSupport
import Testing

@testable import Engine

@Suite struct WatchTreeTests {
  /// The root under number 1, `a` under 2, `a/b` under 3, `other` under 4.
  private func tree() throws -> WatchTree {
    var tree = WatchTree()
    for (path, watch) in [("", 1), ("a", 2), ("a/b", 3), ("other", 4)] as [(String, Int32)] {
      #expect(try tree.attach(beneath(path), watch: watch) == [])
    }
    return tree
  }

  private func event(
    _ watch: Int32, _ mask: InotifyMask, _ name: String = "", cookie: UInt32 = 0
  ) -> InotifyEvent {
    InotifyEvent(watch: watch, mask: mask, cookie: cookie, name: Array(name.utf8))
  }

  @Test(arguments: [
    (InotifyMask.created, Hint.appeared), (.movedTo, Hint.movedIn), (.modified, Hint.writing),
    (.closedAfterWriting, Hint.closed), (.deleted, Hint.vanished), (.movedFrom, Hint.vanished),
    (.attributes, Hint.attributes),
  ])
  func `an event about a file is a hint about its path`(
    mask: InotifyMask, hint: @Sendable (RelativePath) -> Hint
  ) throws {
    var tree = try tree()
    let outcome = tree.take([event(3, mask, "n.md")])
    #expect(outcome.hints == [hint(try beneath("a/b/n.md"))])
    #expect(outcome.dropped == [])
  }

  @Test func `a directory that moves within the root takes what is beneath it along`() throws {
    var tree = try tree()
    let outcome = tree.take([
      event(1, [.movedFrom, .isDirectory], "a", cookie: 7),
      event(4, [.movedTo, .isDirectory], "new", cookie: 7),
      event(2, .selfMoved),
      event(3, .closedAfterWriting, "n.md"),
    ])
    #expect(
      outcome.hints == [
        .vanished(try beneath("a")), .movedIn(try beneath("other/new")),
        .closed(try beneath("other/new/b/n.md")),
      ])
    #expect(outcome.dropped == [])
    #expect(tree.watchedCount == 4)
  }

  @Test func `the two halves of a move are joined over reads and events between`() throws {
    var tree = try tree()
    _ = tree.take([event(1, [.movedFrom, .isDirectory], "a", cookie: 7)])
    for _ in 0..<5_000 { _ = tree.take([event(4, .modified, "x.md")]) }
    let outcome = tree.take([
      event(1, [.movedTo, .isDirectory], "new", cookie: 7), event(2, .selfMoved),
    ])
    #expect(outcome.dropped == [])
    #expect(tree.id(at: try beneath("new/b")) != nil)
    #expect(tree.id(at: try beneath("a")) == nil)
  }

  @Test func `a directory that left the root loses its watches and all beneath it`() throws {
    var tree = try tree()
    var outcome = tree.take([event(1, [.movedFrom, .isDirectory], "a", cookie: 7)])
    #expect(outcome.hints == [.vanished(try beneath("a"))])
    #expect(outcome.dropped == [])
    outcome = tree.take([event(2, .selfMoved)])
    #expect(outcome.hints == [])
    #expect(outcome.dropped.sorted() == [2, 3])
    // What is still in the queue from outside is about nothing.
    outcome = tree.take([event(3, .closedAfterWriting, "n.md"), event(3, .ignored)])
    #expect(outcome.hints == [])
  }

  @Test func `a move that no watched parent told of drops the directory`() throws {
    var tree = WatchTree()
    #expect(tree.attach(.root, watch: 1) == [])
    #expect(tree.attach(try beneath("a"), watch: nil) == [])
    #expect(tree.attach(try beneath("a/b"), watch: 3) == [])
    let outcome = tree.take([event(3, .selfMoved)])
    // It may be there nevertheless, having arrived just before it was watched.
    #expect(outcome.hints == [.movedIn(try beneath("a/b"))])
    #expect(outcome.dropped == [3])
  }

  @Test func `an unwatched directory that departs gives back the watches beneath it`() throws {
    var tree = WatchTree()
    #expect(tree.attach(.root, watch: 1) == [])
    #expect(tree.attach(try beneath("a"), watch: nil) == [])
    #expect(tree.attach(try beneath("a/b"), watch: 3) == [])
    let outcome = tree.take([
      event(1, [.movedFrom, .isDirectory], "a", cookie: 7),
      event(1, [.movedTo, .isDirectory], "c", cookie: 7),
    ])
    #expect(outcome.hints == [.vanished(try beneath("a")), .movedIn(try beneath("c"))])
    #expect(outcome.dropped == [3])
    #expect(tree.unwatched() == [])
  }

  @Test func `a directory removed and made again is not confused with the old one`() throws {
    var tree = try tree()
    let gone = tree.take([
      event(2, [.deleted, .isDirectory], "b"), event(3, .selfDeleted), event(3, .ignored),
      event(1, [.deleted, .isDirectory], "a"), event(1, [.created, .isDirectory], "a"),
    ])
    #expect(
      gone.hints == [
        .vanished(try beneath("a/b")), .vanished(try beneath("a")), .appeared(try beneath("a")),
      ])
    #expect(gone.dropped.sorted() == [2, 3])
    #expect(tree.attach(try beneath("a"), watch: 9) == [])
    // What the kernel says of the old one comes late.
    let late = tree.take([event(2, .selfDeleted), event(2, .ignored)])
    #expect(late.hints == [])
    #expect(tree.take([event(9, .created, "n.md")]).hints == [.appeared(try beneath("a/n.md"))])
  }

  @Test func `another directory under a known name takes the place of the old one`() throws {
    var tree = try tree()
    #expect(tree.attach(try beneath("a"), watch: 9).sorted() == [2, 3])
    #expect(tree.watchedCount == 3)
  }

  @Test func `a directory found elsewhere than thought is moved in the tree`() throws {
    var tree = try tree()
    #expect(tree.attach(try beneath("other/a"), watch: 2) == [])
    #expect(
      tree.take([event(3, .created, "n")]).hints == [.appeared(try beneath("other/a/b/n"))])
    #expect(tree.id(at: try beneath("a")) == nil)
  }

  @Test func `a watch made after its directory's departure is given back by its number`() throws {
    var tree = try tree()
    // The event of the departure is read after the watch was made, and no move-self follows.
    _ = tree.take([event(1, [.movedFrom, .isDirectory], "other", cookie: 7)])
    #expect(tree.id(at: try beneath("other")) == nil)
    #expect(tree.forget(watch: 4) == [4])
    #expect(tree.departed.isEmpty)
    #expect(tree.watchedCount == 3)
  }

  @Test func `a directory that left and came back before its watch is one directory`() throws {
    var tree = try tree()
    let outcome = tree.take([
      event(1, [.movedFrom, .isDirectory], "other", cookie: 7),
      event(1, [.movedTo, .isDirectory], "other", cookie: 8),
    ])
    #expect(outcome.hints == [.vanished(try beneath("other")), .movedIn(try beneath("other"))])
    #expect(tree.attach(try beneath("other"), watch: 4) == [])
    #expect(tree.departed.isEmpty)
    #expect(tree.watchedCount == 4)
    #expect(tree.take([event(4, .created, "n")]).hints == [.appeared(try beneath("other/n"))])
  }

  @Test func `a directory exchanged with an unknown one is watched anew where it is`() throws {
    var tree = try tree()
    let outcome = tree.take([
      event(1, [.movedFrom, .isDirectory], "other", cookie: 7),
      event(2, [.movedTo, .isDirectory], "unknown", cookie: 7), event(4, .selfMoved),
      event(2, [.movedFrom, .isDirectory], "unknown", cookie: 8),
      event(1, [.movedTo, .isDirectory], "other", cookie: 8),
    ])
    #expect(outcome.dropped == [4])
    #expect(outcome.hints.suffix(2).contains(.movedIn(try beneath("other"))))
    #expect(outcome.hints.suffix(2).contains(.movedIn(try beneath("a/unknown"))))
  }

  @Test func `an arrival that no move-self confirmed does not hide a later departure`() throws {
    var tree = try tree()
    _ = tree.take([
      event(1, [.movedFrom, .isDirectory], "other", cookie: 7),
      event(1, [.movedTo, .isDirectory], "new", cookie: 7),
    ])
    let outcome = tree.take([
      event(1, [.movedFrom, .isDirectory], "new", cookie: 8), event(4, .selfMoved),
    ])
    #expect(outcome.dropped == [4])
    #expect(tree.departed.isEmpty)
  }

  @Test func `exchanged directories are both watched anew`() throws {
    var tree = try tree()
    let outcome = tree.take([
      event(1, [.movedFrom, .isDirectory], "a", cookie: 7),
      event(1, [.movedTo, .isDirectory], "other", cookie: 7), event(2, .selfMoved),
      event(1, [.movedFrom, .isDirectory], "other", cookie: 8),
      event(1, [.movedTo, .isDirectory], "a", cookie: 8), event(4, .selfMoved),
    ])
    #expect(outcome.dropped.sorted() == [2, 3, 4])
    #expect(tree.watchedCount == 1)
    #expect(Set(outcome.hints).contains(.movedIn(try beneath("a"))))
    #expect(Set(outcome.hints).contains(.movedIn(try beneath("other"))))
  }

  @Test func `an overflow asks for a look at everything and ends open moves`() throws {
    var tree = try tree()
    let outcome = tree.take([
      event(1, [.movedFrom, .isDirectory], "a", cookie: 7), event(-1, .overflow),
    ])
    #expect(outcome.hints == [.vanished(try beneath("a")), .everything(reason: .overflow)])
    #expect(outcome.dropped.sorted() == [2, 3])
    #expect(tree.watchedCount == 2)
  }

  @Test func `what a listing does not find is forgotten`() throws {
    var tree = try tree()
    #expect(tree.prune(.root, holding: [Array("other".utf8)]).sorted() == [2, 3])
    #expect(tree.watchedCount == 2)
  }

  @Test(arguments: [InotifyMask.unmounted, .selfDeleted, .selfMoved, .ignored])
  func `what happens to the root itself asks for a look at everything`(mask: InotifyMask) throws {
    var tree = try tree()
    #expect(tree.take([event(1, mask)]).hints == [.everything(reason: .rootChanged)])
  }

  @Test func `the root's name coming or going asks for a look at everything`() throws {
    var tree = try tree()
    tree.attachRootName(Array("docs".utf8), watch: 5)
    let beside = tree.take([event(5, .created, "else"), event(5, .deleted, "doc")])
    #expect(beside.hints == [])
    let itself = tree.take([event(5, [.movedFrom, .isDirectory], "docs", cookie: 3)])
    #expect(itself.hints == [.everything(reason: .rootChanged)])
  }

  @Test func `numbers that nothing is known of are passed over`() throws {
    var tree = try tree()
    let outcome = tree.take([event(77, .created, "x"), event(77, .ignored)])
    #expect(outcome.hints == [])
    #expect(outcome.dropped == [])
  }

  @Test func `Collate's own names give no hint but that of a late write`() throws {
    var tree = try tree()
    tree.attachDisplacedFolder(watch: 5)
    let outcome = tree.take([
      event(1, [.created, .isDirectory], ".collate"),
      event(2, .created, ".collate-staged-12"),
      event(2, .closedAfterWriting, ".collate-staged-12"),
      event(2, .movedTo, ".collate-displaced-12", cookie: 4),
    ])
    #expect(outcome.hints == [])
    #expect(tree.take([event(2, .modified, ".collate-displaced-12")]).hints == [.displaced])
    #expect(tree.take([event(5, .closedAfterWriting, "12")]).hints == [.displaced])
    // These only look alike.
    #expect(
      tree.take([event(2, .created, ".collate"), event(2, .created, ".collate-staged-x")]).hints
        == [.appeared(try beneath("a/.collate")), .appeared(try beneath("a/.collate-staged-x"))])
  }

  @Test func `the watch that is given up is that of the quietest directory`() throws {
    var tree = try tree()
    _ = tree.take([event(2, .created, "x"), event(4, .created, "x")])
    #expect(tree.quietest(sparing: .root) == (try beneath("a/b")))
    #expect(tree.quietest(sparing: try beneath("a/b")) == (try beneath("a")))
    #expect(tree.detach(try beneath("a/b")) == [3])
    #expect(tree.unwatched() == [try beneath("a/b")])
  }
}
