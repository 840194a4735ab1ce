import LinuxSystem
import Synchronization

/// The advisory lock of one item, held until all who share it have left.
///
/// It is left explicitly, and not by being forgotten: a thread that took it for another may have it
/// a little longer.
final class ItemLock: Sendable {
  private let descriptor: Descriptor
  private let status: FileStatus
  private let mode: LockMode
  private let holders = Mutex(1)

  init(_ descriptor: consuming Descriptor, _ status: FileStatus, _ mode: LockMode) {
    self.descriptor = descriptor
    self.status = status
    self.mode = mode
  }

  /// Whether it is the lock of that file.
  func isOf(_ file: FileStatus) -> Bool { status.isSameFile(as: file) }

  /// Whether who holds it may do that.
  func allows(_ wanted: LockMode) -> Bool { mode == .exclusive || wanted == .shared }

  /// Whether anybody holds it.
  var isHeld: Bool { holders.withLock { $0 > 0 } }

  /// Holds it too; false where nobody holds it any more.
  func join() -> Bool {
    holders.withLock { holders in
      if holders > 0 { holders += 1 }
      return holders > 0
    }
  }

  /// Gives back one hold, and the lock itself with the last.
  func leave() {
    holders.withLock { holders in
      holders -= 1
      guard holders == 0 else { return }
      do throws(SystemError) {
        try descriptor.unlock()
      } catch {
        // It goes with the descriptor at the latest.
      }
    }
    CoordinationWait.wakeAll()
  }
}

/// A lock, where it is still there.
private struct WeakItemLock: Sendable {
  weak var lock: ItemLock?
}

/// What the accessors hold within which the code runs.
///
/// It follows threads and tasks into all that they call, child tasks too. A task that outlives the
/// accessor keeps no lock.
enum CoordinationScope {
  @TaskLocal private static var weakly: [WeakItemLock] = []

  static var held: [ItemLock] { weakly.compactMap(\.lock).filter(\.isHeld) }

  /// Runs what counts as within the locks.
  static func with<Result>(_ locks: [ItemLock], _ body: () throws -> Result) rethrows -> Result {
    try $weakly.withValue((held + locks).map { WeakItemLock(lock: $0) }, operation: body)
  }

  /// As above, for what takes its time.
  nonisolated(nonsending) static func with<Result>(
    _ locks: [ItemLock], _ body: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result {
    try await $weakly.withValue((held + locks).map { WeakItemLock(lock: $0) }, operation: body)
  }
}
