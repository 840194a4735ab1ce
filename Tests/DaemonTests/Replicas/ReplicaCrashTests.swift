import Control
import LinuxSystem
import TestSupport
import Testing

/// The catalogue's cases about crashes and restarts, with two directories.
@Suite struct ReplicaCrashTests {
  /// Files of the daemon's own that must be gone once it is in step.
  private static let leftovers =
    #"find "$T" -path '*staging/?*' -o -path '*displaced/?*' -o -name '.collate-moving*'"#

  /// Edits 20 files in both directories, each line of each once: the upper half of a file in the
  /// first, the lower half in the second. A line is written in place, as it is as long as the old.
  private static let editing = """
    import os, random, sys, time
    chance = random.Random(7)
    edits = [(root, name, line) for root in (0, 1) for name in range(1, 21) for line in range(40)]
    chance.shuffle(edits)
    for root, name, line in edits:
        number = line + 1 if root == 0 else line + 61
        while True:
            try:
                file = os.open(f"{sys.argv[1 + root]}/{name}.md", os.O_WRONLY)
                break
            except FileNotFoundError:
                print("missing", name)
        os.pwrite(file, b"edit %04d\\n" % number, 10 * (number - 1))
        os.close(file)
        time.sleep(0.006)
    """

  @Test(.enabled(if: BuiltPrograms.has("python3")))
  func `CRA-03: killed 100 times while both directories are edited, every line is in both`()
    async throws
  {
    try await ReplicaTests.run(prepare: {
      try await $0.shell("for i in $(seq 20); do seq -f 'line %04.0f' 100 > $i.md; done")
    }) { daemon in
      try await ReplicaTests.waitUntilEqual(daemon)
      try daemon.folder.write(Self.editing, to: "edit.py")
      async let edits = daemon.shell(#"python3 "$T/edit.py" "$D" "$T/second""#)
      var chance = SeededChance(seed: TortureLength.seed())
      for _ in 0..<100 {
        try await Task.sleep(for: .milliseconds(5 + chance.below(200)))
        try await daemon.kill()
        try daemon.launchProcess()
      }
      // A name is never gone, not even between a kill and the next start.
      #expect(try await edits == "")
      try await daemon.waitUntilWatching()
      let lines = (1...100).map { number -> String in
        let digits = String(number)
        let word = (41...60).contains(number) ? "line" : "edit"
        return "\(word) \(String(repeating: "0", count: 4 - digits.count))\(digits)\n"
      }
      let whole = Array(lines.joined().utf8)
      try await daemon.waitUntil("each file holds every line", within: .seconds(60)) {
        try daemon.tree().files.values.allSatisfy { $0 == whole }
      }
      try await ReplicaTests.waitUntilEqual(daemon)
      #expect(try daemon.tree().files.count == 20)
      #expect(try daemon.library().conflicts == 0)
      try await daemon.waitUntil("nothing is left") {
        try await daemon.shell(Self.leftovers, in: "$T") == ""
      }
      #expect(try daemon.ask(Check.self, Wire.InLibrary()).damage == [])
    }
  }

  @Test(.enabled(if: Confinement.canInject, "strace can't inject here"), arguments: 1...3)
  func `CRA-01: killed before a document takes its name, the old one is there, then the new`(
    turn: Int
  ) async throws {
    try await ReplicaTests.run(prepare: { try await $0.shell("echo old > n.md; echo m > m.md") }) {
      daemon in
      try await ReplicaTests.waitUntilEqual(daemon)
      try await daemon.killAtCall("renameat2", turn: turn)
      try await daemon.shell("echo new > n.md; echo new > m.md; echo new > new.md")
      try await daemon.ended()
      let between = try ReplicaTests.second(daemon).files
      #expect(Set(between.keys.map(\.text)).isSubset(of: ["n.md", "m.md", "new.md"]))
      #expect(
        ["old\n", "new\n"].contains(
          between[WirePath("n.md")].map { String(decoding: $0, as: UTF8.self) }))
      try await daemon.start()
      try await daemon.waitUntil("the new ones are in both") {
        try ReplicaTests.second(daemon).files.mapValues { String(decoding: $0, as: UTF8.self) }
          == [WirePath("n.md"): "new\n", WirePath("m.md"): "new\n", WirePath("new.md"): "new\n"]
      }
      try await ReplicaTests.waitUntilEqual(daemon)
      try await daemon.waitUntil("nothing is left") {
        try await daemon.shell(Self.leftovers, in: "$T") == ""
      }
    }
  }

  @Test(.enabled(if: Confinement.canInject, "strace can't inject here"), arguments: 1...4)
  func `CRA-07: killed between the copy and the document, there is one copy in each`(turn: Int)
    async throws
  {
    try await ReplicaTests.run(prepare: { try await $0.shell("printf '1\\n2\\n3\\n' > n.md") }) {
      daemon in
      try await ReplicaTests.waitUntilEqual(daemon)
      try daemon.send(.stop)
      try await daemon.shell(#"sed -i s/2/left/ n.md; sed -i s/2/right/ "$T/second/n.md""#)
      async let killing: Void = daemon.killAtCall("renameat2", turn: turn)
      try daemon.send(.proceed)
      try await killing
      // Where the clash was settled by fewer calls, it is killed after them.
      try await Task.sleep(for: .milliseconds(300))
      try await daemon.kill()
      try await daemon.start()
      try await daemon.waitUntil("both texts are in both") {
        let tree = try daemon.tree()
        return try tree == ReplicaTests.second(daemon) && tree.holds(Array("left\n".utf8))
          && tree.holds(Array("right\n".utf8))
      }
      _ = try await daemon.eventsOnceQuiet()
      #expect(try daemon.tree().files.count == 2)
      try await ReplicaTests.waitUntilEqual(daemon)
      #expect(try daemon.library().conflicts == 1)
    }
  }

  @Test(arguments: ["whole", "halved", "gone"])
  func `CRA-05: without its state it adopts what is equal, keeps the rest twice, deletes nothing`(
    state: String
  ) async throws {
    try await ReplicaTests.run(prepare: {
      try await $0.shell("for i in $(seq 30); do echo text $i > $i.md; done")
    }) { daemon in
      try await ReplicaTests.waitUntilEqual(daemon)
      try await daemon.stop()
      let damage = [
        "whole": ":", "gone": #"rm -r "$T"/state/*"#,
        "halved": """
        for f in $(find "$T/state" -type f -size +64c); do
          truncate -s $(($(stat -c %s $f) / 2)) $f
        done
        """,
      ]
      try await daemon.shell((damage[state] ?? "false") + "\necho more >> 1.md; rm 2.md")
      try await daemon.start()
      try await daemon.waitUntil("both are the same") {
        try daemon.tree() == ReplicaTests.second(daemon)
      }
      // The events from before may be lost with the state.
      _ = try await daemon.eventsOnceQuiet(after: daemon.lastEvent())
      try await ReplicaTests.waitUntilEqual(daemon)
      let tree = try daemon.tree()
      #expect(tree.holds(Array("text 1\nmore\n".utf8)))
      // Whether a document was deleted, only the state can tell; of a half, what is whole counts.
      let isThere = tree.files[WirePath("2.md")] == Array("text 2\n".utf8)
      #expect(isThere != (state == "whole") || state == "halved")
      // The first then differs from the other directory's without a base.
      #expect(tree.files.count == 29 || state != "whole")
      #expect(tree.files.count == 31 || state != "gone")
      for i in 3...30 { #expect(tree.files[WirePath("\(i).md")] == Array("text \(i)\n".utf8)) }
    }
  }

  @Test
  func `CRA-09: told to end in the middle of 200 merges, it ends soon and does the rest later`()
    async throws
  {
    try await ReplicaTests.run(prepare: {
      try await $0.shell("for i in $(seq 200); do printf 'a\\nb\\nc\\nd\\n' > $i.md; done")
    }) { daemon in
      try await ReplicaTests.waitUntilEqual(daemon)
      try daemon.send(.stop)
      try await daemon.shell(#"sed -i s/a/A/ ./*.md; sed -i s/d/D/ "$T"/second/*.md"#)
      try daemon.send(.proceed)
      try await daemon.waitUntil("some are joined") {
        try daemon.tree().files.values.contains(Array("A\nb\nc\nD\n".utf8))
      }
      let asked = steadyClock()
      #expect(try await daemon.stop() == .exited(0))
      #expect(steadyClock() - asked < 5_000_000_000)
      #expect(!(try daemon.folder.names(in: "run/collate").contains("socket")))
      try await daemon.start()
      try await daemon.waitUntil("all are joined", within: .seconds(60)) {
        try daemon.tree().files.values.allSatisfy { $0 == Array("A\nb\nc\nD\n".utf8) }
      }
      try await ReplicaTests.waitUntilEqual(daemon)
      #expect(try daemon.tree().files.count == 200)
    }
  }
}
