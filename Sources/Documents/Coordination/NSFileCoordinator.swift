public import FoundationEssentials
import LinuxSystem
import Synchronization

/// `NSFileCoordinator` under the name that Swift would give it.
public typealias FileCoordinator = NSFileCoordinator

/// Lets programs read and write the same documents in turn.
///
/// It stands on advisory locks, `flock(2)`, on the document itself: shared to read, exclusive to
/// write, on its directory for a package and every member of it, on the directory above for a name
/// that isn't there yet. So sessions, the daemon, `collate lock` and plain `flock` in a shell all
/// take turns. Programs that take no lock don't take part.
///
/// An accessor runs once the lock is held and the name still leads to what is locked. **Within an
/// accessor**, what is held already is not waited for: coordinating the same item again, or a
/// member of the same package, by any coordinator, is a part of the outer coordination. Only a
/// writing inside a reading of the same item is an error, since two that did so would wait for each
/// other. What is coordinated elsewhere in the same process waits like any other program.
///
/// The forms with `error:` wait on the thread that calls them, and so do not belong where a thread
/// must not wait; those that are `async` wait on a thread of their own.
public final class NSFileCoordinator: Sendable {
  private struct State {
    var isCancelled = false
    var waits: [ObjectIdentifier: CoordinationWait] = [:]
  }

  private let state = Mutex(State())

  /// A coordinator for one reading or writing.
  public init() {}

  /// As `init()`: there are no presenters here. Sessions watch their documents by themselves.
  public convenience init(filePresenter: Never?) {
    self.init()
  }

  /// Ends every wait of this coordinator with `CocoaError(.userCancelled)`, and all that it is asked
  /// for later. What an accessor does already is not disturbed.
  public func cancel() {
    let waits = state.withLock { state in
      state.isCancelled = true
      return Array(state.waits.values)
    }
    for wait in waits { wait.stop() }
  }

  /// Nothing to do here, since locks follow the file: the item is still held under its new name.
  public func item(at oldURL: URL, willMoveTo newURL: URL) {}

  /// Nothing to do here, since locks follow the file: the item is still held under its new name.
  public func item(at oldURL: URL, didMoveTo newURL: URL) {}

  /// Takes the locks, blocking the thread while others hold them.
  func access(_ requests: [LockRequest]) throws -> CoordinatedAccess {
    do {
      let wait = try newWait()
      defer { finish(wait) }
      return CoordinatedAccess(try wait.locks(for: requests, within: CoordinationScope.held))
    } catch is CancellationError {
      throw CocoaError(.userCancelled)
    } catch let error as SystemError {
      throw requests.explained(error)
    }
  }

  /// Takes the locks; the waiting is done on a thread of its own, and ends with the task.
  @concurrent
  func access(_ requests: [LockRequest]) async throws -> CoordinatedAccess {
    do {
      let wait = try newWait()
      defer { finish(wait) }
      let held = CoordinationScope.held
      let locks = try await withTaskCancellationHandler {
        try await onOwnThread(name: "coordinate") {
          try wait.locks(for: requests, within: held)
        }
      } onCancel: {
        wait.stop()
      }
      return CoordinatedAccess(locks)
    } catch is CancellationError where !Task.isCancelled {
      throw CocoaError(.userCancelled)
    } catch let error as SystemError {
      throw requests.explained(error)
    }
  }

  private func newWait() throws(SystemError) -> CoordinationWait {
    let wait = try CoordinationWait()
    let isCancelled = state.withLock { state in
      state.waits[ObjectIdentifier(wait)] = wait
      return state.isCancelled
    }
    if isCancelled { wait.stop() }
    return wait
  }

  private func finish(_ wait: CoordinationWait) {
    state.withLock { $0.waits[ObjectIdentifier(wait)] = nil }
  }
}
