import Control
import Engine
import FoundationEssentials
import LinuxSystem
import Reconciliation
import StateStore

/// Answers the socket's calls: from published values at once, else on the engine's thread between
/// two of its cycles.
final class Service: DaemonService {
  let engine: EngineThread
  let monitors: MonitorHub
  let sessions = Sessions()
  let roster: LibraryRoster
  private let started = wallClock()

  init(engine: EngineThread, monitors: MonitorHub, roster: LibraryRoster) {
    self.engine = engine
    self.monitors = monitors
    self.roster = roster
  }

  func handle(_ call: Call, responder: Responder) {
    do throws(DaemonError) {
      try answer(call, responder)
    } catch {
      responder.fail(error)
    }
  }

  func connectionClosed(_ connection: UInt64) {
    sessions.close(of: connection)
  }

  private func answer(_ call: Call, _ responder: Responder) throws(DaemonError) {
    switch call.method {
    case GetStatus.method: getStatus(responder)
    case ListDocuments.method: try listDocuments(call, responder)
    case GetDocument.method: try getDocument(call, responder)
    case ExplainDocument.method: try explainDocument(call, responder)
    case ListConflicts.method: try listConflicts(call, responder)
    case ResolveConflict.method: try resolveConflict(call, responder)
    case ListVersions.method: try listVersions(call, responder)
    case GetVersion.method: try getVersion(call, responder)
    case RestoreVersion.method: try restoreVersion(call, responder)
    case Monitor.method: try monitor(call, responder)
    case OpenDocument.method: try openDocument(call, responder)
    case SaveDocument.method: try saveDocument(call, responder)
    case CloseDocument.method: try closeDocument(call, responder)
    case ListActions.method: try listActions(call, responder)
    case Undo.method: try undo(call, responder)
    case AddLibrary.method: try addLibrary(call, responder)
    case RemoveLibrary.method: try removeLibrary(call, responder)
    case Pause.method: try setPaused(true, call, responder)
    case Resume.method: try setPaused(false, call, responder)
    case Rescan.method: try rescan(call, responder)
    case Release.method: try release(call, responder)
    case Check.method: try check(call, responder)
    default: throw .methodNotImplemented(call.method)
    }
  }

  /// Answers at once. Only where some process locks a file of a library, the engine is asked which
  /// document that is.
  private func getStatus(_ responder: Responder) {
    let published = engine.statuses
    let held = heldLocks(exceptBy: currentProcess())
    guard !held.isEmpty else {
      responder.reply(status(published))
      return
    }
    engine.perform { [self] libraries, now in
      let current = published.map { entry in
        var status = entry.status
        if let library = libraries.library(named: status.name) {
          let locked = library.locked(by: held, besides: status.held)
          status.held += locked
          status.heldCount += locked.count
        }
        return (root: entry.root, status: status)
      }
      responder.reply(status(current))
    }
  }

  private func status(_ statuses: [(root: [UInt8], status: LibraryStatus)]) -> GetStatus.Reply {
    GetStatus.Reply(
      version: collateVersion, pid: currentProcess(), started: started,
      libraries: statuses.map { Wire.Library($0.status, root: $0.root) })
  }

  // MARK: On the engine's thread

  /// Does something with the library that is named, or the only one there is.
  func perform(
    in name: String?, _ responder: Responder,
    _ body: @escaping @Sendable (Library, Moment) throws(DaemonError) -> Void
  ) {
    engine.perform { libraries, now in
      do throws(DaemonError) {
        try body(try Self.library(name, in: libraries), now)
      } catch {
        responder.fail(error)
      }
    }
  }

  /// Does something with every library that is named: one, or all.
  func performAll(
    in name: String?, _ responder: Responder,
    _ body: @escaping @Sendable ([Library], Moment) throws(DaemonError) -> Void
  ) {
    engine.perform { libraries, now in
      do throws(DaemonError) {
        if let name {
          try body([try Self.library(name, in: libraries)], now)
        } else {
          try body(libraries.names.compactMap { libraries.library(named: $0) }, now)
        }
      } catch {
        responder.fail(error)
      }
    }
  }

  static func library(_ name: String?, in libraries: Libraries) throws(DaemonError)
    -> Library
  {
    let names = libraries.names
    guard let wanted = name ?? (names.count == 1 ? names.first : nil) else {
      throw names.isEmpty
        ? .failed(message: "no library is kept; `collate add DIR` adds one")
        : .whichLibrary(names)
    }
    if let library = libraries.library(named: wanted) { return library }
    if let failure = libraries.failure(of: wanted) { throw .failed(message: failure) }
    throw .noSuchLibrary(wanted)
  }
}

/// A document's path from a call; a path that can't be beneath a root names no document.
func relativePath(_ call: some PathCarrying) throws(DaemonError) -> RelativePath {
  guard let bytes = call.wirePath?.bytes, let path = RelativePath(bytes) else {
    throw .noSuchDocument(
      path: call.path,
      message: "\(displayed(call.path)) can't be a document: it must lie beneath the library's root"
    )
  }
  return path
}

/// The engine's errors as the socket's.
func asking<Value>(_ body: () throws(RequestError) -> Value) throws(DaemonError) -> Value {
  do throws(RequestError) {
    return try body()
  } catch {
    throw DaemonError(error)
  }
}

/// What was recorded since an event.
func events(of library: Library, after number: UInt64) -> [Wire.Event] {
  library.store.events(after: number, limit: 1000).map { Wire.Event($0, library: library.name) }
}

func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

func bytes(base64 text: String, parameter: String) throws(DaemonError) -> [UInt8] {
  guard let data = Data(base64Encoded: text) else { throw .invalidParameter(parameter) }
  return Array(data)
}

func digest(hex text: String) throws(DaemonError) -> Digest {
  guard let digest = Digest(hex: text) else { throw .noSuchVersion(digest: displayed(text)) }
  return digest
}
