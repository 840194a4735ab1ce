import Control
import Reconciliation
import Testing

@testable import collate

@Suite struct CommandLineStatusTests {
  @Test func `a library in order takes two lines`() {
    let status = Samples.status()
    #expect(
      statusLines(status, libraries: status.libraries, view: Samples.view()) == [
        "collated 0.1.0, process 4242, running for 3 days",
        "",
        "notes  /home/ann/notes  watching",
        "  98 765 documents in 1240 directories, 1.1 GiB kept for merges and history",
      ])
  }

  @Test func `without a library it says how to begin`() {
    #expect(
      statusLines(Samples.status([]), libraries: [], view: Samples.view([])).last
        == "It keeps no library yet. To begin with one: collate add DIRECTORY")
  }

  @Test func `all that a person should know is said, with what to do`() {
    var library = Samples.library()
    library.conflicts = 2
    library.held = 12
    library.unreadable = 1
    library.tooLarge = 3
    library.special = 4
    library.directories = 9800
    library.notes = ["a\u{1B}[31mnote"]
    library.holds = [
      Wire.Hold(path: WirePath("plan.md"), reason: "locked by vim (pid 7)", holder: "vim (pid 7)"),
      Wire.Hold(path: WirePath([0xFF]), reason: "being written", holder: "gedit"),
    ]
    #expect(
      libraryLines(library, view: Samples.view()).dropFirst(2) == [
        "  2 conflicts: collate conflicts",
        "  12 documents held, left alone for now:",
        "    notes/plan.md  locked by vim (pid 7)",
        #"    notes/\xff     being written (gedit)"#,
        "    and 10 more: collate list --state held",
        "  1 document not readable: collate list --state unreadable",
        "  1240 of 9800 directories live; changes in the others are found on a timer, later",
        "  to watch them all: sudo sysctl fs.inotify.max_user_watches=524288",
        "  3 documents over the size limit: kept in step, but old contents are not kept",
        "  4 special files left alone",
        #"  note: a\e[31mnote"#,
      ])
  }

  @Test func `a first scan shows how far it is, and claims nothing about watches yet`() {
    var library = Samples.library()
    library.state = .scanning
    library.directoriesWatched = 10
    library.progress = Wire.Progress(activity: "first scan", done: 6000, total: 10000)
    #expect(
      libraryLines(library, view: Samples.view()) == [
        "notes  /home/ann/notes  scanning",
        "  first scan: 6000 of 10 000  [██████████████░░░░░░░░░░] 60 %",
        "  98 765 documents in 1240 directories, 1.1 GiB kept for merges and history",
      ])
  }

  @Test func `with several libraries the commands name theirs`() {
    var library = Samples.library("my notes")
    library.conflicts = 1
    #expect(
      libraryLines(library, view: Samples.view(["my notes", "papers"]))
        .contains("  1 conflict: collate conflicts --library 'my notes'"))
  }

  @Test func `a watch limit has room for as many again`() {
    #expect(watchLimit(for: 10) == 524_288)
    #expect(watchLimit(for: 262_144) == 524_288)
    #expect(watchLimit(for: 262_145) == 1_048_576)
  }
}

@Suite struct CommandLineConflictTests {
  @Test func `a conflict says whose each side is, since when, what differs and what to do`() {
    #expect(
      conflictLines(Samples.conflict(), view: Samples.view()).joined(separator: "\n") == #"""
        #7  notes/plan.md  edit/edit, found 2 minutes ago
          line 3 was changed in both
          document  notes/plan.md                                     from laptop, changed 5 minutes ago       aaaaaaaa
          copy      notes/plan (conflict 2026-11-30 14.05.12 nas).md  from nas, changed 3 minutes ago (newer)  bbbbbbbb
          from the document (-) to the copy (+):
            @@ -3 +3 @@
            -milk
            +\e[2Jbread
          collate diff 7                     # the whole difference
          collate resolve 7 --keep document  # keep the document, drop the copy
          collate resolve 7 --keep copy      # put the copy in the document's place
          collate resolve 7 --keep both      # leave both as documents of their own
          collate resolve 7 --tool vimdiff   # join the two in a tool of yours
        """#)
  }

  @Test func `only what can be done is offered`() {
    var conflict = Samples.conflict()
    conflict.choices = [.document, .both]
    let lines = conflictLines(conflict, view: Samples.view(["notes", "papers"]))
    #expect(
      lines.suffix(3) == [
        "  collate diff 7 --library notes                     # the whole difference",
        "  collate resolve 7 --keep document --library notes  # keep the document, drop the copy",
        "  collate resolve 7 --keep both --library notes      # leave both as documents of their own",
      ])
  }

  @Test func `a document that was deleted since is not offered`() {
    var conflict = Samples.conflict()
    conflict.choices = [.copy, .both]
    conflict.diff = []
    #expect(
      conflictLines(conflict, view: Samples.view()).dropFirst(2).joined(separator: "\n") == #"""
          document  notes/plan.md                                     deleted since; its versions are in its history  aaaaaaaa
          copy      notes/plan (conflict 2026-11-30 14.05.12 nas).md  from nas, changed 3 minutes ago (newer)         bbbbbbbb
          collate diff 7                 # the whole difference
          collate resolve 7 --keep copy  # put the copy in the document's place
          collate resolve 7 --keep both  # leave the copy as a document of its own
        """#)
    conflict.theirs.modified = conflict.ours.modified - 1
    #expect(Rule.newest.choice(for: conflict) == .copy)
  }

  @Test func `several conflicts end with how to settle them all`() {
    let lines = conflictsLines(
      [Samples.conflict(), Samples.conflict(id: 8)], view: Samples.view())
    #expect(lines.last?.contains("collate resolve --all --keep") ?? false)
    #expect(conflictsLines([], view: Samples.view()) == ["No conflicts."])
  }

  @Test func `the newest is kept, and the document where both are as new`() {
    var conflict = Samples.conflict()
    #expect(Rule.newest.choice(for: conflict) == .copy)
    conflict.theirs.modified = conflict.ours.modified
    #expect(Rule.newest.choice(for: conflict) == .document)
    conflict.ours.modified += 1
    #expect(Rule.newest.choice(for: conflict) == .document)
  }

  @Test(
    arguments: [("12", 12), ("#12", 12), ("12a", nil), ("./12", nil), ("", nil), ("#", nil)]
      as [(String, Int64?)])
  func `a word of digits is a conflict's number`(word: String, id: Int64?) {
    #expect(conflictID(bytes(word)) == id)
  }
}

@Suite struct CommandLineVersionTests {
  private let versions = VersionList([
    version("aaaa1", reason: "current", time: 0), version("aaaa1", reason: "replaced"),
    version("bbbb2", reason: "merged"), version("bbbb3", reason: "deleted"),
  ])

  @Test func `numbers count from the version before what is now`() throws {
    #expect(try versions.version("1").digest.hasPrefix("aaaa1"))
    #expect(try versions.version("3").digest.hasPrefix("bbbb3"))
    #expect(versions.previous?.digest.hasPrefix("bbbb2") ?? false)
  }

  @Test func `the beginning of a digest names a version, in capitals too`() throws {
    #expect(try versions.version("BBBB3").reason == "deleted")
    #expect(try versions.version("aaaa").reason == "current")
  }

  @Test(
    arguments: [
      ("0", ExitCode.notFound), ("4", .notFound), ("bbbb", .usage), ("cccc", .notFound),
      ("abc", .usage), ("xyzw", .usage), ("", .usage),
    ] as [(String, ExitCode)])
  func `what names no version, or several, is refused`(word: String, code: ExitCode) {
    let failure = #expect(throws: Failure.self) { try versions.version(word) }
    #expect(failure?.code == code)
  }

  @Test func `a log numbers what can be brought back`() throws {
    let path = try #require(RelativePath("plan.md"))
    let place = DocumentPlace(library: "notes", path: path)
    #expect(
      versionLines(versions, place: place, view: Samples.view()) == [
        "now  aaaa1000  written 5 minutes ago  1.0 KiB",
        "  1  aaaa1000  written 5 minutes ago  1.0 KiB  replaced 2 minutes ago             from nas",
        "  2  bbbb2000  written 5 minutes ago  1.0 KiB  merged with another 2 minutes ago  from nas",
        "  3  bbbb3000  written 5 minutes ago  1.0 KiB  deleted 2 minutes ago              from nas",
      ])
    let gone = VersionList(Array(versions.past))
    #expect(
      versionLines(gone, place: place, view: Samples.view()).last
        == "It is deleted. To bring it back: collate restore notes/plan.md")
  }

  fileprivate static func version(
    _ digest: String, reason: String, time: Int64 = Samples.minutesAgo(2)
  ) -> Wire.DocumentVersion {
    Wire.DocumentVersion(
      digest: digest + String(repeating: "0", count: 64 - digest.count), time: time, size: 1024,
      modified: Samples.minutesAgo(5), reason: reason, origin: time == 0 ? "" : "nas")
  }
}
