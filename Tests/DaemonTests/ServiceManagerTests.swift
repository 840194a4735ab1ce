import Control
import LinuxSystem
import TestSupport
import Testing

/// How the daemon stands with a service manager: `sd_notify(3)`, `sd_watchdog_enabled(3)`,
/// `sd_listen_fds(3)`.
@Suite struct ServiceManagerTests {
  @Test func `it says when it is ready, alive, reloading and stopping`() async throws {
    let launch = DaemonUnderTest.Launch(
      shell: #"export NOTIFY_SOCKET="$T/notify" WATCHDOG_USEC=400000; exec "$@""#,
      startsAtOnce: false)
    try await DaemonUnderTest.run(launch) { daemon in
      let manager = try makeSocket(.datagram)
      try manager.bind(to: SocketAddress(path: daemon.folder.path(of: "notify")))
      try manager.setNonBlocking()
      try await daemon.start()
      try await expect("READY=1", at: manager, by: daemon)
      try await expect("WATCHDOG=1", at: manager, by: daemon)
      try daemon.send(.hangUp)
      try await expect("RELOADING=1", at: manager, by: daemon)
      try await expect("READY=1", at: manager, by: daemon)
      #expect(try await daemon.stop() == .exited(0))
      try await expect("STOPPING=1", at: manager, by: daemon)
    }
  }

  private func expect(
    _ word: String, at manager: borrowing Descriptor, by daemon: DaemonUnderTest
  ) async throws {
    let raw = try manager.duplicate()
    try await daemon.waitUntil("it says \(word)", within: .seconds(20)) {
      while let message = try raw.receive(upTo: 4096) {
        if String(decoding: message, as: UTF8.self).contains(word) { return true }
      }
      return false
    }
  }

  @Test(.enabled(if: BuiltPrograms.has("systemd-socket-activate"), "systemd is not installed"))
  func `it serves a socket that was handed to it`() async throws {
    let launch = DaemonUnderTest.Launch(
      shell:
        #"exec systemd-socket-activate -l "$T/run/handed" -E HOME -E XDG_STATE_HOME -E XDG_RUNTIME_DIR "$@""#,
      startsAtOnce: false)
    try await DaemonUnderTest.run(launch) { daemon in
      try daemon.launchProcess()
      let address = DaemonAddress(daemon.folder.path(of: "run/handed"))
      try await daemon.waitUntil("it answers on the socket", within: .seconds(20)) {
        do throws(ClientError) {
          // The first connection is what starts it.
          return try Client(address).call(GetStatus.self).libraries.count == 1
        } catch {
          if case .notRunning = error { return false }
          throw error
        }
      }
      #expect(try await daemon.stop() == .exited(0))
    }
  }
}
