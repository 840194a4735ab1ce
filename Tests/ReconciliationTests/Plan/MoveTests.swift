import Reconciliation
import Testing

@Suite struct MoveTests {
  private func base(_ word: String, inode: UInt64, modified: Int64 = 1) throws -> Base {
    var version = try #require(PlanNotation.version(word))
    version.fingerprint.inode = inode
    version.fingerprint.modified = modified
    return Base(version)
  }

  private func version(_ word: String, inode: UInt64, modified: Int64 = 1) throws -> Version {
    let base = try base(word, inode: inode, modified: modified)
    return Version(
      digest: base.digest, fingerprint: base.fingerprint, readability: .readable)
  }

  private func path(_ text: String) throws -> RelativePath {
    try #require(RelativePath(text))
  }

  @Test func `an inode that went from one name and came under another is a move`() throws {
    let moves = recogniseMoves(
      vanished: [(try path("a.md"), try base("A", inode: 5))],
      appeared: [(try path("b.md"), try version("A", inode: 5))])
    #expect(moves == [Move(from: try path("a.md"), to: try path("b.md"))])
  }

  @Test func `a moved document that was edited on the way is the same document`() throws {
    let moves = recogniseMoves(
      vanished: [(try path("a.md"), try base("A", inode: 5))],
      appeared: [(try path("b.md"), try version("B", inode: 5, modified: 9))])
    #expect(moves == [Move(from: try path("a.md"), to: try path("b.md"))])
  }

  @Test func `the same content under another inode is a move where nothing else has it`() throws {
    let moves = recogniseMoves(
      vanished: [(try path("a.md"), try base("A", inode: 5))],
      appeared: [(try path("b.md"), try version("A", inode: 6, modified: 9))])
    #expect(moves == [Move(from: try path("a.md"), to: try path("b.md"))])
  }

  @Test func `two vanished documents with one content are no proof`() throws {
    let moves = recogniseMoves(
      vanished: [
        (try path("a.md"), try base("A", inode: 5)), (try path("c.md"), try base("A", inode: 7)),
      ],
      appeared: [(try path("b.md"), try version("A", inode: 6, modified: 9))])
    #expect(moves == [])
  }

  @Test func `twenty deletions of forty documents are a person's, twenty-one a mishap`() {
    #expect(!Brakes.holdsDeletion(of: 20, among: 40))
    #expect(Brakes.holdsDeletion(of: 21, among: 40))
    #expect(!Brakes.holdsDeletion(of: 19, among: 19))
    #expect(Brakes.holdsDeletion(of: 20, among: 20))
  }
}
