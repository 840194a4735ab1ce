import LinuxSystem
import Synchronization

/// Threads on which documents are read and written, since readers and writers block, and a blocked
/// thread of Swift's own pool holds up everything else.
///
/// There are as many as there is work at a time, within a limit; idle ones end after a while.
final class DocumentThreads: TaskExecutor {
  static let shared = DocumentThreads()

  private static let limit = 32
  private static let idleMilliseconds: Int32 = 5000

  private struct State {
    var jobs: [UnownedJob] = []
    var idle: [WakePipe] = []
    var threads = 0
  }

  private let state = Mutex(State())

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let needsThread = state.withLock { state in
      state.jobs.append(job)
      if let waiting = state.idle.popLast() {
        waiting.wake()
        return false
      }
      guard state.threads < Self.limit else { return false }
      state.threads += 1
      return true
    }
    if needsThread { startThread() }
  }

  private func startThread() {
    do {
      // Swift's own threads have 8 MiB on Linux; a user's reader may need as much.
      _ = try DedicatedThread(name: "documents", stackSize: 8 << 20) { self.work() }
    } catch {
      let isLast = state.withLock { state in
        state.threads -= 1
        return state.threads == 0
      }
      // Slower for others beats never.
      if isLast { Task.detached { self.runJobs() } }
    }
  }

  private func work() {
    do {
      let pipe = try WakePipe()
      repeat { runJobs() } while try rest(pipe) || !mayEnd()
    } catch {
      // Without a pipe there is no waiting: it ends with its work.
      repeat { runJobs() } while !mayEnd()
    }
  }

  /// Waits for work; false where none came in time.
  private func rest(_ pipe: WakePipe) throws(SystemError) -> Bool {
    let hasWork = state.withLock { state in
      if state.jobs.isEmpty { state.idle.append(pipe) }
      return !state.jobs.isEmpty
    }
    if hasWork { return true }
    var entries = [pipe.entry]
    let result = Result { () throws(SystemError) in
      try wait(for: &entries, milliseconds: Self.idleMilliseconds)
    }
    // Who took it off the list has work for it, and wakes it for sure.
    let isListed = state.withLock { state in
      let count = state.idle.count
      state.idle.removeAll { $0 === pipe }
      return state.idle.count < count
    }
    pipe.drain()
    return try result.get() > 0 || !isListed
  }

  private func mayEnd() -> Bool {
    state.withLock { state in
      guard state.jobs.isEmpty else { return false }
      state.threads -= 1
      return true
    }
  }

  private func runJobs() {
    while let job = state.withLock({ $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}

/// Runs what blocks on a thread that may be blocked. Throws `CancellationError` where that ends with
/// `.cancelled`.
@concurrent
func onThreads<Value: Sendable>(
  _ body: @Sendable @escaping () throws -> Value
) async throws -> Value {
  do {
    return try await withTaskExecutorPreference(DocumentThreads.shared) { try await run(body) }
  } catch let error as SystemError where error.errno == .cancelled {
    throw CancellationError()
  }
}

/// Throws `.cancelled` where the task is: for what blocks long, after each part of so many bytes.
func passUnlessCancelled(_ bytes: Int) throws(SystemError) {
  if Task.isCancelled { throw SystemError(call: "read or write", errno: .cancelled) }
}

/// Concurrent, so that it goes where the task prefers to run.
@concurrent
private func run<Value: Sendable>(_ body: @Sendable () throws -> Value) async throws -> Value {
  try body()
}
