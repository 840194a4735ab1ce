import FoundationEssentials
import LinuxSystem

extension DocumentProblem {
  /// What was tried, as the message begins.
  enum Attempt: String {
    case read
    case save
    case move
  }

  /// What went wrong with a document, whoever says so: the system, its reader or its writer.
  init(_ error: any Error, _ attempt: Attempt, _ path: DocumentPath) {
    switch error {
    case let problem as DocumentProblem: self = problem
    case let error as SystemError:
      let kind = Kind(error.errno)
      self.init(kind, "Can't \(attempt) \(path): \(error.errno).\(kind.advice)")
    default:
      let kind = Kind(error, attempt)
      self.init(kind, "Can't \(attempt) \(path): \(words(error)).\(kind.advice)")
    }
  }
}

extension DocumentProblem.Kind {
  fileprivate init(_ errno: Errno) {
    switch errno {
    case .noSpace, .quota: self = .full
    case .accessDenied, .notPermitted, .readOnly: self = .denied
    case .noSuchFile, .notDirectory: self = .missing
    case .exists: self = .exists
    case .symbolicLink: self = .unreadable
    case .busy, .textBusy, .tooManyOpen, .tooManyOpenInSystem, .noMemory, .noLocks: self = .busy
    default: self = .broken
    }
  }

  fileprivate init(_ error: any Error, _ attempt: DocumentProblem.Attempt) {
    if let code = (error as? CocoaError)?.code, let kind = Self(code) {
      self = kind
    } else {
      self = attempt == .read ? .unreadable : .unwritable
    }
  }

  private init?(_ code: CocoaError.Code) {
    switch code {
    case .fileWriteOutOfSpace: self = .full
    case .fileWriteNoPermission, .fileReadNoPermission, .fileWriteVolumeReadOnly: self = .denied
    case .fileNoSuchFile, .fileReadNoSuchFile: self = .missing
    case .fileLocking: self = .locked
    default: return nil
    }
  }

  /// What a person can do about it, with a space in front.
  fileprivate var advice: String {
    switch self {
    case .full: " Free some room; it is tried again."
    case .denied: " Give the permission for it, or save it elsewhere."
    case .unavailable: " Make its folder available again, or save it elsewhere."
    case .broken: " Check the disk and the file system, or save it elsewhere."
    default: ""
    }
  }
}

private func words(_ error: any Error) -> String {
  if let words = (error as? any LocalizedError)?.errorDescription { return words }
  return "\(error)"
}
