import Control
import DocumentTypes
import Documents
import Engine
import LinuxSystem
import Reconciliation

/// The daemon's parts, put together: the engine, the socket, and the service manager.
final class Daemon {
  private let engine: EngineThread
  private let server: Server
  private let console: Console
  private let arguments: DaemonArguments
  private let places: Places
  private let roster: LibraryRoster
  /// Why it has to end at once.
  private let refusal: Refusal

  private init(
    _ arguments: DaemonArguments, _ console: Console, _ places: Places, _ roster: LibraryRoster,
    _ engine: EngineThread, _ server: Server, _ refusal: Refusal
  ) {
    self.arguments = arguments
    self.console = console
    self.places = places
    self.roster = roster
    self.engine = engine
    self.server = server
    self.refusal = refusal
  }

  /// Starts it: the socket first, so that a second daemon ends before it touches anything.
  static func start(
    _ arguments: DaemonArguments, _ console: Console, types: [DocumentType]
  ) throws -> Daemon {
    let places = try Places(arguments)
    let configuration = try Configuration.read(
      places.configuration, mustExist: arguments.configuration != nil)
    var settings = configuration.settings()
    if let flush = arguments.flush { settings.flush = flush }
    settings.types = DocumentTypeRegistry.builtIn.adding(types)
    let roster = LibraryRoster(state: places.state, settings: settings)
    try raiseOpenFileLimit()
    let socket = try socket(arguments)
    let monitors = MonitorHub()
    let engine = try EngineThread(
      claims: places.claims,
      onEvents: { library, events in
        console.tell(events, of: library)
        monitors.publish(events, of: library)
      },
      onStatus: { console.show($0) })
    let refusal = Refusal()
    try addLibraries(arguments, configuration, roster, engine, console, refusal)
    // The first client finds the libraries there.
    try engine.finishPending()
    let server = try serve(
      socket, Service(engine: engine, monitors: monitors, roster: roster), console)
    return Daemon(arguments, console, places, roster, engine, server, refusal)
  }

  /// Where descriptors are few, the first scan may have them all for a moment.
  private static func serve(
    _ socket: ListeningSocket, _ service: Service, _ console: Console
  ) throws -> Server {
    let deadline = steadyClock() + Nanoseconds.seconds(10)
    while true {
      do throws(SystemError) {
        return try Server(
          socket, service: service,
          identity: ServerIdentity(
            vendor: "Collate", product: "collated", version: collateVersion,
            url: "https://varlink.org", interfaces: [.daemon]),
          report: { console.say("\($0)", .warning) })
      } catch {
        guard error.errno == .tooManyOpen, steadyClock() < deadline else { throw error }
        try pause(milliseconds: 20)
      }
    }
  }

  private static func socket(_ arguments: DaemonArguments) throws -> ListeningSocket {
    if let passed = try takeServiceSockets().first {
      return try ListeningSocket(passed: Descriptor(owning: passed))
    }
    let address = try arguments.socket.map { DaemonAddress(try absolute($0)) } ?? .standard
    // A predecessor that was just killed may still be there for some milliseconds (LCK-11).
    for _ in 0..<20 {
      do throws(ListeningError) {
        return try ListeningSocket(at: address)
      } catch {
        guard case .alreadyRunning = error else { throw error }
        try pause(milliseconds: 50)
      }
    }
    return try ListeningSocket(at: address)
  }

  private static func addLibraries(
    _ arguments: DaemonArguments, _ configuration: Configuration, _ roster: LibraryRoster,
    _ engine: EngineThread, _ console: Console, _ refusal: Refusal
  ) throws {
    let isAsked = !arguments.roots.isEmpty
    let wanted = try wantedLibraries(arguments, configuration, roster)
    if wanted.isEmpty {
      console.say(
        "no library yet: `collate add DIR` adds one, `collated DIR` keeps one now", .notice)
    }
    engine.perform { libraries, now in
      for line in roster.keep(wanted, in: libraries, at: now) {
        switch line {
        case .keeping(let text): console.say(text, .notice)
        case .failure(let text): console.say(text, .error)
        }
      }
      // Who asked for these directories only has no use for a daemon that keeps none.
      let names = libraries.names
      if isAsked, names.allSatisfy({ libraries.isKeptElsewhere($0) }) { refusal.end() }
    }
  }

  /// What the command line asks for; without it the configuration and those that were added.
  private static func wantedLibraries(
    _ arguments: DaemonArguments, _ configuration: Configuration, _ roster: LibraryRoster
  ) throws -> [LibraryShape] {
    if arguments.isSync {
      // Those that were kept before may be away now.
      let wasKept = roster.isKnown(try arguments.roots.map(plain))
      let roots = try arguments.roots.map { wasKept ? try known($0) : try existing($0) }
      return [LibraryShape(roots: roots)]
    }
    if !arguments.roots.isEmpty {
      return try arguments.roots.map { LibraryShape(roots: [try existing($0)]) }
    }
    var shapes: [LibraryShape] = []
    for entry in configuration.libraries { shapes.append(try entry.shape(expanding: expanded)) }
    let configured = Set(shapes.flatMap(\.roots))
    // What the configuration says of a directory counts.
    return shapes
      + (try roster.remembered()).filter { configured.isDisjoint(with: $0.roots) }
  }

  /// A directory that was named on the command line: it has to be there.
  private static func existing(_ given: [UInt8]) throws -> [UInt8] {
    let path = try plain(given)
    do throws(SystemError) {
      let directory = try openPath(path, [.readOnly, .directory])
      _ = try directory.status()
      // The path as it was given stays the root's: a link that is pointed elsewhere is noticed.
      let isPlain = !path.split(separator: UInt8(ascii: "/")).contains {
        $0 == [0x2E] || $0 == [0x2E, 0x2E]
      }
      return isPlain ? path : try resolvedPath(path)
    } catch {
      throw ConfigurationError(message: "\(displayed(given)) can't be kept: \(error)")
    }
  }

  /// A directory that may be away.
  private static func known(_ given: [UInt8]) throws -> [UInt8] {
    do {
      return try existing(given)
    } catch {
      return try plain(given)
    }
  }

  /// The absolute path, without slashes at its end.
  private static func plain(_ given: [UInt8]) throws(ConfigurationError) -> [UInt8] {
    var path = try absolute(given)
    while path.count > 1, path.last == UInt8(ascii: "/") { path.removeLast() }
    return path
  }

  private static func expanded(_ root: String) throws(ConfigurationError) -> [UInt8] {
    guard root.hasPrefix("~/") else { return Array(root.utf8) }
    guard let home = environmentVariable("HOME") else {
      throw ConfigurationError(message: "HOME is not set, so \(displayed(root)) names nothing")
    }
    return home + Array(root.utf8.dropFirst(1))
  }

  // MARK: Until it is stopped

  /// Serves until SIGTERM or SIGINT, keeps the service manager's watchdog, and reads the
  /// configuration anew at SIGHUP.
  func serveUntilStopped() throws -> Int32 {
    try notifyServiceManager("READY=1\nSTATUS=keeping documents in agreement")
    let interval = watchdogInterval().map { max($0 / 2_000_000, 1) }
    var lastTurn: Int64 = -1
    // A terminal that closes hangs up on what runs in it.
    let isInTerminal = StandardStream.output.isTerminal
    while true {
      switch try waitForSignal(in: endingSignals, milliseconds: interval) {
      case .some(.hangUp) where !isInTerminal: try reload()
      case .some: return try stop()
      case nil:
        // The engine has had half the interval for one turn: else it hangs, and is restarted.
        if engine.lastTurn != lastTurn { try notifyServiceManager("WATCHDOG=1") }
        lastTurn = engine.lastTurn
        engine.perform { _, _ in }
      }
    }
  }

  private func reload() throws {
    try notifyServiceManager("RELOADING=1\nMONOTONIC_USEC=\(steadyClock() / 1000)")
    do throws(ConfigurationError) {
      let configuration = try Configuration.read(
        places.configuration, mustExist: arguments.configuration != nil)
      do {
        try Self.addLibraries(arguments, configuration, roster, engine, console, refusal)
      } catch {
        throw ConfigurationError(message: "\(error)")
      }
    } catch {
      console.say("the configuration stays as it was: \(error.message)", .error)
    }
    try notifyServiceManager("READY=1")
  }

  private func stop() throws -> Int32 {
    try notifyServiceManager("STOPPING=1")
    try server.stop()
    try engine.stop()
    if refusal.isMade { return ExitCode.unavailable }
    console.say("stopped", .notice)
    return ExitCode.done
  }

  /// Many clients and directories take many descriptors; the hard limit is the system's say.
  private static func raiseOpenFileLimit() throws {
    let limit = try openFileLimit()
    if limit.current < limit.highest { try setOpenFileLimit(min(limit.highest, 65_536)) }
  }
}
