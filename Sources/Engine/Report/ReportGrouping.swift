import Reconciliation

/// Makes one report of changes that follow each other within the settle time. The contents are
/// all recorded as they come; only the telling waits.
struct ReportGrouping {
  private struct Window {
    /// When the next report may be made; steady time.
    var end: Int64
    /// The version that the next report starts from, where one is owed.
    var owedFrom: Digest?
  }

  private var windows: [RelativePath: Window] = [:]
  /// No window ends before this.
  private var earliestEnd = Int64.max

  /// Whether a change of the document now belongs to a report that is still to come.
  func isGrouped(_ path: RelativePath, at now: Int64) -> Bool {
    windows[path].map { now < $0.end } ?? false
  }

  mutating func note(
    _ path: RelativePath, from old: Digest, isTold: Bool, at now: Int64, window: Int64
  ) {
    if isTold {
      windows[path] = Window(end: now + window, owedFrom: nil)
      earliestEnd = min(earliestEnd, now + window)
    } else if windows[path]?.owedFrom == nil {
      windows[path]?.owedFrom = old
    }
  }

  mutating func forget(_ path: RelativePath) {
    windows[path] = nil
  }

  /// The reports that are due, each with the version it starts from. Windows that are over go.
  mutating func takeDue(at now: Int64) -> [(path: RelativePath, from: Digest)] {
    var due: [(path: RelativePath, from: Digest)] = []
    guard earliestEnd <= now else { return due }
    earliestEnd = .max
    windows = windows.filter { path, window in
      guard window.end <= now else {
        earliestEnd = min(earliestEnd, window.end)
        return true
      }
      if let from = window.owedFrom { due.append((path, from)) }
      return false
    }
    return due.sorted { $0.path < $1.path }
  }

  /// When the next owed report is due; windows that owe nothing need no wake-up.
  var nextDeadline: Int64? {
    windows.values.lazy.filter { $0.owedFrom != nil }.map(\.end).min()
  }

  /// Whether so many windows are over that they are worth clearing away.
  var isLarge: Bool { windows.count > 4096 }
}
