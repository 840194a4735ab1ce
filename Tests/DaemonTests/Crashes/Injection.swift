import LinuxSystem
import TestSupport

extension DaemonUnderTest {
  /// From now on, has the daemon killed when it makes a system call for the `turn`-th time, before
  /// the call does anything.
  ///
  /// Wraps `strace(1)`, attached to the running daemon.
  func killAtCall(_ call: String, turn: Int = 1) async throws {
    guard let pid else { throw DaemonTestFailure(description: "no daemon to kill") }
    let line = """
      exec strace -f -p \(pid) -o "$T/calls" -e trace=\(call) \
        -e inject=\(call):signal=SIGKILL:when=\(turn) 2>"$T/tracing"
      """
    _ = try spawn(
      ["/bin/sh", "-c", line].map { Array($0.utf8) }, environment: environment)
    try await waitUntil("the daemon's calls are watched") {
      try folder.names().contains("tracing") && folder.read("tracing")?.contains("attached") == true
    }
  }
}
