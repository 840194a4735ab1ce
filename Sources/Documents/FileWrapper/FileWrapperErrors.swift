public import FoundationEssentials
import LinuxSystem

/// The file was changed by another program since it was read, in the same parts that were to be
/// written: nothing was written. Read it again, join the changes, and save.
public struct FileChangedError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The document.
  public let url: URL
  /// What was changed in it, as paths in the package; empty where the document is one file.
  public let members: [String]

  init(path: [UInt8], members: [[UInt8]]) {
    url = URL(filePath: String(decoding: path, as: UTF8.self))
    self.members = members.filter { !$0.isEmpty }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// A sentence for a person.
  public var description: String {
    let what = members.isEmpty ? "" : " in " + members.joined(separator: ", ")
    return "\(url.path) was changed by another program\(what) since it was read."
      + " Nothing was written. Read it again and save."
  }
}

extension CocoaError {
  enum Attempt: String {
    case read
    case write
  }

  /// What the system refused, with the path and the cause in `userInfo`.
  static func file(_ attempt: Attempt, _ error: SystemError, at path: [UInt8]) -> CocoaError {
    let code: Code = attempt == .read ? readCode(error.errno) : writeCode(error.errno)
    return file(attempt, code, error.errno.reason(attempt), at: path, errno: error.errno)
  }

  /// What is wrong with a file, `reason` being the end of a sentence.
  static func file(
    _ attempt: Attempt, _ code: Code, _ reason: String, at path: [UInt8], errno: Errno? = nil
  ) -> CocoaError {
    let name = String(decoding: path, as: UTF8.self)
    // Foundation's own keys, which its essentials have no names for.
    var information: [String: Any] = [
      "NSFilePath": name,
      "NSLocalizedDescription": "Can't \(attempt.rawValue) \(name): \(reason)",
    ]
    if let code = errno?.code {
      information["NSUnderlyingError"] = POSIXError(code)
    }
    return CocoaError(code, userInfo: information)
  }

  private static func readCode(_ errno: Errno) -> Code {
    switch errno {
    case .noSuchFile, .notDirectory: .fileReadNoSuchFile
    case .accessDenied, .notPermitted: .fileReadNoPermission
    case .nameTooLong, .invalid: .fileReadInvalidFileName
    case .fileTooLarge, .noMemory: .fileReadTooLarge
    default: .fileReadUnknown
    }
  }

  private static func writeCode(_ errno: Errno) -> Code {
    switch errno {
    case .noSpace, .quota: .fileWriteOutOfSpace
    case .readOnly: .fileWriteVolumeReadOnly
    case .accessDenied, .notPermitted: .fileWriteNoPermission
    case .noSuchFile, .notDirectory: .fileNoSuchFile
    case .exists: .fileWriteFileExists
    case .nameTooLong, .invalid, .badSequence: .fileWriteInvalidFileName
    default: .fileWriteUnknown
    }
  }
}

extension Errno {
  fileprivate func reason(_ attempt: CocoaError.Attempt) -> String {
    switch self {
    case .noSpace, .quota: "\(self). Free some room and save again."
    case .accessDenied, .notPermitted, .readOnly:
      "\(self). Get the permission, or save elsewhere."
    case .stale: "it was changed since the document was opened. Open it again."
    case .noSuchFile, .notDirectory:
      attempt == .read
        ? "it was moved or deleted." : "its folder was moved or deleted. Save elsewhere."
    case .symbolicLink: "it is a symbolic link, or lies too deep."
    case .nameTooLong, .invalid, .badSequence: "\(self). Choose another name."
    default: "\(self)."
    }
  }
}
