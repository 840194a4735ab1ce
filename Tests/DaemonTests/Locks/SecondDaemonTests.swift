import Control
import TestSupport
import Testing

/// A second daemon, with a state folder of its own, whose directories overlap with those of the
/// first.
@Suite struct SecondDaemonTests {
  /// Starts a second daemon with these arguments, and gives what it said and how it ended.
  private static func second(_ arguments: String, beside daemon: DaemonUnderTest) async throws
    -> String
  {
    try await daemon.shell(
      """
      state=$(mktemp -d)
      XDG_STATE_HOME="$state" timeout 8 "$COLLATED" \(arguments) --socket "$T/run/second" 2>&1
      echo "ended with $?"
      rm -r "$state"
      """)
  }

  private static func run(_ body: (DaemonUnderTest) async throws -> Void) async throws {
    try await ReplicaTests.run(prepare: {
      try await $0.shell(
        #"mkdir -p sub/deep "$T/other"; echo n > sub/n.md; ln -s "$D/sub" "$T/link""#)
    }) { daemon in
      try await ReplicaTests.waitUntilEqual(daemon)
      try await body(daemon)
      // The first goes on, and nothing was done to what it keeps.
      try await daemon.shell("echo more >> sub/n.md")
      try await ReplicaTests.waitUntilEqual(daemon)
      #expect(try daemon.read("sub/n.md") == "n\nmore\n")
      #expect(try daemon.tree().files.count == 1)
    }
  }

  @Test(arguments: [
    (#""$D""#, "another collated keeps "), (#""$D/sub""#, " lies in "),
    (#""$T/link""#, " lies in "),
    (#""$T""#, " has files in common with "),
    (#"sync "$T/other" "$T/second""#, "another collated keeps "),
    (#"sync "$T/other" "$D/sub/deep""#, " lies in "),
  ])
  func `one whose directory is in, around or the same as one of the first is refused`(
    arguments: String, words: String
  ) async throws {
    try await Self.run { daemon in
      let told = try await Self.second(arguments, beside: daemon)
      #expect(told.contains(words) && told.contains("already"), "\(told)")
      #expect(!told.contains("ended with 124") && !told.contains("ended with 0"), "\(told)")
    }
  }

  @Test func `one beside the first is not, and what one has ended with is free again`() async throws
  {
    try await Self.run { daemon in
      let told = try await Self.second(#""$T/other""#, beside: daemon)
      #expect(told.contains("keeping") && told.contains("ended with 124"), "\(told)")
      try await daemon.kill()
      let freed = try await Self.second(#""$D/sub""#, beside: daemon)
      #expect(freed.contains("keeping") && freed.contains("ended with 124"), "\(freed)")
      try await daemon.start()
    }
  }
}
