import Control
import Foundation
import Synchronization
import Testing

@testable import collate

@Suite struct CommandLineEndToEndTests {
  private let daemon: FakeDaemon

  init() throws {
    daemon = try FakeDaemon()
  }

  @Test func `status says what the library is doing`() throws {
    let ended = try daemon.collate("status")
    #expect(ended.code == 0)
    #expect(ended.errors == "")
    #expect(ended.output.contains("notes  \(daemon.folder.path)/notes  watching\n"))
  }

  @Test func `status as JSON is the answer of the socket`() throws {
    let ended = try daemon.collate("status --json")
    let answer = try JSONDecoder().decode(GetStatus.Reply.self, from: ended.rawOutput)
    #expect(answer.libraries.map(\.name) == ["notes"])
    #expect(answer.pid == 4242)
  }

  @Test func `without a daemon it says how to start one`() throws {
    try daemon.stop()
    let ended = try daemon.collate("status")
    #expect(ended.code == 69)
    #expect(ended.output == "")
    #expect(
      ended.errors == """
        collate: collated is not running: nothing listens at \(daemon.folder.path)/run/socket
          To start it for one directory: collated DIRECTORY
          To start it now and at every login: systemctl --user enable --now collated.socket

        """)
  }

  @Test func `a document outside all libraries is refused, and the libraries named`() throws {
    let ended = try daemon.collate("explain elsewhere.md")
    #expect(ended.code == 66)
    #expect(
      ended.errors == """
        collate: elsewhere.md is in none of the libraries
          The libraries are:
            notes  \(daemon.folder.path)/notes

        """)
  }

  @Test func `what the daemon refuses ends with the code for it`() throws {
    let path = "plan.md"
    let refusals: [(DaemonError, Int32, String)] = [
      (.noSuchDocument(path: path, message: ""), 66, "plan.md is not a document"),
      (.held(path: path, reason: "locked by vim"), 75, "locked by vim"),
      (.failed(message: "the disk is full\u{1B}[2J"), 74, #"the disk is full\e[2J"#),
      (.whichLibrary(["a", "b"]), 64, "a, b"),
      (.other(name: "org.collate.Daemon.New"), 69, "org.collate.Daemon.New"),
    ]
    for (error, code, text) in refusals {
      daemon.service.on(ExplainDocument.self) { _ throws(DaemonError) in throw error }
      let ended = try daemon.collate("explain notes/plan.md")
      #expect(ended.code == code, "\(error)")
      #expect(ended.errors.contains(text), "\(ended.errors)")
      #expect(ended.output == "")
    }
  }

  @Test func `a name that is not UTF-8 goes to the daemon as its bytes`() throws {
    let seen = Mutex<[UInt8]>([])
    daemon.service.on(GetDocument.self) { parameters in
      seen.withLock { $0 = parameters.wirePath?.bytes ?? [] }
      return GetDocument.Reply(
        document: document(WirePath([0x62, 0xFF])), content: Content.encoded([1, 0xFF]))
    }
    let ended = try daemon.collate(#"show "$(printf 'notes/a/../b\377')""#)
    // The directory notes/a isn't there: the path is taken by its names.
    #expect(ended.code == 0)
    #expect(seen.withLock { $0 } == [0x62, 0xFF])
    #expect(Array(ended.rawOutput) == [1, 0xFF])
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")))
  func `on a terminal a content can't do anything to it`() throws {
    daemon.service.on(GetDocument.self) { _ in
      GetDocument.Reply(
        document: document(WirePath("plan.md")),
        content: Content.encoded(bytes("a\u{1B}]0;owned\u{7}\nb\\c\n")))
    }
    let ended = try daemon.collate(
      "status >/dev/null; script -qec '\"$COLLATE\" show notes/plan.md' /dev/null </dev/null")
    #expect(ended.output.replacingOccurrences(of: "\r", with: "") == "a\\e]0;owned\\x07\nb\\c\n")
  }

  @Test func `a listing is one JSON document, an entry a line, though it comes in pieces`() throws {
    let names = ["a.md", "b.md", "c.md"]
    daemon.service.on(
      ListDocuments.self,
      pieces: names.map { ListDocuments.Reply(documents: [document(WirePath($0))]) })
    let ended = try daemon.collate("list --json")
    #expect(ended.output.split(separator: "\n").count == names.count + 2)
    let answer = try JSONDecoder().decode(ListDocuments.Reply.self, from: ended.rawOutput)
    #expect(answer.documents.map(\.path) == names)
  }

  @Test func `raw paths are for programs`() throws {
    daemon.service.on(
      ListDocuments.self,
      pieces: [
        ListDocuments.Reply(documents: [
          document(WirePath([0xFF])), document(WirePath("a\nb")), document(WirePath("sub/c")),
        ])
      ])
    let all = try daemon.collate("list --null")
    #expect(
      Array(all.rawOutput) == bytes("notes/") + [0xFF, 0] + bytes("notes/a\nb\0notes/sub/c\0"))
    let some = try daemon.collate("list --null notes/sub")
    #expect(Array(some.rawOutput) == bytes("notes/sub/c\0"))
  }

  @Test func `whoever stops reading is no failure`() throws {
    let documents = (0..<5000).map { document(WirePath("document number \($0).md")) }
    daemon.service.on(ListDocuments.self, pieces: [ListDocuments.Reply(documents: documents)])
    let ended = try daemon.collate("list; \"$COLLATE\" list | head -1 >/dev/null")
    #expect(ended.errors == "")
    let code = try daemon.collate(
      "version >/dev/null; { \"$COLLATE\" list; echo $? >code; } | head -1 >/dev/null; cat code")
    #expect(code.output == "0\n")
  }

  @Test func `an answer that can't be written is a failure`() throws {
    let ended = try daemon.collate("status >/dev/full")
    #expect(ended.code == 74)
    #expect(ended.errors.contains("the answer could not be written"))
  }

  @Test func `conflicts can be asked for by the exit code alone`() throws {
    let some = Mutex([Samples.conflict()])
    daemon.service.on(ListConflicts.self) { _ in
      ListConflicts.Reply(conflicts: some.withLock { $0 })
    }
    let found = try daemon.collate("conflicts --check")
    #expect(found.code == 1)
    #expect(found.output == "")
    #expect(try daemon.collate("conflicts notes/other.md --check").code == 0)
    #expect(try daemon.collate("conflicts notes --check").code == 1)
    some.withLock { $0 = [] }
    #expect(try daemon.collate("conflicts --check").code == 0)
  }

  @Test func `all conflicts are settled by a rule, though one of them can't be`() throws {
    var older = Samples.conflict(id: 8)
    older.ours.modified = older.theirs.modified + 1
    let conflicts = [Samples.conflict(), older, Samples.conflict(id: 9)]
    daemon.service.on(ListConflicts.self) { _ in ListConflicts.Reply(conflicts: conflicts) }
    let choices = Mutex<[Int64: Wire.ConflictChoice]>([:])
    daemon.service.on(ResolveConflict.self) { parameters throws(DaemonError) in
      if parameters.id == 7 { throw .held(path: "plan.md", reason: "locked by vim") }
      choices.withLock { $0[parameters.id] = parameters.choice }
      return Wire.Events(events: [])
    }
    let ended = try daemon.collate("resolve --all --keep newest")
    #expect(choices.withLock { $0 } == [8: .document, 9: .copy])
    #expect(ended.code == 75)
    #expect(ended.errors.hasPrefix("collate: conflict #7: plan.md is left alone for now: locked"))
    #expect(ended.output.contains("#9 settled: notes/plan.md has the copy's content now"))
    #expect(ended.output.hasSuffix("To take that back: collate undo --last 2\n"))
  }

  @Test func `a joined text goes to the daemon as it is`() throws {
    daemon.service.on(ListConflicts.self) { _ in
      ListConflicts.Reply(conflicts: [Samples.conflict()])
    }
    let content = Mutex<String?>(nil)
    daemon.service.on(ResolveConflict.self) { parameters in
      content.withLock { $0 = parameters.content }
      return Wire.Events(events: [])
    }
    let ended = try daemon.collate("resolve notes/plan.md --merged -", input: "joined\n")
    #expect(ended.code == 0)
    #expect(content.withLock { $0 } == Content.encoded(bytes("joined\n")))
  }

  @Test func `a tool joins one conflict after another, until it fails`() throws {
    let conflicts = (7...10).map { Samples.conflict(id: $0) }
    daemon.service.on(ListConflicts.self) { _ in ListConflicts.Reply(conflicts: conflicts) }
    daemon.service.on(GetDocument.self) { parameters in
      GetDocument.Reply(
        document: document(WirePath(parameters.path)),
        content: Content.encoded(bytes(parameters.path + "\n")))
    }
    let settled = Mutex<[Int64: String?]>([:])
    daemon.service.on(ResolveConflict.self) { parameters in
      settled.withLock { $0[parameters.id] = parameters.content }
      return Wire.Events(events: [])
    }
    // The first is joined, the second left as it is, and at the third the tool is ended.
    try daemon.write(
      "tool",
      """
      echo x >> count
      case $(wc -l < count) in 1) cat "$2" >> "$1";; 3) echo half >> "$1"; exit 5;; esac
      """)
    let ended = try daemon.collate("resolve --all --tool 'sh tool'")
    let copy = "plan (conflict 2026-11-30 14.05.12 nas).md"
    #expect(settled.withLock { $0 } == [7: Content.encoded(bytes("plan.md\n\(copy)\n"))])
    #expect(ended.code == 1)
    #expect(ended.output.contains("#7 settled: notes/plan.md has the joined content now"))
    #expect(ended.output.contains("#8 not settled: notes/plan.md was left as it is"))
    #expect(ended.errors.contains("conflict #9: not settled, since the tool ended with 5"))
    #expect(try daemon.text("count") == "x\nx\nx\n")
    // What was written when the tool was ended is kept, and nothing else.
    let kept = try daemon.names("collate-edit-")
    #expect(kept.count == 1)
    #expect(try daemon.text((kept.first ?? "") + "/plan.md") == "plan.md\nhalf\n")
  }

  @Test func `how to settle has to be said, and is not guessed`() throws {
    #expect(try daemon.collate("resolve 7").code == 64)
    #expect(try daemon.collate("resolve --keep copy").code == 64)
    #expect(try daemon.collate("resolve --all --merged x").code == 64)
    #expect(daemon.service.asked == [])
  }

  @Test func `a document in conflict is compared with its copy, another with its last version`()
    throws
  {
    let conflicts = Mutex([Samples.conflict()])
    daemon.service.on(ListConflicts.self) { _ in
      ListConflicts.Reply(conflicts: conflicts.withLock { $0 })
    }
    daemon.service.on(GetDocument.self) { parameters in
      let text = parameters.path == "plan.md" ? "a\nmilk\n" : "a\nbread\n"
      return GetDocument.Reply(
        document: document(WirePath(parameters.path)), content: Content.encoded(bytes(text)))
    }
    let patch = try daemon.collate("diff notes/plan.md")
    #expect(patch.output.hasSuffix("@@ -1,2 +1,2 @@\n a\n-milk\n+bread\n"))
    #expect(patch.output.hasPrefix("--- notes/plan.md\t"))
    #expect(try daemon.collate("diff 7").output == patch.output)
    #expect(try daemon.collate("diff 7 --check").code == 1)

    conflicts.withLock { $0 = [] }
    daemon.service.on(ListVersions.self) { _ in
      ListVersions.Reply(versions: [
        version("1", "current"), version("2", "replaced"),
      ])
    }
    daemon.service.on(GetVersion.self) { _ in
      GetVersion.Reply(content: Content.encoded(bytes("a\nmilk")))
    }
    let ended = try daemon.collate("diff notes/plan.md --color=always")
    #expect(
      ended.output.hasSuffix(
        "\u{1B}[31m-milk\u{1B}[0m\n\\ No newline at end of file\n\u{1B}[32m+milk\u{1B}[0m\n"))
  }

  @Test func `a deleted document comes back without saying which version`() throws {
    daemon.service.on(ListVersions.self) { _ in
      ListVersions.Reply(versions: [version("2", "deleted"), version("3", "replaced")])
    }
    let asked = Mutex("")
    daemon.service.on(RestoreVersion.self) { parameters in
      asked.withLock { $0 = parameters.digest }
      return Wire.Events(events: [])
    }
    #expect(try daemon.collate("restore notes/gone/plan.md").code == 0)
    #expect(asked.withLock { $0 } == Samples.digest("2"))
    #expect(try daemon.collate("restore notes/gone/plan.md --version 2").code == 0)
    #expect(asked.withLock { $0 } == Samples.digest("3"))
  }

  @Test func `events come until there are no more, however many the daemon sends at once`() throws {
    daemon.service.on(Monitor.self) { parameters throws(DaemonError) in
      guard let after = parameters.after, after >= 4 else { throw .eventsGone(first: 5) }
      let numbers = (after + 1)...min(after + 3, 12)
      return Wire.Events(events: numbers.map { event($0) })
    }
    let ended = try daemon.collate("events --json")
    let answer = try JSONDecoder().decode(Wire.Events.self, from: ended.rawOutput)
    #expect(answer.events.map(\.number) == Array(5...12))
    // Who asked for more is told that it is gone.
    let gone = try daemon.collate("events --after 2")
    #expect(gone.code == 1)
    #expect(gone.errors.contains("events before number 5 are not kept any more"))
    #expect(try daemon.collate("events --after 12").output == "Nothing has happened yet.\n")
  }

  @Test func `who follows events ends when nobody reads them any more`() throws {
    // A responder that goes away ends its stream: this one goes on, but says nothing more.
    let held = Mutex<[Responder]>([])
    daemon.service.on(Monitor.self) { call, responder in
      if call.wantsMore { held.withLock { $0.append(responder) } }
      _ = responder.replyMore(Wire.Events(events: (1...12).map { event($0) }))
    }
    let ended = try daemon.collate(
      "version >/dev/null; { \"$COLLATE\" events -f; echo $? >code; } | head -1; cat code")
    #expect(ended.output == "1  2026-11-30 00:52:20 +0000  changed  notes/plan.md\n0\n")
    #expect(ended.errors == "")
  }

  @Test func `a place without documents is told, since it may be mistyped`() throws {
    daemon.service.on(
      ListDocuments.self,
      pieces: [ListDocuments.Reply(documents: [document(WirePath("a/b.md"))])])
    #expect(try daemon.collate("list notes/a").code == 0)
    #expect(try daemon.collate("list notes/A").code == 66)
    #expect(try daemon.collate("list notes/A --state held").code == 0)
    #expect(try daemon.collate("list notes/a --state held").output == "")
  }

  @Test func `the last few are taken back, newest first`() throws {
    let actions = (1...4).map { id in
      Wire.Action(
        library: "notes", id: id, time: id, summary: "merged", path: WirePath("plan.md"),
        undone: id == 3)
    }
    daemon.service.on(ListActions.self) { _ in ListActions.Reply(actions: actions) }
    let undone = Mutex<[Int64?]>([])
    daemon.service.on(Undo.self) { parameters in
      undone.withLock { $0.append(parameters.id) }
      return Undo.Reply(action: actions[0], events: [])
    }
    #expect(try daemon.collate("undo --last 2").code == 0)
    #expect(undone.withLock { $0 } == [4, 2])
    #expect(try daemon.collate("undo --last 4").code == 1)
    #expect(try daemon.collate("undo").code == 0)
    #expect(undone.withLock { $0 } == [4, 2, nil])
  }

  @Test func `the library is named by its directory as well as by its name`() throws {
    let paused = Mutex<[String?]>([])
    daemon.service.on(Pause.self) { parameters in
      paused.withLock { $0.append(parameters.library) }
      return Wire.Nothing()
    }
    for word in ["", "notes", "./notes/", "../$(basename \"$PWD\")/notes"] {
      #expect(try daemon.collate("pause \(word)").code == 0, "\(word)")
    }
    #expect(paused.withLock { $0 } == [nil, "notes", "notes", "notes"])
    #expect(try daemon.collate("pause papers").code == 66)
  }

  @Test func `doctor finds nothing wrong with a private folder and leaves nothing behind`() throws {
    let ended = try daemon.collate("doctor --json")
    #expect(ended.output.contains(#""subject":"daemon","text":"collated 0.1.0, process 4242""#))
    #expect(!ended.output.contains(#""level":"problem""#), "\(ended.output)")
    #expect(ended.code == 0)
    let left = try FileManager.default.contentsOfDirectory(
      atPath: daemon.folder.path + "/notes")
    #expect(left == [])
  }

  @Test func `doctor says when the state is open to others`() throws {
    try FileManager.default.createDirectory(
      at: daemon.folder.appending(path: "state/collate"), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o755])
    let ended = try daemon.collate("doctor")
    #expect(ended.code == 1)
    #expect(ended.output.contains("chmod 700 \(daemon.folder.path)/state/collate"))
  }

  @Test func `completions are scripts that their shell accepts`() throws {
    let ended = try daemon.collate("completions bash | bash -n")
    #expect(ended.code == 0)
    let complete = """
      completions bash > c; bash -c '. ./c; COMP_WORDS=(collate res); COMP_CWORD=1; _collate
      echo "${COMPREPLY[@]}"; COMP_WORDS=(collate resolve --keep n); COMP_CWORD=3; _collate
      echo "${COMPREPLY[@]}"; COMP_WORDS=(collate list no); COMP_CWORD=2; _collate
      echo "${COMPREPLY[@]}"'
      """
    #expect(try daemon.collate(complete).output == "resolve restore resume rescan\nnewest\nnotes\n")
    #expect(try daemon.collate("completions tcsh").code == 64)
  }
}

private func document(_ path: WirePath) -> Wire.Document {
  Wire.Document(
    library: "notes", path: path, state: .normal, digest: Samples.digest("1"), size: 12,
    modified: Samples.minutesAgo(5), contentType: "public.plain-text")
}

private func version(_ digit: Character, _ reason: String) -> Wire.DocumentVersion {
  Wire.DocumentVersion(
    digest: Samples.digest(digit), time: reason == "current" ? 0 : Samples.minutesAgo(2), size: 7,
    modified: Samples.minutesAgo(5), reason: reason, origin: "")
}

private func event(_ number: Int64) -> Wire.Event {
  Wire.Event(
    library: "notes", number: number, time: Samples.minutesAgo(1), kind: "changed",
    path: WirePath("plan.md"))
}
