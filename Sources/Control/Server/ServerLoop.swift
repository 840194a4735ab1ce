import LinuxSystem

/// The server's thread: waits for whoever is ready, and does what is asked without blocking.
final class ServerLoop {
  private let listener: ListeningSocket
  private let dispatcher: Dispatcher
  private let report: @Sendable (ServerProblem) -> Void
  private var connections: [UInt64: Connection] = [:]
  private var lastConnection: UInt64 = 0
  private var acceptance: Acceptance

  init(
    _ listener: ListeningSocket, _ dispatcher: Dispatcher,
    report: @escaping @Sendable (ServerProblem) -> Void
  ) {
    self.listener = listener
    self.dispatcher = dispatcher
    self.report = report
    acceptance = Acceptance(dispatcher.limits)
  }

  /// Serves until it is told to stop.
  func run() {
    do {
      while !dispatcher.mailbox.isStopping { try turn() }
    } catch {
      report(.stopped(error))
    }
    let now = steadyClock()
    for connection in connections.values {
      // What is answered already still goes out where there is room for it.
      connection.advance(now: now)
      connection.close()
    }
    connections = [:]
  }

  private func turn() throws(SystemError) {
    let order = Array(connections.keys)
    var entries = awaited(order, now: steadyClock())
    try wait(for: &entries, milliseconds: patience(now: steadyClock()))
    let now = steadyClock()
    if !entries[0].result.isEmpty {
      for id in dispatcher.mailbox.takeAnswered() { connections[id]?.advance(now: now) }
    }
    for (id, entry) in zip(order, entries[2...]) where !entry.result.isEmpty {
      connections[id]?.react(to: entry.result, now: now)
    }
    dropFinished(now: now)
    if !entries[1].result.isEmpty { accept(now: now) }
  }
}

extension ServerLoop {
  /// The mailbox, the listener, then the connections in their order.
  private func awaited(_ order: [UInt64], now: Int64) -> [PollEntry] {
    let isOpen = acceptance.isOpen(
      now: now, connections: connections.count, longestIdle: longestIdle?.since)
    let listening = PollEntry(isOpen ? listener.raw : -1, .readable)
    return [dispatcher.mailbox.entry, listening]
      + order.map { connections[$0]?.entry ?? PollEntry(-1, []) }
  }

  /// How long to wait; nil, which is for ever, where nothing changes by the clock alone.
  private func patience(now: Int64) -> Int32? {
    var deadlines = connections.values.compactMap(\.deadline)
    let acceptance = acceptance.deadline(
      now: now, connections: connections.count, longestIdle: longestIdle?.since)
    if let acceptance { deadlines.append(acceptance) }
    guard let earliest = deadlines.min() else { return nil }
    // Rounded up, so as not to wake just before.
    return Int32(clamping: (max(0, earliest - now) + 999_999) / 1_000_000)
  }

  private var longestIdle: (id: UInt64, since: Int64)? {
    connections.compactMap { id, connection in connection.idleSince.map { (id: id, since: $0) } }
      .min { $0.since < $1.since }
  }

  private func dropFinished(now: Int64) {
    for (id, connection) in connections
    where connection.isOver || connection.deadline.map({ $0 <= now }) ?? false {
      drop(id)
    }
  }

  private func drop(_ id: UInt64) {
    connections.removeValue(forKey: id)?.close()
    acceptance.resume()
  }

  /// Whether someone had been without a call for long enough to go for a new client.
  private func makeRoom(now: Int64) -> Bool {
    guard let longest = longestIdle, acceptance.mayReplace(idleSince: longest.since, now: now)
    else { return false }
    drop(longest.id)
    return true
  }
}

extension ServerLoop {
  private func accept(now: Int64) {
    while !acceptance.isFull(connections.count) || makeRoom(now: now) {
      do {
        guard let accepted = try listener.accept() else { return }
        acceptance.resume()
        admit(accepted, now: now)
      } catch {
        // No descriptor is left, or no memory; whoever waits is let in when there is.
        if makeRoom(now: now) { continue }
        if acceptance.pause(now: now) { report(.notAccepting(error)) }
        return
      }
    }
  }

  /// Only this user and root are served.
  private func admit(_ socket: consuming Descriptor, now: Int64) {
    let peer: PeerCredentials
    do {
      peer = try socket.peerCredentials()
    } catch {
      // Who can't be known isn't served.
      return
    }
    guard listener.serves(peer.user) else { return }
    lastConnection += 1
    let caller = Caller(connection: lastConnection, process: peer.process, user: peer.user)
    connections[lastConnection] = Connection(
      socket, caller: caller, dispatcher: dispatcher, now: now)
  }
}
