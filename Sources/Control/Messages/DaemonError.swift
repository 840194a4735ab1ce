/// An error that the interface names, with what it says; one side throws it and the other catches
/// it.
package enum DaemonError: Error, Hashable, Sendable {
  case noSuchLibrary(String)
  /// Several libraries, and none named.
  case whichLibrary([String])
  case noSuchDocument(path: String, message: String)
  case noSuchVersion(digest: String)
  case noSuchConflict(id: Int64)
  case nothingToUndo(message: String)
  /// The document is left alone for now; try again.
  case held(path: String, reason: String)
  /// It could not be done: what happened and what to do.
  case failed(message: String)
  /// Events before `first` are not kept any more.
  case eventsGone(first: Int64)

  // The errors of `org.varlink.service`.
  case interfaceNotFound(String)
  case methodNotFound(String)
  case methodNotImplemented(String)
  case invalidParameter(String)

  /// One that this side doesn't know, from a newer daemon.
  case other(name: String)
}

extension DaemonError: CustomStringConvertible {
  /// What happened and what to do, as one line.
  package var description: String {
    switch self {
    case .noSuchLibrary(let name):
      "no library is called \"\(name)\"; `collate status` lists them"
    case .whichLibrary(let names):
      "there are several libraries, so one must be named: " + names.joined(separator: ", ")
    case .noSuchDocument(let path, let message):
      message.isEmpty ? "\(path) is not a document of any library" : message
    case .noSuchVersion(let digest): "no version \(digest) is kept"
    case .noSuchConflict(let id):
      "there is no conflict \(id); `collate conflicts` lists them"
    case .nothingToUndo(let message): message.isEmpty ? "there is nothing to undo" : message
    case .held(let path, let reason): "\(path) is left alone for now: \(reason)"
    case .failed(let message): message
    case .eventsGone(let first):
      "events before number \(first) are not kept any more; ask from \(first - 1) on"
    case .interfaceNotFound(let interface):
      "the daemon doesn't serve \(interface); it may be another version"
    case .methodNotFound(let method), .methodNotImplemented(let method):
      "the daemon doesn't know \(method); it may be another version"
    case .invalidParameter(let parameter): "the daemon refused the parameter \"\(parameter)\""
    case .other(let name): "the daemon answered \(name), which this version doesn't know"
    }
  }
}

extension DaemonError {
  /// The fields of every error; each sets those that are its own.
  struct Fields: Codable, Equatable {
    var library: String?
    var libraries: [String]?
    var path: String?
    var message: String?
    var digest: String?
    var id: Int64?
    var reason: String?
    var first: Int64?
    var interface: String?
    var method: String?
    var parameter: String?
  }

  /// The name and the fields that cross the socket.
  var wire: (name: String, fields: Fields) {
    switch self {
    case .noSuchLibrary(let name): (Self.daemon + "NoSuchLibrary", Fields(library: name))
    case .whichLibrary(let names): (Self.daemon + "WhichLibrary", Fields(libraries: names))
    case .noSuchDocument(let path, let message):
      (Self.daemon + "NoSuchDocument", Fields(path: path, message: message))
    case .noSuchVersion(let digest): (Self.daemon + "NoSuchVersion", Fields(digest: digest))
    case .noSuchConflict(let id): (Self.daemon + "NoSuchConflict", Fields(id: id))
    case .nothingToUndo(let message): (Self.daemon + "NothingToUndo", Fields(message: message))
    case .held(let path, let reason): (Self.daemon + "Held", Fields(path: path, reason: reason))
    case .failed(let message): (Self.daemon + "Failed", Fields(message: message))
    case .eventsGone(let first): (Self.daemon + "EventsGone", Fields(first: first))
    case .interfaceNotFound(let name):
      (Self.service + "InterfaceNotFound", Fields(interface: name))
    case .methodNotFound(let name): (Self.service + "MethodNotFound", Fields(method: name))
    case .methodNotImplemented(let name):
      (Self.service + "MethodNotImplemented", Fields(method: name))
    case .invalidParameter(let name):
      (Self.service + "InvalidParameter", Fields(parameter: name))
    case .other(let name): (name, Fields())
    }
  }

  /// A field that should be there and isn't reads as empty: the error's name already says most.
  init(name: String, fields: Fields) {
    switch name {
    case Self.daemon + "NoSuchLibrary": self = .noSuchLibrary(fields.library ?? "")
    case Self.daemon + "WhichLibrary": self = .whichLibrary(fields.libraries ?? [])
    case Self.daemon + "NoSuchDocument":
      self = .noSuchDocument(path: fields.path ?? "", message: fields.message ?? "")
    case Self.daemon + "NoSuchVersion": self = .noSuchVersion(digest: fields.digest ?? "")
    case Self.daemon + "NoSuchConflict": self = .noSuchConflict(id: fields.id ?? 0)
    case Self.daemon + "NothingToUndo": self = .nothingToUndo(message: fields.message ?? "")
    case Self.daemon + "Held":
      self = .held(path: fields.path ?? "", reason: fields.reason ?? "")
    case Self.daemon + "Failed": self = .failed(message: fields.message ?? "")
    case Self.daemon + "EventsGone": self = .eventsGone(first: fields.first ?? 0)
    case Self.service + "InterfaceNotFound": self = .interfaceNotFound(fields.interface ?? "")
    case Self.service + "MethodNotFound": self = .methodNotFound(fields.method ?? "")
    case Self.service + "MethodNotImplemented": self = .methodNotImplemented(fields.method ?? "")
    case Self.service + "InvalidParameter": self = .invalidParameter(fields.parameter ?? "")
    default: self = .other(name: name)
    }
  }

  private static let daemon = "org.collate.Daemon."
  private static let service = "org.varlink.service."
}
