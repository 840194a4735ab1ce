import Control
import LinuxSystem

/// A running `collated` that keeps the corpus, or that and a replica of it, with its state in a
/// folder of the workplace.
final class DaemonProcess {
  let process: Int32
  let address: DaemonAddress
  let environment: [[UInt8]]
  /// When it was started; steady time.
  let started: Int64
  private var isStopped = false

  init(_ programs: Programs, _ place: Workplace, roots: [[UInt8]]) throws {
    let socket = place.path(of: "socket")
    address = DaemonAddress(socket)
    environment = ["HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR", "XDG_STATE_HOME"].map {
      Array("\($0)=".utf8) + place.path(of: "home")
    }
    try makeDirectories(place.path(of: "home"), mode: 0o700)
    started = steadyClock()
    process = try spawn(
      [
        programs.daemon
      ] + (roots.count > 1 ? [Array("sync".utf8)] : []) + roots + [
        Array("--quiet".utf8), Array("--socket".utf8), socket,
        Array("--state".utf8), place.path(of: Self.stateName),
      ], environment: environment)
  }

  /// The state's folder in the workplace.
  static let stateName = "state"

  deinit {
    guard !isStopped else { return }
    do {
      try stop()
    } catch {
      complain("the daemon could not be stopped: \(error)")
    }
  }

  func client() throws -> Client {
    while true {
      if let status = try exitStatus(of: process) {
        isStopped = true
        throw BenchError(description: "the daemon ended: \(status)")
      }
      do throws(ClientError) {
        return try Client(address, timeout: .seconds(60))
      } catch {
        guard case .notRunning = error else { throw error }
        try pause(milliseconds: 1)
      }
    }
  }

  /// Waits until it has all documents, in each replica, and only waits for changes. Gives how long it has run then.
  @discardableResult
  func waitUntilWatching(_ documents: Int) throws -> Int64 {
    let client = try client()
    while true {
      if let library = try client.call(GetStatus.self).libraries.first,
        library.state == .watching, library.documents == documents,
        library.replicas?.allSatisfy({ $0.behind == 0 }) ?? true
      {
        return steadyClock() - started
      }
      try pause(milliseconds: 1)
    }
  }

  /// The number of its last event.
  func lastEvent() throws -> Int64 {
    try client().call(GetStatus.self).libraries.first?.lastEvent ?? 0
  }

  func stop() throws {
    isStopped = true
    try send(.terminate, to: process)
    let status = try waitForExit(of: process)
    guard status == .exited(0) else {
      throw BenchError(description: "the daemon ended badly: \(status)")
    }
  }
}
