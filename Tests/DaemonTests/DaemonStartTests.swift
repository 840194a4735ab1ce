import Control
import LinuxSystem
import Testing

@Suite struct DaemonStartTests {
  @Test func `what is there and what comes is known, and known again after a crash`() async throws {
    try await DaemonUnderTest.run(prepare: { try $0.write("one\n", to: "a.md") }) { daemon in
      #expect(try daemon.digests() == ["a.md": digest(of: "one\n")])
      try daemon.write("two\n", to: "b.md")
      try await daemon.waitUntil("b.md is known") { try daemon.digests()["b.md"] != nil }
      try await daemon.kill()
      try daemon.write("three\n", to: "c.md")
      try await daemon.start()
      let all = ["a.md": "one\n", "b.md": "two\n", "c.md": "three\n"].mapValues { digest(of: $0) }
      try await daemon.waitUntil("all are known") { try daemon.digests() == all }
      #expect(try await daemon.stop() == .exited(0))
    }
  }
}
