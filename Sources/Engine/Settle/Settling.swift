import Reconciliation

/// Decides when a path that something happened to is looked at: a value that takes hints and the
/// time, and gives the paths that are due.
///
/// A file that was closed or renamed into place is due at once. A name that vanished waits, since
/// an editor's backup-and-rename brings it back as the same document a moment later.
struct Settling {
  /// How long each kind of hint waits, in nanoseconds.
  struct Patience {
    /// A name that vanished may come back.
    var vanished = Nanoseconds.milliseconds(1_000)
    /// A file that is being changed is closed soon; `truncate(2)` by path never tells a close.
    var writing = Nanoseconds.milliseconds(250)
    /// A name that appeared without a close: made by `link(2)`, or about to be written.
    var appeared = Nanoseconds.milliseconds(50)
    /// A package that is being changed: from its last change on.
    var member = Nanoseconds.milliseconds(500)
  }

  /// How many times its patience a package is waited for that is never quiet.
  private static let longestGathering: Int64 = 10

  private struct Pending {
    var deadline: Int64
    var mayBeGone: Bool
    /// When the first of several changes of a package came.
    var gatheringSince: Int64?
  }

  var patience = Patience()
  private var pending: [RelativePath: Pending] = [:]
  /// How many of the pending may be gone: asked for each new document.
  private var goneCount = 0
  private(set) var everything: EverythingReason?
  private(set) var displacedWereTouched = false
  /// Changes whenever the set of names that may be gone does.
  private(set) var vanishedCount = 0

  init() {}

  mutating func note(_ hint: Hint, at now: Int64) {
    switch hint {
    case .closed(let path), .movedIn(let path), .attributes(let path):
      look(at: path, after: 0, now: now)
    case .appeared(let path):
      look(at: path, after: patience.appeared, now: now)
    case .writing(let path):
      look(at: path, after: patience.writing, now: now)
    case .vanished(let path):
      vanish(path, now: now)
    case .member(let package):
      gather(package, now: now)
    case .displaced:
      displacedWereTouched = true
    case .everything(let reason):
      everything = reason
    }
  }

  /// Has the path looked at after a while; a sooner look that is already due stays.
  mutating func look(at path: RelativePath, after delay: Int64, now: Int64) {
    let deadline = now + delay
    if let old = pending[path], !old.mayBeGone, old.deadline <= deadline { return }
    set(path, Pending(deadline: deadline, mayBeGone: false))
  }

  /// Has a package looked at once it has been quiet for a while, or has not been for too long: what
  /// a program writes into several members is one change.
  private mutating func gather(_ package: RelativePath, now: Int64) {
    let since = pending[package]?.gatheringSince ?? now
    let limit = since + Self.longestGathering * patience.member
    set(
      package,
      Pending(
        deadline: max(now, min(now + patience.member, limit)), mayBeGone: false,
        gatheringSince: since))
  }

  /// Has the path looked at after the time in which a vanished name may come back.
  mutating func vanish(_ path: RelativePath, now: Int64) {
    set(path, Pending(deadline: now + patience.vanished, mayBeGone: true))
    vanishedCount += 1
  }

  private mutating func set(_ path: RelativePath, _ entry: Pending?) {
    let old =
      entry.map { pending.updateValue($0, forKey: path) } ?? pending.removeValue(forKey: path)
    if old?.mayBeGone == true { goneCount -= 1 }
    if entry?.mayBeGone == true { goneCount += 1 }
  }

  /// Has names that vanished looked at when the last of all that vanished is due.
  mutating func vanishTogether(_ paths: [RelativePath], now: Int64) {
    let last = pending.values.lazy.filter(\.mayBeGone).map(\.deadline).max()
    for path in paths {
      set(path, Pending(deadline: last ?? now + patience.vanished, mayBeGone: true))
    }
    vanishedCount += 1
  }

  /// The names that vanished and whose time isn't over: what a new name may be the move of.
  var vanishing: [RelativePath] {
    isAnyVanishing ? pending.filter(\.value.mayBeGone).map(\.key) : []
  }

  var isAnyVanishing: Bool { goneCount > 0 }

  /// The path needs no look any more.
  mutating func forget(_ path: RelativePath) {
    set(path, nil)
  }

  /// A name that vanished need not come back. What was told to be there since is looked at.
  mutating func forgetVanished(_ path: RelativePath) {
    if pending[path]?.mayBeGone == true { forget(path) }
  }

  mutating func takeEverything() -> EverythingReason? {
    defer { everything = nil }
    return everything
  }

  mutating func takeDisplaced() -> Bool {
    defer { displacedWereTouched = false }
    return displacedWereTouched
  }

  /// The paths that are due, in byte order, at most `limit`; those that may be gone apart.
  mutating func takeDue(at now: Int64, limit: Int) -> (looks: [RelativePath], gone: [RelativePath])
  {
    guard !pending.isEmpty else { return ([], []) }
    var looks: [RelativePath] = []
    var gone: [RelativePath] = []
    for (path, entry) in pending where entry.deadline <= now {
      if entry.mayBeGone { gone.append(path) } else { looks.append(path) }
    }
    looks.sort()
    if looks.count > limit { looks.removeLast(looks.count - limit) }
    for path in looks + gone { set(path, nil) }
    return (looks, gone.sorted())
  }

  /// When the next path is due; nil while nothing waits.
  var nextDeadline: Int64? {
    pending.values.lazy.map(\.deadline).min()
  }

  var isEmpty: Bool { pending.isEmpty && everything == nil && !displacedWereTouched }

  func isPending(_ path: RelativePath) -> Bool { pending[path] != nil }

  /// Whether the name vanished a moment ago.
  func mayBeGone(_ path: RelativePath) -> Bool { pending[path]?.mayBeGone ?? false }
}
