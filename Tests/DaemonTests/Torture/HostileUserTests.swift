import Control
import LinuxSystem
import TestSupport
import Testing

/// Another user of the same machine, who may write where documents are or where our own files go.
@Suite struct HostileUserTests {
  @Test func `a directory that is swapped for a link again and again leads no write outside`()
    async throws
  {
    try await ReplicaTests.run(prepare: { daemon in
      try await daemon.shell(
        """
        mkdir sub "$T/outside"
        for i in $(seq 8); do echo "inside $i" > sub/$i.md; echo "outside $i" > "$T/outside/$i.md"; done
        cp -a "$T/outside" "$T/outside.before"
        """)
    }) { daemon in
      try await ReplicaTests.waitUntilEqual(daemon)
      try await daemon.shell(#"ln -s "$T/outside" link"#)
      let swapping = Task.detached {
        let directory = try daemon.folder.directory.openDirectory(Array("documents".utf8))
        while !Task.isCancelled {
          try directory.rename(
            Array("sub".utf8), to: directory, as: Array("link".utf8), .exchange)
          try pause(milliseconds: 1)
        }
      }
      for round in 1...20 {
        try await daemon.shell(
          #"for i in $(seq 8); do echo "round \#(round)" >> "$T/second/sub/$i.md" || true; done"#)
      }
      swapping.cancel()
      try await swapping.value
      try await daemon.waitUntilQuiet()
      #expect(
        try await daemon.shell(#"diff -r "$T/outside" "$T/outside.before" && echo same"#)
          == "same\n")
      // Nor is anything from there taken in.
      #expect(try !daemon.tree().holds(Array("outside 7".utf8)))
      #expect(try !ReplicaTests.second(daemon).holds(Array("outside 7".utf8)))
      let kept = try daemon.tree().holds(Array("inside 7\n".utf8))
      #expect(try kept || ReplicaTests.second(daemon).holds(Array("inside 7\n".utf8)))
    }
  }

  @Test(.enabled(if: Rights.canBecomeNobody, "nobody else's folder can be made here"))
  func `a folder for our own files that somebody else has made is refused`() async throws {
    for folder in ["state/collate", "run/collate"] {
      let launch = DaemonUnderTest.Launch(startsAtOnce: false)
      try await DaemonUnderTest.run(
        launch,
        prepare: { daemon in
          try await daemon.shell(
            #"mkdir "$T/\#(folder)"; chmod 777 "$T/\#(folder)"; chown nobody "$T/\#(folder)""#)
        }
      ) { daemon in
        try daemon.launchProcess()
        let status = try await daemon.ended()
        #expect(status?.code != 0, "\(folder): \(String(describing: status))")
        #expect(daemon.log.contains("belongs to another user"), "\(folder): \(daemon.log)")
        #expect(try await daemon.shell(#"ls -A "$T/\#(folder)""#) == "")
      }
    }
  }

  @Test(.enabled(if: Rights.canBecomeNobody, "nobody else's folder can be made here"))
  func `what root keeps for somebody stays theirs`() async throws {
    try await ReplicaTests.run(prepare: { daemon in
      try await daemon.shell(
        """
        echo one > a.md; echo two > "$T/second/b.md"; chmod 640 a.md
        chown -R nobody "$T/documents" "$T/second"
        """)
    }) { daemon in
      try await daemon.waitUntilSettled()
      try await daemon.shell(#"echo more >> "$T/second/a.md"; echo more >> b.md"#)
      try await daemon.waitUntilSettled()
      #expect(try daemon.read("a.md") == "one\nmore\n")
      let owners = try await daemon.shell(
        #"stat -c '%U %n' *.md; cd "$T/second"; stat -c '%U %n' *.md"#)
      #expect(owners == "nobody a.md\nnobody b.md\nnobody a.md\nnobody b.md\n")
    }
  }

  @Test func `ten thousand levels, and names at the kernel's limit, are said and harm nothing`()
    async throws
  {
    try await DaemonUnderTest.run(prepare: { daemon in
      try daemon.write("one\n", to: "a.md")
      try await daemon.shell(
        """
        python3 - <<'END'
        import os
        for name, count in (("d", 10000), ("n" * 250, 18)):
            place = os.open(".", os.O_RDONLY)
            for _ in range(count):
                os.mkdir(name); os.chdir(name)
            open("deep.md", "w").write("deep\\n")
            os.fchdir(place)
        END
        """)
    }) { daemon in
      let held = try daemon.library().held
      #expect(held == 2)
      try daemon.write("two\n", to: "a.md")
      try await daemon.waitUntil("the edit is seen") {
        try daemon.digests()["a.md"] == digest(of: "two\n")
      }
      try await daemon.shell(
        "python3 -c 'import shutil; shutil.rmtree(\"d\")' 2>/dev/null || rm -rf d n*")
    }
  }
}
