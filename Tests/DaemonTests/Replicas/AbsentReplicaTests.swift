import Control
import LinuxSystem
import TestSupport
import Testing

/// A directory that is away, or another than it was, and a daemon that is killed.
@Suite struct AbsentReplicaTests {
  private static func isAbsent(_ daemon: DaemonUnderTest) throws -> Bool {
    try daemon.ask(GetStatus.self).libraries.first?.replicas?.last?.present == false
  }

  @Test func `one that is away is left alone, and comes up with what happened meanwhile`()
    async throws
  {
    try await ReplicaTests.run(prepare: { daemon in
      try await daemon.shell("for i in 1 2 3 4 5; do echo $i > $i.md; done")
    }) { daemon in
      try await ReplicaTests.waitUntilEqual(daemon)
      try await daemon.shell(#"mv "$T/second" "$T/away""#)
      try await daemon.waitUntil("it is absent") { try Self.isAbsent(daemon) }
      try await daemon.shell(
        """
        rm 1.md 2.md; echo more >> 3.md; echo new > 6.md
        echo edit >> "$T/away/2.md"; echo edit >> "$T/away/4.md"
        """)
      try await daemon.waitUntil("the deletions are known") {
        try daemon.known().count == 4
      }
      // An empty directory in its place, as an unmounted disk leaves, is not it.
      try await daemon.shell(#"mkdir "$T/second"; echo stray > "$T/second/stray.md""#)
      try await daemon.waitUntil("a look was taken") {
        try daemon.ask(GetStatus.self).libraries.first?.replicas?.last?.reason?
          .contains("another directory") == true
      }
      #expect(try ReplicaTests.second(daemon).files.count == 1)
      #expect(try daemon.known().count == 4)
      try await daemon.shell(#"rm -r "$T/second"; mv "$T/away" "$T/second""#)
      try await daemon.waitUntil("it is back") { try !Self.isAbsent(daemon) }
      try await daemon.waitUntil("the edit came over") {
        try daemon.known().keys.contains(WirePath(Array("2.md".utf8)))
      }
      try await ReplicaTests.waitUntilEqual(daemon)
      let tree = try daemon.tree()
      #expect(Set(tree.files.keys.map(\.text)) == ["2.md", "3.md", "4.md", "5.md", "6.md"])
      #expect(try daemon.read("2.md") == "2\nedit\n")
      #expect(try daemon.read("3.md") == "3\nmore\n")
      #expect(try daemon.read("4.md") == "4\nedit\n")
    }
  }

  @Test func `one that is away when the daemon starts joins when it comes`() async throws {
    try await ReplicaTests.run(prepare: { try await $0.shell("echo one > 1.md") }) { daemon in
      try await ReplicaTests.waitUntilEqual(daemon)
      try await daemon.kill()
      try await daemon.shell(#"mv "$T/second" "$T/away"; echo two > 2.md"#)
      try await daemon.start()
      #expect(try Self.isAbsent(daemon))
      try await daemon.shell(#"mv "$T/away" "$T/second""#)
      try await daemon.waitUntil("it is back") { try !Self.isAbsent(daemon) }
      try await ReplicaTests.waitUntilEqual(daemon)
      #expect(try daemon.known().count == 2)
    }
  }

  @Test func `killed at any moment of a sync, it goes on, and leaves nothing of its own`()
    async throws
  {
    try await ReplicaTests.run(prepare: { daemon in
      try await daemon.shell(
        """
        mkdir -p sub "$T/second/other"
        for i in $(seq 150); do echo "left $i" > sub/$i.md; done
        for i in $(seq 150); do echo "right $i" > "$T/second/other/$i.md"; done
        """)
    }) { daemon in
      for round in 1...8 {
        try await daemon.shell(
          """
          for i in $(seq \(round) 8 150); do echo "\(round)" >> sub/$i.md; done
          for i in $(seq \(round) 9 150); do echo "\(round)" >> "$T/second/other/$i.md"; done
          sleep 0.0\(round)
          """)
        try await daemon.kill()
        try await daemon.start()
      }
      try await ReplicaTests.waitUntilEqual(daemon)
      let tree = try daemon.tree()
      #expect(tree.files.count == 300)
      for number in 1...150 {
        let path = WirePath(Array("sub/\(number).md".utf8))
        #expect(tree.files[path]?.starts(with: Array("left \(number)\n".utf8)) == true)
      }
      let own = #"find . "$T/second" -path '*/.collate*' -type f ! -name replica"#
      #expect(try await daemon.shell(own) == "")
    }
  }
}
