import Reconciliation

/// The hints that nobody has taken yet, in their order.
///
/// Bounded: what a program does while the engine is busy can't fill the memory. A hint that says
/// again what was last said of its path is left out; beyond the limit, one hint to look at
/// everything stands for all of them.
struct PendingHints {
  private var hints: [Hint] = []
  private var latest: [RelativePath: Hint] = [:]
  private let limit: Int

  init(limit: Int = 200_000) {
    self.limit = limit
  }

  var isEmpty: Bool { hints.isEmpty }

  mutating func append(_ hint: Hint) {
    if let path = hint.path {
      guard latest[path] != hint else { return }
      latest[path] = hint
    } else if hints.contains(hint, among: 8) {
      return
    }
    guard hints.count < limit else {
      hints = [.everything(reason: .overflow)]
      latest = [:]
      return
    }
    hints.append(hint)
  }

  mutating func take() -> [Hint] {
    defer {
      hints = []
      latest = [:]
    }
    return hints
  }
}

extension [Hint] {
  /// Whether one of the last few is this one.
  fileprivate func contains(_ hint: Hint, among count: Int) -> Bool {
    suffix(count).contains(hint)
  }
}
