import Documents
import FoundationEssentials
import LinuxSystem
import Reconciliation

extension Failure {
  /// What a document's reader, writer or session said.
  ///
  /// - Parameters:
  ///   - source: What was read, as it was given; nil where nothing was.
  ///   - target: What was to be written.
  init(_ error: any Error, reading source: [UInt8]?, writing target: [UInt8]) {
    let subject = source ?? target
    switch error {
    case is CancellationError: self = .stopped
    case let error as Failure: self = error
    case let error as UnreadableContent:
      self.init(
        .badInput, "\(displayed(subject)) can't be read: \(harmless(error.reason.utf8))")
    case let error as DocumentProblem:
      self.init(error, reading: source, writing: target)
    case let error as SystemError:
      self.init(error, displayed(subject))
    case let error as CocoaError: self.init(error, reading: source, writing: target)
    case is FileChangedError:
      self.init(
        .tryAgain, "\(displayed(subject)) was changed while it was read",
        advice: ["Try again once the other program has finished"])
    default:
      self.init(.badInput, "\(displayed(subject)): \(harmless("\(error)".utf8))")
    }
  }

  private init(_ problem: DocumentProblem, reading source: [UInt8]?, writing target: [UInt8]) {
    let subject = displayed(source ?? target)
    switch problem.kind {
    case .exists: self = .exists(target)
    case .full:
      self.init(
        .cannotCreate, "there is no room left for \(displayed(target))",
        advice: ["Make room, then try again"])
    case .locked: self = .locked([source, target, directory(of: target)].compactMap { $0 })
    case .missing: self.init(.notFound, "\(subject) is not there any more")
    case .denied: self.init(.denied, Self.words(of: problem))
    case .busy: self.init(.tryAgain, Self.words(of: problem))
    case .unreadable, .unwritable, .unsupported: self.init(.badInput, Self.words(of: problem))
    case .unavailable, .closed, .broken: self.init(.inputOutput, Self.words(of: problem))
    }
  }

  /// The problem's own sentence, as messages here end.
  private static func words(of problem: DocumentProblem) -> String {
    let words = harmless(problem.message.utf8)
    return words.hasSuffix(".") ? String(words.dropLast()) : words
  }

  private init(_ error: CocoaError, reading source: [UInt8]?, writing target: [UInt8]) {
    let attempts: Set<CocoaError.Code> = [
      .fileWriteOutOfSpace, .fileWriteNoPermission, .fileWriteVolumeReadOnly, .fileWriteFileExists,
      .fileWriteInvalidFileName, .fileWriteUnknown, .fileNoSuchFile,
    ]
    let isWriting = attempts.contains(error.code) || source == nil
    let what =
      isWriting
      ? "\(displayed(target)) can't be written" : "\(displayed(source ?? target)) can't be read"
    if let cause = error.userInfo["NSUnderlyingError"] as? POSIXError {
      self.init(SystemError(call: "", errno: Errno(cause.code)), what)
      return
    }
    let said = error.userInfo["NSLocalizedDescription"] as? String
    let reason = harmless((said ?? "\(error)").utf8)
    self.init(isWriting ? .inputOutput : .badInput, "\(what): \(reason)")
  }

  /// Something is under the name that was to be made.
  static func exists(_ target: [UInt8]) -> Failure {
    Failure(
      .cannotCreate, "\(displayed(target)) is there already", advice: ["Choose another name"])
  }

  /// Another program holds one of them.
  private static func locked(_ paths: [[UInt8]]) -> Failure {
    for path in paths {
      do {
        let holder = try openPath(path, [.readOnly, .nonBlocking]).lockHolder()
        guard let holder else { continue }
        return Failure(
          .tryAgain, "\(displayed(path)) is locked by \(harmless(holder.description.utf8))",
          advice: ["Try again when it is done"])
      } catch {
        // Not there yet, or not ours to open: then it is one of the others.
        continue
      }
    }
    return Failure(.tryAgain, "another program holds the lock", advice: ["Try again later"])
  }
}
