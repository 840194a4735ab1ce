import Control
import LinuxSystem
import TestSupport
import Testing

/// What a person reads of a library in several directories.
@Suite struct ReplicaViewTests {
  @Test func `what is different somewhere is said of the directory, and what comes next`()
    async throws
  {
    try await ReplicaTests.run(prepare: {
      try await $0.shell("for i in 1 2 3; do echo $i > $i.md; done")
    }) { daemon in
      try await ReplicaTests.waitUntilEqual(daemon)
      try await daemon.shell(#"mv "$T/second" "$T/away""#)
      try await daemon.waitUntil("it is absent") {
        try daemon.ask(GetStatus.self).libraries.first?.replicas?.last?.present == false
      }
      try await daemon.shell("echo more >> 1.md; rm 2.md")
      try await daemon.waitUntil("the changes are known") { try daemon.known().count == 2 }
      let explained = try await daemon.shell(#""$COLLATE" explain 1.md"#)
      #expect(explained.contains("in documents: has the agreed version"))
      #expect(explained.contains("in second: has version") && explained.contains("it is absent"))
      #expect(explained.contains("next: the agreed version comes to second when that is back"))
      let listed = try await daemon.shell(#""$COLLATE" list"#)
      #expect(listed.contains("in second: still version"))
      let json = try await daemon.shell(#""$COLLATE" show --json 1.md"#)
      #expect(json.contains(#""state":"behind""#) && json.contains(#""replica":"second""#))
      try await daemon.shell(#"mv "$T/away" "$T/second""#)
      try await ReplicaTests.waitUntilEqual(daemon)
      #expect(!(try await daemon.shell(#""$COLLATE" list"#).contains("in second")))
    }
  }

  @Test func `a dry run says what would be done in each directory, and does nothing`() async throws
  {
    try await ReplicaTests.run(prepare: {
      try await $0.shell("for i in 1 2 3 4; do echo $i > $i.md; done")
    }) { daemon in
      try await ReplicaTests.waitUntilEqual(daemon)
      try await daemon.shell(#""$COLLATE" pause"#)
      try await daemon.shell(
        #"echo left > 1.md; echo right > "$T/second/1.md"; rm "$T/second/2.md"; echo n > "$T/second/new.md""#
      )
      let planned = try await daemon.shell(#""$COLLATE" rescan --dry-run"#)
      #expect(planned.contains("in documents: changed in one place"))
      #expect(planned.contains("in second: changed in one place"))
      #expect(planned.contains("in second: deleted, and changed nowhere else"))
      #expect(planned.contains("in second: a new document"))
      #expect(planned.contains("3 documents would be acted on"))
      let before = try await daemon.shell(#""$COLLATE" explain 2.md"#)
      #expect(before.contains("nothing is there now: deleted, and changed nowhere else"))
      #expect(try daemon.tree().files.count == 4)

      // What they became is labelled by the directories, not by the machine.
      try await daemon.shell(#""$COLLATE" resume"#)
      try await ReplicaTests.waitUntilEqual(daemon)
      let conflict = try #require(
        try daemon.ask(ListConflicts.self, Wire.InLibrary()).conflicts.first)
      #expect(Set([conflict.ours.origin, conflict.theirs.origin]) == ["documents", "second"])
      #expect(try await daemon.shell(#""$COLLATE" conflicts"#).contains("from second"))
    }
  }

  @Test func `doctor says of each directory what it means for the promise`() async throws {
    try await ReplicaTests.run { daemon in
      let doctor = try await daemon.shell(#""$COLLATE" doctor || true"#)
      for name in ["documents", "second"] { #expect(doctor.contains("/\(name)  ")) }
      #expect(doctor.ranges(of: "names can be exchanged").count == 2)
      #expect(doctor.ranges(of: "permissions are kept").count == 2)
      #expect(doctor.contains("times are kept to the nanosecond"))
      #expect(try await daemon.shell(#"find . "$T/second" -name '.collate*'"#) == "")
    }
  }
}
