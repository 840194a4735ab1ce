import Reconciliation
import Testing

@Suite struct StandingTests {
  private func version(_ word: String, inode: UInt64) throws -> Version {
    var version = try #require(PlanNotation.version(word))
    version.fingerprint.inode = inode
    return version
  }

  private let nobody = Standing(base: nil, held: [nil, nil, nil])

  @Test func `a version found in one replica is the library's, and the others lack it`() throws {
    var standing = nobody
    try standing.take(version("A", inode: 7), from: 1)
    #expect(try standing.base?.digest == version("A", inode: 7).digest)
    #expect(try standing.agreed(in: 1) == version("A", inode: 7))
    #expect(standing.agreed(in: 0) == nil)
    #expect((0...2).map { standing.isBehind($0) } == [true, false, true])
  }

  @Test func `who held the version before is behind with it, and it is the base of what comes`()
    throws
  {
    var standing = nobody
    try standing.take(version("A", inode: 1), from: 0)
    try standing.agree(version("A", inode: 2).fingerprint, in: 1)
    try standing.take(version("B", inode: 1), from: 0)
    #expect(try standing.agreed(in: 1) == version("A", inode: 2))
    #expect(standing.isBehind(1))
    // However often the library moves on, it stays the version that the replica had.
    try standing.take(version("C", inode: 1), from: 0)
    #expect(try standing.agreed(in: 1) == version("A", inode: 2))
    try standing.agree(version("C", inode: 3).fingerprint, in: 1)
    #expect(!standing.isBehind(1))
    #expect(try standing.agreed(in: 1) == version("C", inode: 3))
  }

  @Test func `a version that no replica holds leaves all behind`() throws {
    var standing = nobody
    try standing.take(version("A", inode: 1), from: 0)
    try standing.take(version("AB", inode: 0), from: nil)
    #expect((0...2).map { standing.isBehind($0) } == [true, true, true])
    #expect(try standing.agreed(in: 0) == version("A", inode: 1))
  }

  @Test func `a deletion leaves the others with what they hold, to be removed`() throws {
    var standing = nobody
    try standing.take(version("A", inode: 1), from: 0)
    try standing.agree(version("A", inode: 2).fingerprint, in: 2)
    standing.forget(in: 0)
    #expect(standing.base == nil)
    #expect((0...2).map { standing.isBehind($0) } == [false, false, true])
    #expect(try standing.agreed(in: 2) == version("A", inode: 2))
    standing.lack(in: 2)
    #expect(standing == nobody)
  }

  @Test func `the same content with another mode is to be brought to the others`() throws {
    var standing = nobody
    var version = try version("A", inode: 1)
    standing.take(version, from: 0)
    version.fingerprint.inode = 2
    standing.agree(version.fingerprint, in: 1)
    standing.changeMetadata(mode: 0o755)
    version.fingerprint.mode = 0o755
    standing.agree(version.fingerprint, in: 1)
    #expect((0...2).map { standing.isBehind($0) } == [true, false, true])
    #expect(standing.base?.mode == 0o755)
    #expect(standing.agreed(in: 0)?.fingerprint.mode == 0o644)
  }

  @Test func `the first replica's fingerprint is nil where it doesn't hold the version`() throws {
    var base = Base(try version("A", inode: 9))
    #expect(base.fingerprint(in: 0)?.inode == 9)
    base.set(nil, in: 0)
    #expect(base.fingerprint(in: 0) == nil)
    #expect(base.fingerprint(in: 3) == nil)
    #expect(try base.fingerprint.size == version("A", inode: 9).fingerprint.size)
    base.set(try version("A", inode: 4).fingerprint, in: 2)
    #expect(base.fingerprint(in: 1) == nil)
    #expect(base.fingerprint(in: 2)?.inode == 4)
  }
}
