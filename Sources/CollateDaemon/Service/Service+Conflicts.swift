import Control
import Engine
import Reconciliation
import StateStore

extension Service {
  func listConflicts(_ call: Call, _ responder: Responder) throws(DaemonError) {
    let asked = try call.parameters(of: ListConflicts.self)
    performAll(in: asked.library, responder) { libraries, _ throws(DaemonError) in
      let conflicts = libraries.flatMap { library in
        library.openConflicts.map { conflict in
          Wire.Conflict(
            conflict, library: library.name, isThere: library.isThere(conflict),
            diff: library.shortDiff(of: conflict))
        }
      }
      responder.reply(ListConflicts.Reply(conflicts: conflicts))
    }
  }

  func resolveConflict(_ call: Call, _ responder: Responder) throws(DaemonError) {
    let asked = try call.parameters(of: ResolveConflict.self)
    let choice = try choice(asked)
    guard let id = UInt64(exactly: asked.id) else { throw .noSuchConflict(id: asked.id) }
    perform(in: asked.library, responder) { library, now throws(DaemonError) in
      let before = library.store.lastEvent
      try asking { () throws(RequestError) in try library.resolve(id, choice, at: now) }
      responder.reply(Wire.Events(events: events(of: library, after: before)))
    }
  }

  private func choice(_ asked: ResolveConflict.Parameters) throws(DaemonError) -> Choice {
    switch asked.choice {
    case .document: return .document
    case .copy: return .copy
    case .both: return .both
    case .merged:
      guard let content = asked.content else { throw .invalidParameter("content") }
      return .merged(try bytes(base64: content, parameter: "content"))
    default: throw .invalidParameter("choice")
    }
  }

  func listActions(_ call: Call, _ responder: Responder) throws(DaemonError) {
    let asked = try call.parameters(of: ListActions.self)
    performAll(in: asked.library, responder) { libraries, _ throws(DaemonError) in
      let actions = libraries.flatMap { library in
        library.recentActions.map { Wire.Action($0, library: library.name) }
      }
      responder.reply(ListActions.Reply(actions: actions))
    }
  }

  func undo(_ call: Call, _ responder: Responder) throws(DaemonError) {
    let asked = try call.parameters(of: Undo.self)
    let id = asked.id.map { UInt64(clamping: $0) }
    perform(in: asked.library, responder) { library, now throws(DaemonError) in
      let before = library.store.lastEvent
      let action = try asking { () throws(RequestError) in try library.undo(id, at: now) }
      responder.reply(
        Undo.Reply(
          action: Wire.Action(action, library: library.name),
          events: events(of: library, after: before)))
    }
  }
}
