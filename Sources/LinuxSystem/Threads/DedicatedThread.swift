import CLinux
import Glibc
import Synchronization

/// A thread of its own, for work that blocks: on Swift's pool, two blocked tasks of a machine
/// with two cores hold up every other task.
package final class DedicatedThread: Sendable {
  /// Nil once joined.
  private let thread: Mutex<pthread_t?>

  /// Starts it; what the work captures is given to it for good. The kernel keeps 15 bytes of the name. The stack's size is in bytes.
  ///
  /// Wraps `pthread_create(3)`.
  package init(
    name: String, stackSize: Int = 1 << 20, _ body: sending @escaping () -> Void
  ) throws(SystemError) {
    thread = Mutex(try start(Work(name: name, body: body), stackSize: stackSize))
  }

  deinit {
    if let thread = thread.withLock({ $0 }) { pthread_detach(thread) }
  }

  /// Waits until it has ended; at once where that was waited for before. Never called by itself.
  ///
  /// Wraps `pthread_join(3)`.
  package func join() throws(SystemError) {
    let taken = thread.withLock { thread in
      defer { thread = nil }
      return thread
    }
    if let taken { try checking("pthread_join") { pthread_join(taken, nil) } }
  }
}

/// What a new thread is handed: it takes only one pointer.
private final class Work {
  let name: String
  let body: () -> Void

  init(name: String, body: sending @escaping () -> Void) {
    self.name = name
    self.body = body
  }
}

private func start(_ work: sending Work, stackSize: Int) throws(SystemError) -> pthread_t {
  var attributes = pthread_attr_t()
  try checking("pthread_attr_init") { pthread_attr_init(&attributes) }
  defer { pthread_attr_destroy(&attributes) }
  try checking("pthread_attr_setstacksize") { pthread_attr_setstacksize(&attributes, stackSize) }
  var thread = pthread_t()
  let handed = Unmanaged.passRetained(work)
  do {
    try checking("pthread_create") {
      pthread_create(
        &thread, &attributes,
        { argument in
          guard let argument else { return nil }
          let work = Unmanaged<Work>.fromOpaque(argument).takeRetainedValue()
          _ = clinux_set_thread_name(work.name)
          work.body()
          return nil
        }, handed.toOpaque())
    }
  } catch {
    handed.release()
    throw error
  }
  return thread
}
