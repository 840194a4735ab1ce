import Control
import Engine
import Reconciliation
import Synchronization

extension Service {
  func openDocument(_ call: Call, _ responder: Responder) throws(DaemonError) {
    let asked = try call.parameters(of: OpenDocument.self)
    let path = try relativePath(asked)
    let connection = call.caller.connection
    perform(in: asked.library, responder) { [sessions] library, now throws(DaemonError) in
      let opened = try asking { () throws(RequestError) in try library.open(path, at: now) }
      let session = sessions.open(opened.digest, for: connection)
      responder.reply(
        OpenDocument.Reply(
          session: session, digest: opened.digest?.description,
          content: base64(opened.content)))
    }
  }

  func saveDocument(_ call: Call, _ responder: Responder) throws(DaemonError) {
    // A large document takes a while to decode: not on the thread that serves everyone.
    engine.perform { [self] libraries, now in
      do throws(DaemonError) {
        try save(call, responder, in: libraries, at: now)
      } catch {
        responder.fail(error)
      }
    }
  }

  private func save(
    _ call: Call, _ responder: Responder, in libraries: Libraries, at now: Moment
  ) throws(DaemonError) {
    let asked = try call.parameters(of: SaveDocument.self)
    let path = try relativePath(asked)
    let content = try bytes(base64: asked.content, parameter: "content")
    var opened: Digest?
    if let text = asked.opened {
      opened = try digest(hex: text)
    } else if let session = asked.session {
      opened = sessions.digest(of: session)
    }
    let client = asked.client ?? "process \(call.caller.process)"
    let library = try Self.library(asked.library, in: libraries)
    let outcome = try asking { () throws(RequestError) in
      try library.save(content, to: path, opened: opened, client: client, at: now)
    }
    if let session = asked.session {
      sessions.note(outcome, saved: library.digest(content), in: session)
    }
    responder.reply(SaveDocument.Reply(outcome))
  }

  func closeDocument(_ call: Call, _ responder: Responder) throws(DaemonError) {
    let asked = try call.parameters(of: CloseDocument.self)
    sessions.close(asked.session)
    responder.reply(Wire.Nothing())
  }
}

extension SaveDocument.Reply {
  init(_ outcome: SaveOutcome) {
    switch outcome {
    case .unchanged(let digest): self.init(outcome: .unchanged, digest: digest.description)
    case .saved(let digest): self.init(outcome: .saved, digest: digest.description)
    case .merged(let digest): self.init(outcome: .merged, digest: digest.description)
    case .conflict(let digest, let copy):
      self.init(outcome: .conflict, digest: digest.description, copy: WirePath(copy))
    }
  }
}

/// The documents that clients have open, each with the version that its client's content was made
/// from. A session ends with its connection.
final class Sessions: Sendable {
  private struct Session {
    var digest: Digest?
    let connection: UInt64
  }

  private struct Table {
    var sessions: [Int64: Session] = [:]
    var last: Int64 = 0
  }

  private let table = Mutex(Table())

  func open(_ digest: Digest?, for connection: UInt64) -> Int64 {
    table.withLock { table in
      table.last += 1
      table.sessions[table.last] = Session(digest: digest, connection: connection)
      return table.last
    }
  }

  func digest(of session: Int64) -> Digest? {
    table.withLock { $0.sessions[session]?.digest }
  }

  /// After a save the client's content is what it saved, not what that was merged into: its next
  /// save is made from that. After a conflict its content is still made from what it opened.
  func note(_ outcome: SaveOutcome, saved: Digest, in session: Int64) {
    if case .conflict = outcome { return }
    table.withLock { $0.sessions[session]?.digest = saved }
  }

  func close(_ session: Int64) {
    table.withLock { $0.sessions[session] = nil }
  }

  func close(of connection: UInt64) {
    table.withLock { table in
      table.sessions = table.sessions.filter { $0.value.connection != connection }
    }
  }
}
