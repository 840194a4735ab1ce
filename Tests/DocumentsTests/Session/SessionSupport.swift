import Documents
import FoundationEssentials
import LinuxSystem
import Synchronization
import TestSupport
import Testing

/// A folder with documents, and groups that open them.
@MainActor
struct SessionFolder {
  let folder: TemporaryFolder

  init(in base: String? = nil) throws {
    folder = try TemporaryFolder(in: base)
  }

  func url(_ name: String) -> URL {
    URL(filePath: String(decoding: folder.path(of: name), as: UTF8.self))
  }

  /// A group whose sessions save almost at once.
  func notes(quiet: Duration = .milliseconds(20)) -> DocumentGroup<Memo> {
    let group = DocumentGroup(makeDocument: { _, _ in Memo() })
    group.autosave = AutosavePolicy(quiet: quiet, longest: .milliseconds(200))
    group.autosave.firstRetry = .milliseconds(50)
    group.autosave.patience = .milliseconds(300)
    return group
  }

  /// A group whose sessions save only when asked.
  func quietNotes() -> DocumentGroup<Memo> {
    let group = notes()
    group.autosave = .never
    return group
  }

  /// The documents' names, without what lies hidden.
  func names() throws -> [String] {
    try folder.names().filter { !$0.hasPrefix(".") }
  }

  /// What lies hidden.
  func leftovers() throws -> [String] {
    try folder.names().filter { $0.hasPrefix(".collate") }
  }
}

/// Waits until something holds, far longer than it ever takes.
@MainActor
func eventually(
  _ what: String, sourceLocation: SourceLocation = #_sourceLocation,
  _ holds: @MainActor () throws -> Bool
) async throws {
  for _ in 0..<2000 {
    if try holds() { return }
    try await Task.sleep(for: .milliseconds(10))
  }
  Issue.record("never: \(what)", sourceLocation: sourceLocation)
  throw CancellationError()
}

/// A clock that stands still until it is told to go on.
final class StillClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    var time: Duration
    func advanced(by duration: Duration) -> Instant { Instant(time: time + duration) }
    func duration(to other: Instant) -> Duration { other.time - time }
    static func < (one: Instant, other: Instant) -> Bool { one.time < other.time }
  }

  private struct State {
    var now = Instant(time: .zero)
    var lastID = 0
    var sleepers: [Int: (until: Instant, wake: CheckedContinuation<Void, any Error>)] = [:]
  }

  private let state = Mutex(State())

  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .nanoseconds(1) }
  /// Whether someone waits for this clock.
  var isWaitedFor: Bool { state.withLock { !$0.sleepers.isEmpty } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isOver = state.withLock { state in
          if state.now >= deadline || Task.isCancelled { return true }
          state.sleepers[id] = (deadline, continuation)
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.sleepers.removeValue(forKey: id) }?.wake
        .resume(throwing: CancellationError())
    }
  }

  func advance(by duration: Duration) {
    let woken = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let due = state.sleepers.filter { $0.value.until <= state.now }
      for id in due.keys { state.sleepers.removeValue(forKey: id) }
      return due.values.map(\.wake)
    }
    for continuation in woken { continuation.resume() }
  }
}
