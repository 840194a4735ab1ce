import Control
import Engine
import Reconciliation
import StateStore

extension Service {
  func addLibrary(_ call: Call, _ responder: Responder) throws(DaemonError) {
    let asked = try call.parameters(of: AddLibrary.self)
    guard let root = WirePath(text: asked.root, base64: asked.rootBase64)?.bytes,
      root.first == UInt8(ascii: "/")
    else { throw .invalidParameter("root") }
    engine.perform { [roster] libraries, now in
      do throws(DaemonError) {
        let specification = try roster.specification(for: [root], beside: libraries)
        if let failure = libraries.add(specification, at: now) {
          libraries.remove(specification.name)
          throw .failed(message: failure)
        }
        try roster.remember(root)
        guard let library = libraries.library(named: specification.name) else {
          throw .noSuchLibrary(specification.name)
        }
        responder.reply(
          AddLibrary.Reply(library: Wire.Library(library.status(), root: specification.root)))
      } catch {
        responder.fail(error)
      }
    }
  }

  func removeLibrary(_ call: Call, _ responder: Responder) throws(DaemonError) {
    let asked = try call.parameters(of: RemoveLibrary.self)
    engine.perform { [roster] libraries, _ in
      do throws(DaemonError) {
        guard let root = libraries.root(of: asked.library) else {
          throw .noSuchLibrary(asked.library)
        }
        libraries.remove(asked.library)
        try roster.forget(root)
        responder.reply(Wire.Nothing())
      } catch {
        responder.fail(error)
      }
    }
  }

  func setPaused(_ isPaused: Bool, _ call: Call, _ responder: Responder) throws(DaemonError) {
    let asked = try call.decode(Wire.InLibrary.self)
    performAll(in: asked.library, responder) { libraries, now throws(DaemonError) in
      for library in libraries { library.setPaused(isPaused, at: now) }
      responder.reply(Wire.Nothing())
    }
  }

  func rescan(_ call: Call, _ responder: Responder) throws(DaemonError) {
    let asked = try call.parameters(of: Rescan.self)
    performAll(in: asked.library, responder) { libraries, now throws(DaemonError) in
      var changes: [Wire.PlannedChange] = []
      for library in libraries {
        guard asked.dryRun == true else {
          library.rescan(at: now)
          continue
        }
        let planned = try asking { () throws(RequestError) in
          try library.rescanPlan(at: now)
        }
        changes += planned.map {
          Wire.PlannedChange(
            path: WirePath($0.path), rule: $0.rule.rawValue, details: $0.details)
        }
      }
      responder.reply(Rescan.Reply(changes: changes))
    }
  }

  func release(_ call: Call, _ responder: Responder) throws(DaemonError) {
    let asked = try call.parameters(of: Release.self)
    performAll(in: asked.library, responder) { libraries, now throws(DaemonError) in
      let released = libraries.reduce(0) { $0 + $1.release(at: now) }
      responder.reply(Release.Reply(released: released))
    }
  }

  func check(_ call: Call, _ responder: Responder) throws(DaemonError) {
    let asked = try call.parameters(of: Check.self)
    performAll(in: asked.library, responder) { libraries, _ throws(DaemonError) in
      var reply = Check.Reply(damage: [], contents: 0, bytes: 0)
      for library in libraries {
        let report = try asking { () throws(RequestError) in try library.check() }
        reply.damage += report.damage
        reply.contents += report.contents
        reply.bytes += report.bytes
      }
      responder.reply(reply)
    }
  }
}
