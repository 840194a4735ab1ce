import Control
import LinuxSystem
import Synchronization
import TestSupport

/// The built daemon on a directory of its own, with its state, socket and home in a folder that
/// goes when the test ends.
///
/// Tests wait for what they expect by asking (`waitUntil`), never by sleeping; what takes time
/// gives way to other tests, so that many run beside each other. See `run` for how one begins.
final class DaemonUnderTest: Sendable {
  /// All that is the test's own: `documents/`, `state/`, `run/`, `home/`, and the output in `log`.
  let folder: TemporaryFolder
  private let launch: Launch
  private let process = Mutex<Int32?>(nil)

  /// How the daemon is started.
  struct Launch: Sendable {
    /// The configuration file, such as `{"rescanSeconds": 1}`.
    var configuration = "{}"
    /// A shell's words before the daemon runs; `"$@"` is the daemon with its arguments.
    var shell = #"exec "$@""#
    /// The daemon's arguments; the directory by default. The shell expands them in the test's
    /// folder, whose path is `$T`.
    var arguments = #""$T/documents""#
    /// A shell's lines that take away at the end what only they can, such as a mount.
    var cleaning = "true"
    /// Whether the daemon is started, and waited for, before the test's body runs.
    var startsAtOnce = true
  }

  private init(_ launch: Launch, in base: String?) throws {
    folder = try TemporaryFolder(in: base)
    self.launch = launch
    for name in ["documents", "state", "run", "home"] {
      try folder.directory.makeDirectory(Array(name.utf8), mode: 0o700)
    }
    try folder.write(launch.configuration, to: "config.json")
  }

  /// Runs a test with a daemon. `prepare` fills the directory before the daemon starts. What goes
  /// wrong is told with what the daemon printed. The daemon is gone when this returns.
  static func run(
    _ launch: Launch = Launch(), in base: String? = nil,
    prepare: (DaemonUnderTest) async throws -> Void = { _ in },
    _ body: (DaemonUnderTest) async throws -> Void
  ) async throws {
    await DaemonSlots.shared.take()
    defer { DaemonSlots.shared.giveBack() }
    let daemon = try DaemonUnderTest(launch, in: base)
    do {
      try await prepare(daemon)
      if launch.startsAtOnce { try await daemon.start() }
      try await body(daemon)
      try await daemon.kill()
      try await daemon.shell(launch.cleaning)
    } catch {
      let log = daemon.log
      try await daemon.kill()
      try await daemon.shell(launch.cleaning)
      let end = log.count > 20_000 ? "(…)" + log.suffix(20_000) : log
      throw DaemonTestFailure(description: "\(error)\nThe daemon printed:\n\(end)")
    }
  }

  // MARK: The process

  /// The daemon's process; nil where it doesn't run as far as is known.
  var pid: Int32? { process.withLock { $0 } }

  /// Starts it, with the state that is there, and waits until it watches.
  ///
  /// - Parameter shell: a shell's words before the daemon runs, where they differ from the launch's.
  func start(by shell: String? = nil) async throws {
    try launchProcess(by: shell)
    try await waitUntilWatching()
  }

  /// Starts it and waits for nothing.
  func launchProcess(by shell: String? = nil) throws {
    let words = (shell ?? launch.shell).replacing("\"$@\"", with: "\(binaryWords) >>log 2>&1")
    let script = "cd \"$T\" && " + words
    let pid = try spawn(
      ["/bin/sh", "-c", script].map { Array($0.utf8) }, environment: environment)
    process.withLock { $0 = pid }
  }

  private var binaryWords: String {
    #""$COLLATED" \#(launch.arguments) --config "$T/config.json""#
  }

  /// Waits until the library is watched, or throws as soon as the daemon ended instead.
  func waitUntilWatching(within limit: Duration = .seconds(60)) async throws {
    try await waitUntil("the library is watched", within: limit) {
      if let pid, let status = try exitStatus(of: pid) {
        process.withLock { $0 = nil }
        throw DaemonTestFailure(description: "the daemon ended when it was started: \(status)")
      }
      do throws(ClientError) {
        return try ask(GetStatus.self).libraries.contains { $0.state == .watching }
      } catch {
        if case .notRunning = error { return false }
        if case .connectionLost = error { return false }
        throw error
      }
    }
  }

  func send(_ signal: Signal) throws {
    if let pid { try LinuxSystem.send(signal, to: pid) }
  }

  /// Ends it as a crash of the process does.
  func kill() async throws {
    try send(.kill)
    // A stopped process dies of the signal too.
    try await ended()
  }

  /// Ends it as a service manager does, and says how it ended.
  @discardableResult
  func stop() async throws -> ExitStatus? {
    try send(.terminate)
    return try await ended()
  }

  /// Waits until it has ended; nil where it doesn't run.
  @discardableResult
  func ended(within limit: Duration = .seconds(30)) async throws -> ExitStatus? {
    guard let pid else { return nil }
    var status: ExitStatus?
    try await waitUntil("the daemon has ended", within: limit) {
      status = try exitStatus(of: pid)
      return status != nil
    }
    process.withLock { $0 = nil }
    return status
  }

  /// Whether it runs. That it has ended is not an error to who asks.
  func isAlive() throws -> Bool {
    guard let pid else { return false }
    guard try exitStatus(of: pid) != nil else { return true }
    process.withLock { $0 = nil }
    return false
  }

  /// What it printed so far.
  var log: String {
    do {
      return try folder.read("log") ?? "(too much)"
    } catch {
      return "(\(error))"
    }
  }

  // MARK: Its places

  /// The path of the test's folder as text.
  var place: String { String(decoding: folder.path, as: UTF8.self) }

  var socket: DaemonAddress { DaemonAddress(folder.path(of: "run/collate/socket")) }

  /// `NAME=value` for the daemon, and for what a test runs.
  var environment: [[UInt8]] {
    let values = [
      ("T", place), ("D", place + "/documents"), ("HOME", place + "/home"),
      ("XDG_STATE_HOME", place + "/state"), ("XDG_RUNTIME_DIR", place + "/run"),
      ("XDG_CONFIG_HOME", place + "/home/.config"), ("XDG_DATA_HOME", place + "/home/.local/share"),
      ("COLLATED", BuiltPrograms.path(of: "collated")),
      ("COLLATE", BuiltPrograms.path(of: "collate")),
      ("COLLATE_SOCKET", place + "/run/collate/socket"),
      ("TZ", "UTC"), ("LC_ALL", "C.UTF-8"),
    ]
    return values.map { Array("\($0)=\($1)".utf8) }
  }
}

/// What a test saw instead of what it expected.
struct DaemonTestFailure: Error, CustomStringConvertible {
  var description: String
}
