import Control
import LinuxSystem
import TestSupport
import Testing

/// Documents over the size limit, in a library of two directories: their content is in no store.
@Suite struct LargeDocumentTests {
  private static let launch = DaemonUnderTest.Launch(
    configuration: #"{"contentLimitMiB": 1}"#, arguments: ReplicaTests.launch.arguments)

  private static func waitUntilSame(_ daemon: DaemonUnderTest) async throws {
    try await daemon.waitUntil("both directories hold the same") {
      try await daemon.shell(
        #"diff -r --exclude=.collate . "$T/second" >/dev/null && echo same || echo other"#)
        == "same\n"
    }
  }

  /// Its digest takes as long as if it were full.
  private static let size = TortureLength.isFull ? "16G" : "600M"

  @Test func `BIG-01: a sparse file comes over sparse, and a small edit does not wait for it`()
    async throws
  {
    try await ReplicaTests.run(
      Self.launch,
      prepare: { daemon in
        try await daemon.shell(
          """
          echo one > a.md; truncate -s \(Self.size) big.bin
          printf end | dd of=big.bin bs=1 seek=400000000 conv=notrunc status=none
          """)
      }
    ) { daemon in
      try await daemon.shell("echo two >> a.md")
      try await daemon.waitUntil("the small edit came over") {
        try await daemon.shell(#"cat "$T/second/a.md" || true"#) == "one\ntwo\n"
      }
      try await Self.waitUntilSame(daemon)
      let blocks = try await daemon.shell(#"du -k "$T/second/big.bin" | cut -f1"#)
      #expect((Int(blocks.dropLast()) ?? .max) <= 256)
      #expect(try daemon.residentMemory() < 200 << 20)
      #expect(
        try await daemon.shell(#"find "$T/state" "$T/second" -name '*.tmp' -o -path '*staging/?*'"#)
          == "")
    }
  }

  @Test func `an edit of a large one comes over whole, whichever side made it`() async throws {
    try await ReplicaTests.run(
      Self.launch,
      prepare: { daemon in
        try await daemon.shell("head -c 3000000 /dev/urandom > big.bin; chmod 640 big.bin")
      }
    ) { daemon in
      try await Self.waitUntilSame(daemon)
      for place in ["$D", "$T/second"] {
        try await daemon.shell(
          #"head -c 1000 /dev/urandom | dd of=big.bin bs=1 seek=2000000 conv=notrunc status=none"#,
          in: place)
        try await Self.waitUntilSame(daemon)
      }
      #expect(try await daemon.shell(#"stat -c %a "$T/second/big.bin""#) == "640\n")
      #expect(try daemon.ask(GetStatus.self).libraries.first?.conflicts == 0)
    }
  }

  @Test func `two that both changed stand side by side in both, and nothing is lost`()
    async throws
  {
    try await ReplicaTests.run(
      Self.launch,
      prepare: { daemon in
        try await daemon.shell("head -c 3000000 /dev/urandom > big.bin")
      }
    ) { daemon in
      try await Self.waitUntilSame(daemon)
      try await daemon.kill()
      let sums = try await daemon.shell(
        """
        printf left | dd of=big.bin bs=1 seek=5000 conv=notrunc status=none
        printf right | dd of="$T/second/big.bin" bs=1 seek=9000 conv=notrunc status=none
        sha256sum big.bin "$T/second/big.bin" | cut -c1-64 | sort
        """)
      try await daemon.start()
      try await daemon.waitUntil("both versions stand in both directories") {
        let first = try await daemon.shell("sha256sum ./* | cut -c1-64 | sort")
        let second = try await daemon.shell(
          "sha256sum ./* | cut -c1-64 | sort", in: "$T/second")
        return first == sums && second == sums
      }
      try await Self.waitUntilSame(daemon)
      #expect(try daemon.ask(GetStatus.self).libraries.first?.conflicts == 1)
    }
  }

  @Test func `killed in the middle of a copy, it begins anew and leaves nothing`() async throws {
    try await ReplicaTests.run(
      Self.launch,
      prepare: { daemon in
        try await daemon.shell("head -c 40000000 /dev/urandom > big.bin")
      }
    ) { daemon in
      for _ in 0..<3 {
        try await daemon.kill()
        try await daemon.start()
      }
      try await Self.waitUntilSame(daemon)
      try await daemon.waitUntil("nothing is staged any more") {
        try await daemon.shell(#"find "$T/state" "$T/second" -path '*staging/?*'"#) == ""
      }
    }
  }
}

extension DaemonUnderTest {
  /// The daemon's resident memory, in bytes.
  fileprivate func residentMemory() throws -> Int {
    guard let pid, let text = try procFile("/proc/\(pid)/statm") else { return 0 }
    return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4096
  }

  private func procFile(_ path: String) throws -> String? {
    let file = try openPath(Array(path.utf8), .readOnly)
    return try file.readAll(limit: 4096).map { String(decoding: $0, as: UTF8.self) }
  }
}
