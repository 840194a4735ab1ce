import Control
import Testing

/// What a person can do about a conflict whose document or copy is not where it was.
@Suite struct MovedConflictTests {
  /// Two saves of one line, one of them from an old version, leave a conflict.
  private static let disagree = #"""
    printf 'one\ntwo\nthree\n' > plan.md
    until $COLLATE list | grep -q plan.md; do sleep 0.1; done
    EDITOR='sh -c "sed -i s/two/zwei/ plan.md; sleep 1; sed -i s/two/deux/ \$0"' $COLLATE edit plan.md || true
    until $COLLATE conflicts | grep -q plan.md; do sleep 0.1; done
    """#

  @Test func `the copy can take its name, and nothing keeps what isn't there`() async throws {
    try await DaemonUnderTest.run { daemon in
      try await daemon.shell(Self.disagree)
      try await daemon.shell(
        "rm plan.md; while $COLLATE list | grep -q ' plan.md'; do sleep 0.1; done")
      let offered = try await daemon.shell("$COLLATE conflicts")
      #expect(offered.contains("deleted since; its versions are in its history"))
      #expect(!offered.contains("--keep document"))

      let refused = try await daemon.shell(
        "$COLLATE resolve plan.md --keep document", expecting: 66)
      #expect(
        refused.contains(
          "plan.md: it was deleted: keep the copy, or bring it back by `collate restore` first"))
      #expect(try daemon.names().contains { $0.hasPrefix("plan (conflict ") })

      try await daemon.shell("$COLLATE resolve plan.md --keep copy")
      #expect(try daemon.names() == ["plan.md"])
      #expect(try await daemon.shell("cat plan.md") == "one\ndeux\nthree\n")
    }
  }

  @Test func `a conflict goes on under the names that both sides are given`() async throws {
    try await DaemonUnderTest.run { daemon in
      try await daemon.shell(Self.disagree)
      try await daemon.shell(
        "mkdir old; mv plan.md old/plans.md; until $COLLATE list | grep -q plans.md; do sleep 0.1; done"
      )
      try await daemon.shell(
        "mv plan*conflict* mine.md; until $COLLATE list | grep -q mine.md; do sleep 0.1; done")
      let conflict = try #require(
        try daemon.ask(ListConflicts.self, Wire.InLibrary()).conflicts.first)
      #expect([conflict.path, conflict.copy] == ["old/plans.md", "mine.md"])

      try await daemon.shell("$COLLATE resolve old/plans.md --keep copy")
      #expect(try await daemon.shell("cat old/plans.md; ls") == "one\ndeux\nthree\nold\n")
      #expect(try daemon.ask(ListConflicts.self, Wire.InLibrary()).conflicts == [])
    }
  }

  @Test func `a shell whose directory was deleted can still ask`() async throws {
    try await DaemonUnderTest.run { daemon in
      try await daemon.shell(
        """
        mkdir plans; echo one > plans/a.md
        until $COLLATE list | grep -q a.md; do sleep 0.1; done
        cd plans; rm -r ../plans
        until $COLLATE log a.md | grep -q deleted; do sleep 0.1; done
        $COLLATE status >/dev/null
        $COLLATE restore a.md
        """)
      #expect(try await daemon.shell("cat plans/a.md") == "one\n")
    }
  }
}
