import Control
import LinuxSystem
import Testing

@Suite struct ReusedInodeTests {
  @Test func `a new file that got the inode number of a deleted document is no move of it`()
    async throws
  {
    try await DaemonUnderTest.run(prepare: { try $0.write("old\n", to: "a.md") }) { daemon in
      // It sees both at once, as when it is started again.
      try daemon.send(.stop)
      let isReused = try await daemon.shell(
        #"""
        number=$(stat -c %i a.md); rm a.md
        for try in $(seq 50); do
          echo 'something else' > "$T/try-$try"
          if [ "$(stat -c %i "$T/try-$try")" = "$number" ]; then
            mv "$T/try-$try" b.md; echo reused; exit
          fi
        done
        echo 'something else' > b.md
        """#)
      try daemon.send(.proceed)
      try await daemon.waitUntil("both are told") {
        let kinds = try daemon.events().map(\.kind)
        return kinds.contains("created") && kinds.contains("deleted") || kinds.contains("moved")
      }
      #expect(
        try daemon.events().map { "\($0.kind) \($0.path)" }.sorted()
          == ["adopted ", "created b.md", "deleted a.md"], "\(isReused)")
      #expect(try daemon.versions(of: WirePath("a.md")).map(\.digest) == [digest(of: "old\n")])
    }
  }
}
