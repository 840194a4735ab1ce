import Dispatch
import Documents
import LinuxSystem
import Synchronization

/// What happens when the process is told to end while it works on a document: by ^C, by a closed
/// terminal, or by `kill`.
final class Interruption: Sendable {
  static let shared = Interruption()

  private static let signals: [Signal] = [.interrupt, .terminate, .hangUp]
  /// How long cancelled work has to end by itself, in milliseconds.
  private static let patience = 40

  private struct State {
    var received: Signal?
    var isEnding = false
    var leftovers: [@Sendable () -> Void] = []
  }

  private let state = Mutex(State())

  /// What the process has to end with once it was told to; nil before.
  var code: ExitCode? {
    state.withLock { $0.received.map { ExitCode(rawValue: 128 + $0.rawValue) } }
  }

  /// Calls `cancel` at the first such signal, and ends the process where the work doesn't.
  func watch(_ cancel: @escaping @Sendable () -> Void) {
    for signal in Self.signals {
      let source = DispatchSource.makeSignalSource(signal: signal.rawValue, queue: .global())
      source.setEventHandler {
        // Kept by its own handler: it is there as long as the process.
        withExtendedLifetime(source) { self.take(signal, cancel) }
      }
      source.resume()
    }
  }

  /// Calls this at the end, however it comes.
  func atEnd(_ body: @escaping @Sendable () -> Void) {
    state.withLock { $0.leftovers.append(body) }
  }

  /// Ends the process. Of several that come here, the first one does.
  func end(with code: ExitCode) {
    let leftovers = state.withLock { state in
      defer { state.isEnding = true }
      return state.isEnding ? nil : state.leftovers
    }
    guard let leftovers else { return }
    for body in leftovers { body() }
    endProcess(code.rawValue)
  }

  private func take(_ signal: Signal, _ cancel: @escaping @Sendable () -> Void) {
    let isFirst = state.withLock { state in
      defer { state.received = state.received ?? signal }
      return state.received == nil
    }
    guard isFirst else { return }
    cancel()
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(Self.patience)) {
      abandonWriting()
      ProgressLine.clear()
      System().report(.stopped)
      self.end(with: self.code ?? .internalError)
    }
  }
}

extension Failure {
  /// The work was cancelled.
  static var stopped: Failure {
    Failure(Interruption.shared.code ?? .no, "stopped; nothing was written")
  }
}
