import Engine
import LinuxSystem
import Reconciliation
import Synchronization

/// What the daemon prints: one readable line a change in a terminal, lines with priorities under
/// systemd. Printing that fails changes nothing: the terminal may be gone.
final class Console: Sendable {
  private let isQuiet: Bool
  private let isTerminal = StandardStream.output.isTerminal
  private let isJournal = environmentVariable("JOURNAL_STREAM") != nil
  private let progress = Mutex<(text: String, at: Int64)>(("", 0))

  init(isQuiet: Bool) {
    self.isQuiet = isQuiet
  }

  /// How much a line matters, as `syslog(3)` numbers it.
  enum Priority: Int {
    case error = 3
    case warning = 4
    case notice = 5
    case information = 6
  }

  func say(_ line: String, _ priority: Priority = .information) {
    if isQuiet && priority.rawValue > Priority.warning.rawValue { return }
    clearProgress()
    let start = isJournal ? "<\(priority.rawValue)>" : isTerminal ? clock(wallClock()) + " " : ""
    write(
      start + line + "\n", to: priority.rawValue <= Priority.warning.rawValue ? .error : .output)
  }

  func tell(_ events: [Event], of library: String) {
    for event in events {
      let name = event.path.isRoot ? library : event.path.description
      let details = event.details.joined(separator: "; ")
      let kind = event.kind.rawValue.padded(to: 10)
      say("\(kind) \(name)" + (details.isEmpty ? "" : ": " + details), event.kind.priority)
    }
  }

  /// Shows how far long work is, in place, a few times a second.
  func show(_ statuses: [LibraryStatus]) {
    guard isTerminal, !isQuiet else { return }
    guard let status = statuses.first(where: { $0.progress != nil }), let now = status.progress
    else {
      clearProgress()
      return
    }
    let total = now.total > 0 ? " of \(now.total)" : ""
    let text = "\(status.name): \(now.activity), \(now.done)\(total)"
    let time = steadyClock()
    let isDue = progress.withLock { last in
      guard time - last.at > Nanoseconds.milliseconds(200) else { return false }
      last = (text, time)
      return true
    }
    if isDue { write("\r\u{1B}[K" + text, to: .output) }
  }

  private func clearProgress() {
    let wasShown = progress.withLock { last in
      defer { last.text = "" }
      return !last.text.isEmpty
    }
    if wasShown { write("\r\u{1B}[K", to: .output) }
  }

  private func write(_ text: String, to stream: StandardStream) {
    do throws(SystemError) {
      try stream.write(Array(text.utf8))
    } catch {
      // Nobody reads it: the work goes on (ERR-11).
    }
  }

  private func clock(_ nanoseconds: Int64) -> String {
    let time = localTime(at: nanoseconds)
    return [time.hour, time.minute, time.second].map { $0 < 10 ? "0\($0)" : "\($0)" }
      .joined(separator: ":")
  }
}

extension Event.Kind {
  fileprivate var priority: Console.Priority {
    switch self {
    case .problem, .damage: .error
    case .conflict, .held, .unreadable, .overflow, .absent: .warning
    case .adopted, .present, .resolved, .undone, .released: .notice
    case .created, .changed, .deleted, .moved, .merged, .saved, .restored: .information
    }
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    count < width ? self + String(repeating: " ", count: width - count) : self
  }
}

/// A line on the error stream, before there is a console.
func complain(_ line: String) {
  do throws(SystemError) {
    try StandardStream.error.write(Array((line + "\n").utf8))
  } catch {
    // There is nowhere left to say it.
  }
}
