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
      self.init(kind, "Can't \(attempt) \(path): \(sentence(error)).\(kind.advice)")
    }
  }

  static func writeProtected(_ path: DocumentPath) -> DocumentProblem {
    DocumentProblem(
      .denied,
      "Can't save \(path): it is write-protected. Make it writable (chmod u+w), or save it elsewhere."
    )
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
    let error = error as? CocoaError
    if let kind = error.flatMap({ Self($0.code) }) {
      self = kind
    } else if let cause = error?.underlying as? POSIXError,
      case let kind = Self(Errno(cause.code)), kind != .broken
    {
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
  switch error {
  case let error as any LocalizedError where error.errorDescription != nil:
    error.errorDescription ?? ""
  case let error as CocoaError: words(of: error)
  case DecodingError.dataCorrupted(let context): context.debugDescription
  default: "\(error)"
  }
}

/// What a `CocoaError` says. Its own description is for programmers, with all of its `userInfo`.
private func words(of error: CocoaError) -> String {
  // The system's word is the exact one.
  if let cause = error.underlying as? POSIXError { return "\(Errno(cause.code))" }
  if let told = error.userInfo["NSLocalizedDescription"] as? String { return told }
  let saying = saying(error.code)
  return error.underlying.map { "\(saying) (\(sentence($0)))" } ?? saying
}

/// A cause's words, without the stop at their end.
private func sentence(_ error: any Error) -> Substring {
  let words = words(error)
  return words.hasSuffix(".") ? words.dropLast() : words[...]
}

private func saying(_ code: CocoaError.Code) -> String {
  switch code {
  case .fileReadCorruptFile, .propertyListReadCorrupt:
    "its content is damaged, or of another kind than its name says"
  case .fileReadInapplicableStringEncoding, .fileReadUnknownStringEncoding:
    "its text is in an encoding that is not read"
  case .fileWriteInapplicableStringEncoding: "its text can't be written in its encoding"
  case .fileNoSuchFile, .fileReadNoSuchFile: "something of it is missing"
  case .fileReadNoPermission, .fileWriteNoPermission: "permission denied"
  case .fileWriteVolumeReadOnly: "its file system is read-only"
  case .fileWriteOutOfSpace: "no space left on device"
  case .fileReadTooLarge: "it is too large"
  case .fileReadUnsupportedScheme, .fileWriteUnsupportedScheme: "only files can be documents"
  case .fileReadInvalidFileName, .fileWriteInvalidFileName: "its name is not allowed"
  case .fileWriteFileExists: "something is there already"
  case .featureUnsupported: "this is not supported"
  default: "an error that has no words (Cocoa error \(code.rawValue))"
  }
}

extension CocoaError {
  /// What it comes of.
  fileprivate var underlying: (any Error)? { userInfo["NSUnderlyingError"] as? any Error }
}
