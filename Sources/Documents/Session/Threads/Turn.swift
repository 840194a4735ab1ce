/// Lets one at a time do what can't be mixed, in the order they came.
@MainActor
final class Turn {
  private var isTaken = false
  private var waiting: [(id: Int, continuation: CheckedContinuation<Bool, Never>)] = []
  private var lastID = 0

  /// Waits for its turn and does it. Throws `CancellationError` where the task is cancelled while it
  /// waits.
  func take<Result>(_ body: @MainActor () async throws -> Result) async throws -> Result {
    try await begin()
    defer { end() }
    return try await body()
  }

  private func begin() async throws {
    try Task.checkCancellation()
    guard isTaken else {
      isTaken = true
      return
    }
    lastID += 1
    let id = lastID
    let isMine = await withTaskCancellationHandler {
      await withCheckedContinuation { waiting.append((id, $0)) }
    } onCancel: {
      Task { @MainActor in self.leave(id) }
    }
    if !isMine { throw CancellationError() }
  }

  private func leave(_ id: Int) {
    guard let index = waiting.firstIndex(where: { $0.id == id }) else { return }
    waiting.remove(at: index).continuation.resume(returning: false)
  }

  private func end() {
    guard !waiting.isEmpty else {
      isTaken = false
      return
    }
    waiting.removeFirst().continuation.resume(returning: true)
  }
}
