import LinuxSystem

/// One client's socket, and the call of its that is being answered. Lives on the server's thread.
///
/// Calls are answered in order, so nothing is read while one is in hand: what a client sends
/// ahead waits in its socket, at its own cost.
final class Connection {
  let caller: Caller
  private let socket: Descriptor
  private let dispatcher: Dispatcher
  private var framing: MessageFraming
  private var output = OutputQueue()
  /// The call in hand.
  private var exchange: Exchange?
  /// Whether what waits to be written belongs to a stream.
  private var isStream = false
  /// The client sends nothing more, or nothing that is worth reading.
  private var isEnding = false
  /// The client is gone, both ways.
  private var hasHungUp = false
  /// When something last moved.
  private var movedAt: Int64
  /// Nothing is left to do; to be closed.
  private(set) var isOver = false

  /// So many bytes at once, then the next client.
  private static let readSize = 256 << 10

  init(_ socket: consuming Descriptor, caller: Caller, dispatcher: Dispatcher, now: Int64) {
    self.socket = socket
    self.caller = caller
    self.dispatcher = dispatcher
    framing = MessageFraming(limit: dispatcher.limits.message)
    movedAt = now
  }

  // MARK: What it waits for

  private var isReading: Bool { exchange == nil && output.isEmpty && !isEnding }

  /// What the kernel is asked about.
  var entry: PollEntry {
    if !output.isEmpty { return PollEntry(socket.raw, .writable) }
    if isReading { return PollEntry(socket.raw, .readable) }
    // The kernel tells a hang-up whether asked or not: again and again, once it is known.
    return PollEntry(hasHungUp ? -1 : socket.raw, [])
  }

  /// When it has stood still for too long; nil where it may stand.
  var deadline: Int64? {
    let isHalfRead = isReading && framing.isHalfway
    let isUnread = !output.isEmpty && !isStream
    return isHalfRead || isUnread ? movedAt + dispatcher.limits.standstill.nanoseconds : nil
  }

  /// Since when no call was begun or answered; nil where there is one in hand.
  var idleSince: Int64? { isReading && !framing.isHalfway ? movedAt : nil }

  // MARK: What happens to it

  /// The kernel has something to say.
  func react(to result: PollEntry.Events, now: Int64) {
    if !output.isEmpty {
      flush(now: now)
      advance(now: now)
    } else if isReading {
      receive(now: now)
    } else {
      hasHungUp = true
      // Nobody is left to hear the answer; but who asked one way never meant to.
      if let exchange, !exchange.terms.isOneway { isOver = true }
    }
  }

  /// Moves on as far as it goes: fetches answers, writes them, begins the next call.
  func advance(now: Int64) {
    while !isOver {
      if let exchange {
        let batch = exchange.fetch()
        output.append(batch.messages)
        flush(now: now)
        if batch.isFinished {
          self.exchange = nil
          movedAt = now
        }
      }
      guard exchange == nil, output.isEmpty, !isOver else { return }
      guard !isEnding || framing.isHalfway, beginNext(now: now) else { break }
    }
    if isEnding && exchange == nil && output.isEmpty { isOver = true }
  }

  /// To be called once, after which it is of no use.
  func close() {
    exchange?.close()
    exchange = nil
    dispatcher.service.connectionClosed(caller.connection)
  }
}

extension Connection {
  /// Whether there was a whole message.
  private func beginNext(now: Int64) -> Bool {
    do {
      guard let message = try framing.next() else { return false }
      movedAt = now
      let exchange = try dispatcher.begin(message, from: caller)
      isStream = exchange.terms.wantsMore
      self.exchange = exchange
    } catch let error as UnreadableMessage {
      refuse(.invalidParameter(error.field ?? "method"))
    } catch {
      refuse(.failed(message: "\(error); the connection is closed"))
    }
    return true
  }

  /// What comes after what is no call means nothing.
  private func refuse(_ error: DaemonError) {
    isEnding = true
    isStream = false
    framing = MessageFraming(limit: 0)
    exchange = dispatcher.refuse(error, to: caller)
  }

  private func receive(now: Int64) {
    do {
      guard let bytes = try socket.receive(upTo: Self.readSize) else { return }
      if bytes.isEmpty {
        isEnding = true
      } else {
        movedAt = now
        framing.append(bytes)
      }
      advance(now: now)
    } catch {
      isOver = true
    }
  }

  private func flush(now: Int64) {
    do {
      while let next = output.next {
        guard let count = try socket.send(next) else { return }
        movedAt = now
        output.advance(by: count)
        exchange?.wrote(count)
      }
    } catch {
      // Gone without reading, which is its own affair.
      isOver = true
    }
  }
}
