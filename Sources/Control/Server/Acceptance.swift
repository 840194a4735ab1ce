/// Decides when new clients are let in: pure, given the clock and who is there.
struct Acceptance {
  private let limits: ServerLimits
  private var pausedUntil: Int64?

  init(_ limits: ServerLimits) {
    self.limits = limits
  }

  /// The system had no descriptor left. The client stays in the queue and the kernel would tell
  /// of it without end, so nobody asks for a while. Returns whether this is news.
  mutating func pause(now: Int64) -> Bool {
    defer { pausedUntil = now + limits.acceptPause.nanoseconds }
    return pausedUntil == nil
  }

  /// There is room again.
  mutating func resume() {
    pausedUntil = nil
  }

  /// Whether the kernel is to be asked for new clients.
  func isOpen(now: Int64, connections: Int, longestIdle: Int64?) -> Bool {
    if let pausedUntil, now < pausedUntil { return false }
    return connections < limits.connections || mayReplace(idleSince: longestIdle, now: now)
  }

  /// When that may change by the clock alone; nil where it won't.
  func deadline(now: Int64, connections: Int, longestIdle: Int64?) -> Int64? {
    if let pausedUntil, now < pausedUntil { return pausedUntil }
    guard connections >= limits.connections, let longestIdle else { return nil }
    let replaceable = longestIdle + limits.idle.nanoseconds
    return replaceable > now ? replaceable : nil
  }

  /// Whether a connection without a call has been so for long enough to make room.
  func mayReplace(idleSince: Int64?, now: Int64) -> Bool {
    idleSince.map { $0 + limits.idle.nanoseconds <= now } ?? false
  }

  func isFull(_ connections: Int) -> Bool { connections >= limits.connections }
}
