import Reconciliation
import Testing

@Suite struct IgnoreSetTests {
  private func set(_ files: [String: String] = [:]) throws -> IgnoreSet {
    var set = IgnoreSet()
    for (directory, text) in files {
      let path = try #require(RelativePath(directory))
      set.insert(IgnoreRules(parsing: Array(text.utf8), in: path))
    }
    return set
  }

  private func verdict(
    _ text: String, in set: IgnoreSet, isDirectory: Bool = false
  ) throws -> Ignored? {
    set.verdict(for: try #require(RelativePath(text)), isDirectory: isDirectory)
  }

  @Test(arguments: [
    "notes.md", ".hidden.md", "a/b/c.txt", "x.sql", "tmp.md", "sedation", "orig", "1234.txt",
    "report (1).md", "C#.md", "#1 todo.md", "a~b.md", ".collateignore", "a/.collateignore",
    "collate.md", ".collated", "4913.md", "DEADBEEF.md", "download", "a.swift",
  ])
  func `ordinary names are documents`(path: String) throws {
    #expect(try verdict(path, in: set()) == nil)
  }

  @Test(arguments: [
    ".notes.md.swp", ".notes.md.swo", ".swp", "notes.md~", "notes.md.~3~", ".notes.md.un~",
    ".#notes.md", "#notes.md#", ".notes.md.kate-swp", "notes.md___jb_tmp___", ".~lock.notes.odt#",
    "~$notes.docx", "~WRD0001.tmp", ".goutputstream-A1B2C3", ".dat.nosync1a2b.Xyz123",
    "n.md.sb-1a2b3c4d-5e6f7a", ".~tmp~/n.md", ".rsync-partial/n.md", ".syncthing.n.md.tmp",
    "~syncthing~n.md.tmp", ".stfolder/x", ".stversions/n.md", ".stignore", ".n.md.~1f2e3d",
    ".sync_0a1b2c.db", ".sync_0a1b2c.db-wal", ".csync_journal.db", "n.md.1a2b3c4d.partial",
    ".unison.n.md.0a1b.unison.tmp", ".mutagen-temporary-1", ".watchman-cookie-host-1-2",
    ".dropbox", ".dropbox.cache/x", "n.md.!sync", ".sync/x", ".getxfer.1.mega", ".debris/x",
    "n.md.ffs_tmp", "n.pdf.crdownload", ".git/config", "a/.git", ".nfs0000a1", ".fuse_hidden01",
    ".Trash-1000/files/n.md", ".DS_Store", "._n.md", "Thumbs.db", ".collate/staging/1",
    "a/.collate/x", ".collate-staging-1",
    "a/.collate-installing-0123456789abcdef/n.md",
  ])
  func `names that only programs use never are`(path: String) throws {
    let found = try #require(try verdict(path, in: set()))
    #expect(!found.isProvisional)
    #expect(found.reason.hasPrefix("ignored by `"))
  }

  @Test(arguments: [
    "x.md.tmp", "n.part", "n.md.orig", "n.md.rej", "n.save", "n.save.1", "~n.md", ".~n.doc", "4913",
    "5036", "sedA1b2C3", "DEADBEEF", "0012ABCD", ".n.sea", "n.download", "n.partial",
  ])
  func `names that could be a person's are ignored provisionally`(path: String) throws {
    let found = try #require(try verdict(path, in: set()))
    #expect(found.isProvisional)
    #expect(found.reason.hasPrefix("looks like a temporary file: `"))
  }

  @Test func `what is always ignored is so in a folder with a temporary file's name too`() throws {
    #expect(try verdict("n.tmp/a~", in: set())?.isProvisional == false)
    #expect(try verdict("n.tmp/.git/x", in: set())?.isProvisional == false)
    #expect(try verdict("n.tmp/a", in: set())?.isProvisional == true)
  }

  @Test func `a person's rule goes before the built-in ones, but not for Collate's own`() throws {
    let set = try set(["": "!*~\n!.collate\n!*.tmp\n*.log\n!.git\n"])
    #expect(try verdict("n.md~", in: set) == nil)
    #expect(try verdict("n.tmp", in: set) == nil)
    #expect(try verdict(".git/config", in: set) == nil)
    #expect(try verdict(".collate", in: set, isDirectory: true) != nil)
    #expect(
      try verdict("a/x.log", in: set)?.reason
        == "ignored by `*.log` (line 4 of .collateignore)")
  }

  @Test func `a rule file is a document unless its folder is ignored`() throws {
    let set = try set(["": ".*\nprivate/\n"])
    #expect(try verdict(".collateignore", in: set) == nil)
    #expect(try verdict("a/.collateignore", in: set) == nil)
    #expect(try verdict("private/.collateignore", in: set) != nil)
    #expect(try verdict(".collateignore", in: set, isDirectory: true) != nil)
  }

  @Test func `the nearest file decides, its last line first`() throws {
    let set = try set(["": "*.log\n", "a": "!keep.log\n", "a/b": "keep.log\n!keep.log\nkeep.*\n"])
    #expect(try verdict("keep.log", in: set) != nil)
    #expect(try verdict("a/keep.log", in: set) == nil)
    #expect(try verdict("a/other.log", in: set) != nil)
    #expect(
      try verdict("a/b/keep.log", in: set)?.reason
        == "ignored by `keep.*` (line 3 of a/b/.collateignore)")
  }

  @Test func `what lies in an ignored folder can't be taken back`() throws {
    let set = try set(["": "build/\n!build/keep.md\n", "build": "!*\n"])
    #expect(try verdict("build/keep.md", in: set) != nil)
    #expect(try verdict("build", in: set) == nil)
    #expect(try verdict("build", in: set, isDirectory: true) != nil)
    let path = try #require(RelativePath("build/keep.md"))
    #expect(set.ownVerdict(for: path, isDirectory: false) == nil)
  }

  @Test func `rules go with their file, and with their folder`() throws {
    var set = try set(["": "a.md\n", "x": "b.md\n", "x/y": "c.md\n"])
    let x = try #require(RelativePath("x"))
    set.insert(IgnoreRules(parsing: [], in: .root))
    #expect(try verdict("a.md", in: set) == nil)
    set.removeRules(in: x)
    #expect(try verdict("x/b.md", in: set) == nil)
    #expect(try verdict("x/y/c.md", in: set) != nil)
    set.removeRules(beneath: x)
    #expect(try verdict("x/y/c.md", in: set) == nil)
  }

  @Test func `names that are not UTF-8 are matched by their bytes`() throws {
    var set = IgnoreSet()
    set.insert(IgnoreRules(parsing: [0x67, 0xFC, 0x2A], in: .root))
    let match = try #require(RelativePath([0x67, 0xFC, 0x6E]))
    let other = try #require(RelativePath([0x67, 0xC3, 0xBC, 0x6E]))
    #expect(set.verdict(for: match, isDirectory: false)?.reason.contains("`g\\xfc*`") == true)
    #expect(set.verdict(for: other, isDirectory: false) == nil)
  }

  @Test func `a pattern made to be slow is not`() {
    let pattern = GlobPattern(Array(String(repeating: "*a", count: 200).utf8) + Array("b".utf8))
    let text = [UInt8](repeating: UInt8(ascii: "a"), count: 4_000)
    #expect(pattern?.matches(text[...]) == false)
  }
}
