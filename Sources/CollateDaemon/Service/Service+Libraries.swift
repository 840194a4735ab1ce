import Control
import Engine
import Reconciliation
import StateStore

extension Service {
  func addLibrary(_ call: Call, _ responder: Responder) throws(DaemonError) {
    let asked = try call.parameters(of: AddLibrary.self)
    var roots = [try root(asked.root, asked.rootBase64, "root")]
    for more in asked.more ?? [] { roots.append(try root(more.path, more.pathBase64, "more")) }
    var added = LibraryShape(roots: roots)
    added.source = try asked.mirror.map { mirror throws(DaemonError) in
      try root(mirror.path, mirror.pathBase64, "mirror")
    }
    for each in asked.readOnly ?? [] {
      added.readOnly.append(try root(each.path, each.pathBase64, "readOnly"))
    }
    let wanted = added
    engine.perform { [roster] libraries, now in
      do throws(DaemonError) {
        responder.reply(try roster.add(wanted, to: asked.library, in: libraries, at: now))
      } catch {
        responder.fail(error)
      }
    }
  }

  func removeLibrary(_ call: Call, _ responder: Responder) throws(DaemonError) {
    let asked = try call.parameters(of: RemoveLibrary.self)
    let root = try asked.root.map { text throws(DaemonError) in
      try self.root(text, asked.rootBase64, "root")
    }
    engine.perform { [roster] libraries, now in
      do throws(DaemonError) {
        responder.reply(try roster.remove(root, of: asked.library, in: libraries, at: now))
      } catch {
        responder.fail(error)
      }
    }
  }

  /// A directory's absolute path from a call.
  private func root(
    _ text: String, _ base64: String?, _ parameter: String
  ) throws(DaemonError) -> [UInt8] {
    guard let root = WirePath(text: text, base64: base64)?.bytes, root.first == UInt8(ascii: "/")
    else { throw .invalidParameter(parameter) }
    return root
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
            path: WirePath($0.path), library: library.name, replica: $0.replica,
            rule: $0.rule.rawValue, details: $0.details)
        }
      }
      responder.reply(Rescan.Reply(changes: changes))
    }
  }

  func release(_ call: Call, _ responder: Responder) throws(DaemonError) {
    let asked = try call.parameters(of: Release.self)
    performAll(in: asked.library, responder) { libraries, now throws(DaemonError) in
      var reply = Release.Reply(released: 0)
      for library in libraries {
        let done = library.release(restoring: asked.restore == true, at: now)
        reply.released += done.released
        reply.restored += done.restored
        reply.accepted += done.accepted
      }
      responder.reply(reply)
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
