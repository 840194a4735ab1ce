import Synchronization

/// One call's answers on their way from the threads that give them to the server's.
///
/// The bytes that were taken and not yet written are counted until the kernel has them, whoever
/// holds them, so that the bound is on all that waits for one client.
final class Exchange: Sendable {
  /// What its client asked for.
  struct Terms {
    var wantsMore: Bool
    var isOneway: Bool
    /// Bytes that may wait for the client before no further answer is taken.
    var bound: Int
    var messageLimit: Int
  }

  /// What the server's thread fetched.
  struct Batch {
    var messages: [[UInt8]] = []
    var isFinished = false
  }

  private struct State {
    var outbox: [[UInt8]] = []
    var waiting = 0
    var phase = Phase.open
    /// An answer was refused, so `onDrain` is owed.
    var isBehind = false
    var callbacks = Callbacks()
  }

  /// They may hold the last reference to the responder, whose end comes back here; so none is let
  /// go while the state is locked.
  private struct Callbacks {
    var onDrain: (@Sendable () -> Void)?
    var onClose: (@Sendable () -> Void)?
  }

  private enum Phase {
    case open, finished, gone
  }

  let terms: Terms
  /// Tells the server's thread that there is something to fetch.
  private let announce: @Sendable () -> Void
  private let state = Mutex(State())

  init(_ terms: Terms, announce: @escaping @Sendable () -> Void) {
    self.terms = terms
    self.announce = announce
  }

  // MARK: Any thread

  var isGone: Bool { state.withLock { $0.phase == .gone } }

  func finish(_ value: some Encodable & Sendable) {
    finish { () throws(DaemonError) in try message(ReplyMessage(parameters: value)) }
  }

  func finish(_ error: DaemonError) {
    finish { () throws(DaemonError) in try message(ErrorMessage(error)) }
  }

  func offer(_ value: some Encodable & Sendable) -> Bool {
    guard terms.wantsMore else {
      finish(value)
      return false
    }
    // Encoding what would be refused is work for nothing.
    guard takesMore() else { return false }
    do {
      let message = try message(ReplyMessage(parameters: value, continues: true))
      return take(message)
    } catch {
      let due = state.withLock { $0.callbacks.onClose }
      finish(error)
      due?()
      return false
    }
  }

  func setOnDrain(_ body: @escaping @Sendable () -> Void) {
    let (isDue, _) = state.withLock { state in
      guard state.phase == .open else { return (false, nil as Callbacks?) }
      let replaced = Callbacks(onDrain: state.callbacks.onDrain)
      state.callbacks.onDrain = body
      return (settleDrain(&state), replaced)
    }
    if isDue { body() }
  }

  func setOnClose(_ body: @escaping @Sendable () -> Void) {
    let (isDue, _) = state.withLock { state in
      let replaced = Callbacks(onClose: state.callbacks.onClose)
      if state.phase == .open { state.callbacks.onClose = body }
      return (state.phase == .gone, replaced)
    }
    if isDue { body() }
  }

  // MARK: The server's thread

  func fetch() -> Batch {
    state.withLock { state in
      let batch = Batch(messages: state.outbox, isFinished: state.phase == .finished)
      state.outbox = []
      return batch
    }
  }

  /// The kernel has so many bytes more.
  func wrote(_ count: Int) {
    let due = state.withLock { state in
      state.waiting -= count
      return settleDrain(&state) ? state.callbacks.onDrain : nil
    }
    due?()
  }

  /// The client is gone.
  func close() {
    let due = state.withLock { state in
      let callbacks = state.callbacks
      state = State(phase: .gone)
      return callbacks
    }
    due.onClose?()
  }
}

extension Exchange {
  private func takesMore() -> Bool {
    state.withLock { state in
      guard state.phase == .open else { return false }
      // Once behind, it is half the bound before more is taken, so that a slow client doesn't
      // cost a turn for every message.
      let limit = state.isBehind ? terms.bound / 2 : terms.bound - 1
      state.isBehind = state.waiting > limit
      return !state.isBehind
    }
  }

  private func take(_ message: [UInt8]) -> Bool {
    let (isTaken, isFirst) = state.withLock { state in
      guard state.phase == .open else { return (false, false) }
      let isFirst = state.outbox.isEmpty
      state.outbox.append(message)
      state.waiting += message.count
      return (true, isFirst)
    }
    if isFirst { announce() }
    return isTaken
  }

  private func finish(_ message: () throws(DaemonError) -> [UInt8]) {
    guard state.withLock({ $0.phase == .open }) else { return }
    // An error always fits: it is one line.
    let bytes: [UInt8]
    do {
      bytes = terms.isOneway ? [] : try message()
    } catch {
      finish(error)
      return
    }
    let (isFirst, _) = state.withLock { state in
      guard state.phase == .open else { return (false, Callbacks()) }
      if !bytes.isEmpty { state.outbox.append(bytes) }
      state.waiting += bytes.count
      state.phase = .finished
      let callbacks = state.callbacks
      state.callbacks = Callbacks()
      return (true, callbacks)
    }
    if isFirst { announce() }
  }

  /// Whether the client that was behind has caught up and there is someone to tell.
  private func settleDrain(_ state: inout State) -> Bool {
    guard state.isBehind, state.callbacks.onDrain != nil, state.waiting <= terms.bound / 2 else {
      return false
    }
    state.isBehind = false
    return true
  }

  private func message(_ value: some Encodable) throws(DaemonError) -> [UInt8] {
    let message: [UInt8]
    do {
      message = try MessageCoding.message(of: value)
    } catch {
      throw .failed(message: "the answer could not be written as JSON: " + error.reason)
    }
    guard message.count <= terms.messageLimit else {
      throw .failed(
        message: "the answer is longer than \(terms.messageLimit) bytes; ask for less, or for "
          + "several replies with `more`")
    }
    return message
  }
}
