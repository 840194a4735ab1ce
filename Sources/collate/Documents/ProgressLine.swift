import Documents
import LinuxSystem

/// A line on the terminal that says how far something has come, renewed in its place.
///
/// On the error stream, since the answer may be the document itself. It comes only where there is a
/// person to see it, and something to wait for.
@MainActor
struct ProgressLine {
  let words: String
  let progress: ProgressManager

  private static let delay = Duration.milliseconds(500)
  private static let pause = Duration.milliseconds(100)

  nonisolated static func isWanted(_ system: System) -> Bool {
    StandardStream.error.isTerminal && system.environment("TERM") != Array("dumb".utf8)
  }

  /// Shows it until the task is cancelled, and then takes it away.
  func show() async {
    do {
      try await Task.sleep(for: Self.delay)
      while true {
        Self.write("\r" + text + "\u{1B}[K")
        try await Task.sleep(for: Self.pause)
      }
    } catch {
      // Only a sleep ends it, when it is over.
      Self.clear()
    }
  }

  private var text: String {
    let bar = progressBar(done: Int64(progress.fractionCompleted * 1000), total: 1000) ?? ""
    let line = words + "  " + bar
    let room = (StandardStream.error.columns ?? 80) - 1
    return columns(of: line) <= room ? line : bar
  }

  /// Takes away what may stand there.
  nonisolated static func clear() {
    if isWanted(System()) { write("\r\u{1B}[K") }
  }

  private nonisolated static func write(_ text: String) {
    do {
      try StandardStream.error.write(Array(text.utf8))
    } catch {
      // The terminal has gone: nobody misses it.
      return
    }
  }
}

extension Invocation {
  /// Does work that reports to a progress of 100, and shows how far it is.
  @MainActor
  func showingProgress(
    _ words: String, _ work: @MainActor (ProgressManager) async throws -> Void
  ) async throws {
    let progress = ProgressManager(totalCount: 100)
    guard ProgressLine.isWanted(system) else { return try await work(progress) }
    let line = Task { await ProgressLine(words: words, progress: progress).show() }
    let result: Result<Void, any Error>
    do {
      result = .success(try await work(progress))
    } catch {
      result = .failure(error)
    }
    line.cancel()
    await line.value
    try result.get()
  }
}
