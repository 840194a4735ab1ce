import Synchronization

/// Items that are held, to be read or written in turn with other programs; until `end()`, or until
/// nobody has it any more.
public final class CoordinatedAccess: Sendable {
  private let locks: Mutex<[ItemLock]>

  init(_ locks: [ItemLock]) {
    self.locks = Mutex(locks)
  }

  deinit {
    end()
  }

  /// Gives the items back. It may be called from any thread, and again.
  public func end() {
    let locks = locks.withLock { locks in
      defer { locks = [] }
      return locks
    }
    for lock in locks { lock.leave() }
  }

  /// As the form below, for work that doesn't suspend.
  func perform<Result>(_ body: () throws -> Result) rethrows -> Result {
    try CoordinationScope.with(locks.withLock(\.self), body)
  }

  /// Runs work that may coordinate the same items again without waiting for itself.
  public nonisolated(nonsending) func perform<Result>(
    _ body: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result {
    try await CoordinationScope.with(locks.withLock(\.self), body)
  }
}
