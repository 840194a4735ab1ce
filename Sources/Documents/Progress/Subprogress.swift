/// A part of some progress, handed to the one function that reports it.
///
/// It can't be copied, so that nothing is reported twice. Where it goes without being started, by an
/// error or an early return, its part counts as complete.
public struct Subprogress: ~Copyable, Sendable {
  private let parent: ProgressManager
  private let count: Int
  private var isStarted = false

  init(of parent: ProgressManager, count: Int) {
    self.parent = parent
    self.count = count
  }

  deinit {
    if !isStarted { parent.complete(count: count) }
  }

  /// Begins to report. What is complete of `totalCount` is the same share of the part that was
  /// handed out. Without a total, nothing shows until there is one.
  public consuming func start(totalCount: Int?) -> ProgressManager {
    isStarted = true
    let manager = ProgressManager(totalCount: totalCount)
    parent.adopt(manager, count: count)
    return manager
  }
}
