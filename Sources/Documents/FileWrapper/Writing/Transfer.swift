import LinuxSystem
import Synchronization

/// The bytes of a document on their way: reports them as they pass, and stops them where the task
/// that waits for them is cancelled.
final class Transfer: Sendable {
  private let progress: ProgressManager?
  private let isCancelled = Atomic(false)

  init(_ progress: ProgressManager?) {
    self.progress = progress
  }

  /// How much at a time passes, in bytes: a few milliseconds' worth.
  static let part = 1 << 20

  /// Runs work that blocks on a thread of its own; a cancellation of this task reaches it.
  func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    let activity = FileActivity.current
    do {
      return try await withTaskCancellationHandler {
        try await onOwnThread(name: "documents") {
          try FileActivity.$current.withValue(activity, operation: work)
        }
      } onCancel: {
        isCancelled.store(true, ordering: .relaxed)
      }
    } catch let error as SystemError where error.errno == .cancelled {
      throw CancellationError()
    }
  }

  /// Says how many more bytes will pass.
  func expect(_ bytes: Int) {
    progress?.setCounts { _, total in total = (total ?? 0) + bytes }
  }

  /// Says that bytes have passed. Throws `.cancelled` where no more are wanted.
  func pass(_ bytes: Int) throws(SystemError) {
    if isCancelled.load(ordering: .relaxed) {
      throw SystemError(call: "read or write", errno: .cancelled)
    }
    if bytes > 0 { progress?.complete(count: bytes) }
  }

  /// Says that all has passed.
  func finish() {
    progress?.setCounts { completed, total in
      let whole = max(total ?? 0, completed, 1)
      completed = whole
      total = whole
    }
  }
}
