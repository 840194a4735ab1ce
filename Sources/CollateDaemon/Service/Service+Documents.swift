import Control
import Engine
import FoundationEssentials
import LinuxSystem
import Reconciliation
import StateStore
import Synchronization

/// How many documents one reply of a listing in pieces holds.
private let documentsAReply = 500

extension Service {
  func listDocuments(_ call: Call, _ responder: Responder) throws(DaemonError) {
    let asked = try call.parameters(of: ListDocuments.self)
    let wantsMore = call.wantsMore
    performAll(in: asked.library, responder) { libraries, _ throws(DaemonError) in
      // A listing is long work for nobody, once its client is gone.
      if responder.isClosed { return }
      let documents = libraries.flatMap { library in
        library.documents().map { Wire.Document($0, library: library.name) }
      }
      if wantsMore {
        Pieces(documents, responder).send()
      } else {
        responder.reply(ListDocuments.Reply(documents: documents))
      }
    }
  }

  func getDocument(_ call: Call, _ responder: Responder) throws(DaemonError) {
    let asked = try call.parameters(of: GetDocument.self)
    let path = try relativePath(asked)
    perform(in: asked.library, responder) { library, now throws(DaemonError) in
      var document = try asking { () throws(RequestError) in try library.document(path) }
      var content: String?
      if document.digest != nil, document.state != .tooLarge {
        content = base64(
          try asking { () throws(RequestError) in try library.currentContent(of: path, at: now) })
        document = try asking { () throws(RequestError) in try library.document(path) }
      }
      if let locked = library.lock(on: path) {
        document.hold = document.hold ?? locked.reason
        document.holder = locked.holder
      }
      responder.reply(
        GetDocument.Reply(
          document: Wire.Document(document, library: library.name), content: content))
    }
  }

  func explainDocument(_ call: Call, _ responder: Responder) throws(DaemonError) {
    let asked = try call.parameters(of: ExplainDocument.self)
    let path = try relativePath(asked)
    perform(in: asked.library, responder) { library, now throws(DaemonError) in
      var lines = try asking { () throws(RequestError) in try library.explain(path, at: now) }
      if let locked = library.lock(on: path) { lines.append("now: " + locked.reason) }
      responder.reply(
        ExplainDocument.Reply(
          explanation: Wire.Explanation(
            document: Self.known(path, in: library), lines: lines)))
    }
  }

  /// The document, or what stands for one that is no more.
  private static func known(_ path: RelativePath, in library: Library) -> Wire.Document {
    do throws(RequestError) {
      return Wire.Document(try library.document(path), library: library.name)
    } catch {
      return Wire.Document(
        library: library.name, path: WirePath(path), state: "gone", size: 0, modified: 0,
        contentType: "")
    }
  }

  func listVersions(_ call: Call, _ responder: Responder) throws(DaemonError) {
    let asked = try call.parameters(of: ListVersions.self)
    let path = try relativePath(asked)
    perform(in: asked.library, responder) { library, now throws(DaemonError) in
      let versions = try asking { () throws(RequestError) in
        try library.versions(of: path, at: now)
      }
      responder.reply(ListVersions.Reply(versions: versions.map { Wire.DocumentVersion($0) }))
    }
  }

  func getVersion(_ call: Call, _ responder: Responder) throws(DaemonError) {
    let asked = try call.parameters(of: GetVersion.self)
    let wanted = try digest(hex: asked.digest)
    perform(in: asked.library, responder) { library, _ throws(DaemonError) in
      let content = try asking { () throws(RequestError) in try library.versionContent(wanted) }
      responder.reply(GetVersion.Reply(content: base64(content)))
    }
  }

  func restoreVersion(_ call: Call, _ responder: Responder) throws(DaemonError) {
    let asked = try call.parameters(of: RestoreVersion.self)
    let path = try relativePath(asked)
    let wanted = try digest(hex: asked.digest)
    perform(in: asked.library, responder) { library, now throws(DaemonError) in
      let before = library.store.lastEvent
      try asking { () throws(RequestError) in try library.restore(path, to: wanted, at: now) }
      responder.reply(Wire.Events(events: events(of: library, after: before)))
    }
  }
}

extension Library {
  /// Who locks the document at this moment; nil where nobody else does.
  fileprivate func lock(on path: RelativePath) -> LibraryStatus.Held? {
    locked(by: heldLocks(exceptBy: currentProcess()), besides: []).first { $0.path == path }
  }
}

/// A listing that is sent in pieces, as fast as its client takes them.
private final class Pieces: Sendable {
  private let documents: [Wire.Document]
  private let responder: Responder
  private let sent = Mutex(0)

  init(_ documents: [Wire.Document], _ responder: Responder) {
    self.documents = documents
    self.responder = responder
  }

  func send() {
    sent.withLock { next in
      while next + documentsAReply < documents.count {
        let piece = Array(documents[next..<(next + documentsAReply)])
        guard responder.replyMore(ListDocuments.Reply(documents: piece)) else {
          responder.onDrain { self.send() }
          return
        }
        next += documentsAReply
      }
      responder.reply(ListDocuments.Reply(documents: Array(documents[next...])))
    }
  }
}
