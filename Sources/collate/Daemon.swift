import Control
import Reconciliation

/// The daemon as verbs talk to it: a connection made when it is needed, and errors in this
/// program's terms.
final class Daemon {
  let address: DaemonAddress
  private var client: Client?

  init(address: DaemonAddress = .standard) {
    self.address = address
  }

  /// Calls a method and waits for its answer.
  func call<Method: DaemonMethod>(
    _ method: Method.Type, _ parameters: Method.Parameters
  ) throws(Failure) -> Method.Reply {
    do {
      return try attempt(method, parameters)
    } catch {
      throw Failure(error)
    }
  }

  /// As `call`, for who looks at what the daemon answered.
  func attempt<Method: DaemonMethod>(
    _ method: Method.Type, _ parameters: Method.Parameters
  ) throws(ClientError) -> Method.Reply {
    let client = try connected()
    do {
      return try client.call(method, parameters)
    } catch {
      if !error.isAnswer { self.client = nil }
      throw error
    }
  }

  /// Calls a method with `more` and hands each answer on, until `body` returns false.
  func stream<Method: DaemonMethod>(
    _ method: Method.Type, _ parameters: Method.Parameters,
    _ body: (Method.Reply) throws(Failure) -> Bool
  ) throws(Failure) {
    var failure: Failure?
    var isEnded = false
    do throws(ClientError) {
      try connected().call(more: method, parameters) { reply in
        do throws(Failure) {
          isEnded = try !body(reply)
        } catch {
          failure = error
          isEnded = true
        }
        return !isEnded
      }
    } catch {
      if !error.isAnswer { client = nil }
      throw Failure(error)
    }
    // What was not waited for is still on its way.
    if isEnded { client = nil }
    if let failure { throw failure }
  }

  private func connected() throws(ClientError) -> Client {
    if let client { return client }
    let made = try Client(address)
    client = made
    return made
  }
}

extension ClientError {
  /// Whether the daemon answered, so that the connection is still good.
  var isAnswer: Bool {
    if case .answered = self { true } else { false }
  }
}

extension Failure {
  init(_ error: ClientError) {
    switch error {
    case .answered(let answer): self.init(answer)
    case .notRunning(let address):
      self.init(
        .unavailable, "collated is not running: nothing listens at \(displayed(address.path))",
        advice: Failure.startAdvice)
    case .notAllowed(let address):
      self.init(
        .denied, "the socket \(displayed(address.path)) belongs to another user's daemon",
        advice: ["Run this as that user, or set COLLATE_SOCKET to your own daemon's socket"])
    case .connectionLost, .timedOut:
      self.init(
        .unavailable, harmless(error.description.utf8),
        advice: ["What it was doing: journalctl --user -u collated"])
    case .callTooLong: self.init(.badInput, harmless(error.description.utf8))
    case .unreadableReply, .addressTooLong, .system:
      self.init(.unavailable, harmless(error.description.utf8))
    }
  }

  static let startAdvice = [
    "To start it for one directory: collated DIRECTORY",
    "To start it now and at every login: systemctl --user enable --now collated.socket",
  ]

  /// What the daemon refused.
  init(_ error: DaemonError) {
    let text = harmless(error.description.utf8)
    switch error {
    case .noSuchLibrary, .noSuchDocument, .noSuchVersion, .noSuchConflict:
      self.init(.notFound, text)
    case .nothingToUndo, .eventsGone: self.init(.no, text)
    case .whichLibrary: self.init(.usage, text, advice: ["Name one with --library NAME"])
    case .held: self.init(.tryAgain, text, advice: ["Try again when that is over"])
    case .failed: self.init(.inputOutput, text)
    case .interfaceNotFound, .methodNotFound, .methodNotImplemented, .other:
      self.init(
        .unavailable, text,
        advice: ["After an upgrade, restart it: systemctl --user restart collated"])
    case .invalidParameter: self.init(.internalError, text)
    }
  }
}
