import Control
import Foundation
import Synchronization
import Testing

@testable import collate

@Suite struct CommandLineEditTests {
  private let daemon: FakeDaemon

  init() throws {
    daemon = try FakeDaemon()
    daemon.service.on(OpenDocument.self) { _ in
      OpenDocument.Reply(
        session: 3, digest: Samples.digest("1"), content: Content.encoded(bytes("milk\n")))
    }
    daemon.service.on(CloseDocument.self) { _ in Wire.Nothing() }
  }

  @Test func `what the editor wrote is saved with the version it was made from`() throws {
    let saved = Mutex<SaveDocument.Parameters?>(nil)
    daemon.service.on(SaveDocument.self) { parameters in
      saved.withLock { $0 = parameters }
      return SaveDocument.Reply(outcome: .saved, digest: Samples.digest("2"))
    }
    let ended = try edit(
      #"sh -c 'stat -c %a "$(dirname "$1")" "$1" > modes; echo bread >> "$1"' -"#)
    #expect(ended.code == 0)
    #expect(ended.output == "Saved notes/plan.md\n")
    let parameters = try #require(saved.withLock { $0 })
    #expect(parameters.session == 3)
    #expect(parameters.opened == Samples.digest("1"))
    #expect(parameters.path == "plan.md")
    #expect(parameters.content == Content.encoded(bytes("milk\nbread\n")))
    #expect(daemon.service.asked.last == "CloseDocument")
    #expect(try daemon.text("modes") == "700\n600\n")
    #expect(try daemon.names("collate-edit-") == [])
  }

  @Test func `an editor that changes nothing saves nothing`() throws {
    let ended = try edit("true")
    #expect(ended.output == "notes/plan.md is unchanged\n")
    #expect(!daemon.service.asked.contains("SaveDocument"))
    #expect(daemon.service.asked.last == "CloseDocument")
    #expect(try daemon.names("collate-edit-") == [])
  }

  @Test func `an editor that replaces the file and leaves a backup is understood`() throws {
    daemon.service.on(SaveDocument.self) { _ in
      SaveDocument.Reply(outcome: .merged, digest: Samples.digest("2"))
    }
    let ended = try edit(#"sh -c 'mv "$1" "$1~"; echo new > "$1"' -"#)
    #expect(ended.output.hasPrefix("Merged with what was changed in notes/plan.md meanwhile"))
    #expect(try daemon.names("collate-edit-") == [])
  }

  @Test func `a conflict copy is named`() throws {
    let copy = WirePath("plan (conflict 2026-11-30 14.05.12 collate edit).md")
    daemon.service.on(SaveDocument.self) { _ in
      SaveDocument.Reply(outcome: .conflict, digest: Samples.digest("2"), copy: copy)
    }
    let ended = try edit(#"sh -c 'echo bread > "$1"' -"#)
    #expect(ended.output.contains("\n  notes/" + copy.text + "\n"))
    #expect(ended.output.hasSuffix("collate conflicts notes/plan.md\n"))
  }

  @Test func `where saving fails the text is kept, and said where`() throws {
    daemon.service.on(SaveDocument.self) { _ throws(DaemonError) in
      throw .failed(message: "the disk is full")
    }
    let ended = try edit(#"sh -c 'echo bread > "$1"' -"#)
    #expect(ended.code == 74)
    let kept = try #require(try daemon.names("collate-edit-").first)
    #expect(try daemon.text(kept + "/plan.md") == "bread\n")
    let path = daemon.folder.path + "/" + kept + "/plan.md"
    #expect(ended.errors.contains("Nothing of yours is lost, it is in \(path)"))
  }

  @Test func `an editor that fails saves nothing, and what it wrote is kept`() throws {
    let ended = try edit(#"sh -c 'echo bread > "$1"; exit 3' -"#)
    #expect(ended.code == 1)
    #expect(ended.errors.contains("the editor ended with 3"))
    #expect(try daemon.names("collate-edit-").count == 1)
    #expect(!daemon.service.asked.contains("SaveDocument"))
  }

  @Test func `an editor that isn't there leaves nothing behind`() throws {
    let ended = try edit("/no/such/editor")
    #expect(ended.code == 1)
    #expect(try daemon.names("collate-edit-") == [])
  }

  @Test func `a document that is not there yet is made`() throws {
    daemon.service.on(OpenDocument.self) { parameters throws(DaemonError) in
      throw .noSuchDocument(path: parameters.path, message: "")
    }
    let saved = Mutex<SaveDocument.Parameters?>(nil)
    daemon.service.on(SaveDocument.self) { parameters in
      saved.withLock { $0 = parameters }
      return SaveDocument.Reply(outcome: .saved, digest: Samples.digest("2"))
    }
    #expect(try edit(#"sh -c 'echo bread > "$1"' -"#).code == 0)
    let parameters = try #require(saved.withLock { $0 })
    #expect(parameters.session == nil)
    #expect(parameters.opened == nil)
  }

  private func edit(_ editor: String) throws -> Ended {
    try daemon.collate("edit notes/plan.md", environment: ["EDITOR": editor])
  }
}

@Suite struct CommandLineLockTests {
  private let daemon: FakeDaemon

  init() throws {
    daemon = try FakeDaemon()
    try daemon.stop()
    try daemon.write("plan.md", "milk\n")
  }

  @Test func `the command has the lock, and its exit code is given back`() throws {
    let ended = try daemon.collate(
      "lock plan.md -- sh -c 'flock -n plan.md true; exit $(($? + 6))'")
    #expect(ended.code == 7)
    #expect(try daemon.collate("lock plan.md -- sh -c 'kill -9 $$'").code == 137)
  }

  @Test func `the lock can be shared with readers`() throws {
    let ended = try daemon.collate(
      "lock --shared plan.md -- sh -c 'flock -n -s plan.md echo both; flock -n plan.md echo bad'")
    #expect(ended.output == "both\n")
  }

  @Test func `a lock that another holds is waited for, or not`() throws {
    let line = """
      version >/dev/null
      exec 9<plan.md; flock 9
      "$COLLATE" lock -n plan.md echo bad; echo $?
      "$COLLATE" lock plan.md echo good 2>waiting &
      until grep -q waiting waiting 2>/dev/null; do sleep 0.01; done
      flock -u 9; wait
      """
    let ended = try daemon.collate(line)
    #expect(ended.output == "75\ngood\n")
    #expect(ended.errors.contains("plan.md is locked by"))
    #expect(try daemon.text("waiting").contains("waiting for the lock on plan.md, held by"))
  }

  @Test func `the lock follows the name to the file that the command puts there`() throws {
    let line = """
      lock plan.md -- sh -c 'echo new > temp; mv temp plan.md
      n=0; until ! flock -n plan.md true; do n=$((n + 1)); [ $n -lt 500 ] || exit 9; sleep 0.02; done'
      """
    #expect(try daemon.collate(line).code == 0)
  }

  @Test func `after waiting the lock is on what has the name now`() throws {
    let line = """
      version >/dev/null
      exec 9<plan.md; flock 9
      "$COLLATE" lock plan.md -- sh -c 'flock -n plan.md echo bad; cat plan.md' 2>waiting &
      until grep -q waiting waiting 2>/dev/null; do sleep 0.01; done
      echo new > temp; mv temp plan.md
      flock -u 9; wait
      """
    #expect(try daemon.collate(line).output == "new\n")
  }

  @Test func `to make a document its directory is locked`() throws {
    let ended = try daemon.collate("lock notes/new.md -- sh -c 'flock -n notes echo bad; echo $?'")
    #expect(ended.output == "1\n")
  }

  @Test func `a command that isn't there, or can't be run, is told as shells do`() throws {
    #expect(try daemon.collate("lock plan.md no-such-command").code == 127)
    #expect(try daemon.collate("lock plan.md ./plan.md").code == 126)
  }
}
