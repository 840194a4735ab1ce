import LinuxSystem
import Reconciliation

extension VolumeError {
  /// What the system refused, as a sentence about the document: `attempt` is a verb ("read").
  init(_ error: SystemError, _ attempt: String, _ path: RelativePath) {
    let name = path.isRoot ? "the root" : "\(path)"
    self.init(error, "Can't \(attempt) \(name)")
  }

  /// As above, about one of Collate's own folders or files.
  init(_ error: SystemError, own name: String) {
    self.init(error, "Can't use \(name)")
  }

  private init(_ error: SystemError, _ beginning: String) {
    let kind = Kind(error.errno)
    self.init(kind: kind, message: "\(beginning): \(error.errno). \(kind.advice)")
  }
}

extension VolumeError.Kind {
  init(_ errno: Errno) {
    switch errno {
    case .noSuchFile, .notDirectory, .symbolicLink: self = .missing
    case .noSpace, .quota: self = .full
    case .accessDenied, .notPermitted, .readOnly: self = .denied
    case .tooManyOpen, .tooManyOpenInSystem, .noMemory, .noLocks, .busy, .textBusy, .wouldBlock:
      self = .exhausted
    case .nameTooLong, .badSequence, .invalid: self = .badName
    default: self = .broken
    }
  }

  /// What a person can do about it.
  fileprivate var advice: String {
    switch self {
    case .missing: "It was moved or deleted; nothing needs to be done."
    case .full: "Free some room; it is tried again."
    case .denied: "Give the user that runs collated the permission for it."
    case .claimed: "Stop the other daemon, or use it."
    case .exhausted: "It is tried again soon; if it stays, raise the limits of the daemon."
    case .badName: "Rename it to a name that this file system takes."
    case .broken: "Check the disk and the file system; nothing there is touched until then."
    }
  }
}
