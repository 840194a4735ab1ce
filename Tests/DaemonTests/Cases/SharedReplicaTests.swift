import Control
import LinuxSystem
import TestSupport
import Testing

/// The catalogue's inputs in a library of two directories: one version in each, or programs that
/// act on one of them.
@Suite struct SharedReplicaTests {
  private static let meetings = SharedCase.all([""], modes: ["merge", "tree"]).filter {
    // What has no base is put there before the first start: SYN-13 has a test of its own.
    !$0.has("base/.empty")
  }
  private static let acts = SharedCase.all([""], modes: ["act"])

  /// Writes down what the other directory holds, again and again.
  private static let watching = """
    (while ! test -e "$T/end"; do
      cat "$T"/second/*.json 2>/dev/null | sha256sum | cut -c1-64; sleep 0.03
    done > "$T/seen") &

    """

  /// Packages are documents of many files: only the files are compared.
  private static func waitUntilSame(_ daemon: DaemonUnderTest) async throws {
    try await daemon.waitUntil("both directories hold the same") {
      try daemon.tree() == ReplicaTests.second(daemon)
    }
  }

  /// Puts a folder of each case in its place in one of the directories.
  private static func lines(putting folder: (_ isSwapped: Bool) -> String, in root: String)
    -> String
  {
    meetings.flatMap { hard in
      [false, true].map { isSwapped in
        let path = "\(root)/\(hard.id)\(isSwapped ? "-swapped" : "")"
        return """
          rm -rf \(path); mkdir \(path); cp -a '\(hard.path(folder(isSwapped)))'/. \(path)
          \(hard.isOfOwnFormat ? SharedCase.linesToOwnFormat(in: path) : "")
          """
      }
    }.joined(separator: "\n") + "\nfind \(root) -name .empty -delete -o -name .DS_Store -delete"
  }

  @Test(.enabled(if: !meetings.isEmpty, "the hard cases are not beside the checkout"))
  func `versions that were made in each directory while the daemon was off meet as they should`()
    async throws
  {
    try await ReplicaTests.run(prepare: {
      try await $0.shell(Self.lines(putting: { _ in "base" }, in: "."))
    }) { daemon in
      try await Self.waitUntilSame(daemon)
      try await daemon.stop()
      try await daemon.shell(Self.lines(putting: { $0 ? "b" : "a" }, in: "."))
      try await daemon.shell(Self.lines(putting: { $0 ? "a" : "b" }, in: "."), in: "$T/second")
      try await daemon.start()
      // A version that a reader rejects is believed when it stays; nothing here is one.
      _ = try await daemon.eventsOnceQuiet(for: .seconds(3))
      for hard in Self.meetings {
        for place in ["", "-swapped"] {
          for root in ["documents", "second"] {
            let found = try Tree(of: daemon.folder.path(of: "\(root)/\(hard.id)\(place)"))
            let fault = try hard.fault(of: found)
            #expect(fault == nil, "in \(root), \(hard.id)\(place)")
          }
        }
      }
      try await Self.waitUntilSame(daemon)
      let tree = try daemon.tree()
      let last = try daemon.lastEvent()
      try await daemon.stop()
      try await daemon.start()
      #expect(try await daemon.eventsOnceQuiet(after: last) == [])
      #expect(try daemon.tree() == tree)
      #expect(try ReplicaTests.second(daemon) == tree)
    }
  }

  @Test(
    .enabled(if: !acts.isEmpty, "the hard cases are not beside the checkout"), arguments: acts)
  func `what programs do in one directory is so in the other, and nothing else is`(
    hard: SharedCase
  ) async throws {
    try await ReplicaTests.run(prepare: { try await $0.shell(hard.fill(from: "base")) }) { daemon in
      try await ReplicaTests.waitUntilEqual(daemon)
      let before = try daemon.lastEvent()
      let stamps = "stat -c '%n %i %Y' * | sort"
      let second = try await daemon.shell(stamps, in: "$T/second")
      let isStopped = hard.rules.needs?.contains("SIGSTOP") == true
      if isStopped { try daemon.send(.stop) }
      try await daemon.shell(Self.watching + hard.script + "\n: > \"$T/end\"")
      if isStopped { try daemon.send(.proceed) }
      if hard.rules.timing?.contains("rescan") == true {
        _ = try daemon.ask(Rescan.self, Rescan.Parameters())
      }
      let there = try daemon.tree()
      if hard.has("expected") { #expect(there.files == (try hard.tree("expected"))) }
      try await daemon.waitUntil("the other directory has it", within: .seconds(90)) {
        try ReplicaTests.second(daemon).files == there.files
          && daemon.known() == there.digests
      }
      let kinds = try await daemon.eventsOnceQuiet(after: before).map(\.kind)
      #expect(
        Set(kinds).isSubset(of: ["created", "changed", "moved", "deleted", "overflow"]), "\(kinds)")
      // Nothing was done to what a person did, and links, pipes and locks stayed where they were.
      #expect(try daemon.tree() == there)
      #expect(try ReplicaTests.second(daemon) == Tree(files: there.files))
      if hard.rules.watchReplica != nil {
        let whole = try Array(hard.tree("base").values) + Array(hard.tree("expected").values)
        let seen = Set(try await daemon.shell(#"sort -u "$T/seen""#).split(separator: "\n"))
        #expect(seen.isSubset(of: whole.map { Substring(digest(of: $0)) }))
      }
      if let mode = hard.rules.modeCheck {
        let found = try await daemon.shell(#"stat -c 0%a * "$T"/second/* | sort -u"#)
        #expect(found == mode + "\n")
      }
      if hard.rules.replicaUntouched == true {
        let now = try await daemon.shell(stamps, in: "$T/second")
        #expect(now.split(separator: " ")[1] == second.split(separator: " ")[1])
      }
    }
  }
}
