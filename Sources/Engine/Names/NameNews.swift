import Reconciliation
import StateStore

/// What one replica's names tell that the library hasn't taken up yet.
struct NameNews {
  /// A document that was recognised under a new name.
  struct NotedMove {
    var to: RelativePath
    var fingerprint: Fingerprint
    /// What the replica and the library had agreed on by then. Where that is another by now, as after
    /// a client's save, what moved is no version of it that can be told.
    var agreed: Base?
    /// Whether its stamps alone said so: its content is as it was agreed.
    var isUnread: Bool
  }

  /// By the name under which the replica had it.
  private(set) var moves: [RelativePath: NotedMove] = [:]
  private var sources: [RelativePath: RelativePath] = [:]
  /// When the first of them was noted.
  private(set) var since: Int64?
  /// What Collate hid on its way to another name, and a crash left so.
  var parked: Set<RelativePath> = []
  /// Documents that stand at a name which another is to get.
  var obstacles: [RelativePath: Version] = [:]
  /// Directories that stand where the library has a document.
  var clashes: Set<RelativePath> = []
  /// Names that were meant for something, and have something else.
  var taken: Set<RelativePath> = []
  /// Where something was read, or is to be brought, that has to wait for the names.
  var waiting: Set<RelativePath> = []
  /// Whether it tells something that was not tried yet.
  var isFresh = false
  /// When to try again what could not be given its name.
  var retryAt = Int64.max
  var attempts = 0

  var isEmpty: Bool { moves.isEmpty && parked.isEmpty && obstacles.isEmpty }

  /// Whether nothing is to be done about names.
  var isDone: Bool { isEmpty && retryAt == .max }

  mutating func note(_ from: RelativePath, _ move: NotedMove, at now: Int64) {
    // A move that is noted anew waits no longer for that.
    let begun = since
    forget(from)
    if let earlier = sources[move.to] { forget(earlier) }
    moves[from] = move
    sources[move.to] = from
    isFresh = true
    since = begun ?? now
  }

  mutating func forget(_ from: RelativePath) {
    guard let move = moves.removeValue(forKey: from) else { return }
    sources[move.to] = nil
    // What the library has of that name had to wait for this one.
    waiting.insert(move.to)
    if moves.isEmpty { since = nil }
  }

  /// Whether a document that the library has under another name came here.
  func isTarget(_ path: RelativePath) -> Bool { sources[path] != nil }

  /// Has what could not be given its name tried now, if no attempt is due already.
  mutating func wake(at now: Int64) {
    if retryAt == .max { retryAt = now }
  }

  /// Tries again after a while, the longer the more often that failed.
  mutating func tryAgain(at now: Int64) {
    retryAt = now + Nanoseconds.milliseconds(100) << min(attempts, 9)
    attempts += 1
  }
}

extension Library {
  /// Where a replica has a document of the library, and which version of it.
  func standing(
    of name: RelativePath, in replica: Int
  ) -> (path: RelativePath, version: Version)? {
    if let place = store.place(of: name, in: replica), let held = store.held(place, in: replica) {
      return (place, held.version)
    }
    if let held = store.held(name, in: replica) {
      return held.movedTo == nil ? (name, held.version) : nil
    }
    return store.bases[name]?.version(in: replica).map { (name, $0) }
  }
}

extension Replica {
  /// The library's name of what the replica has at a path; nil where the library has lost it.
  func libraryName(of path: RelativePath) -> RelativePath? {
    if let name = store.held(path, in: number)?.movedTo { return name }
    return store.bases[path] != nil && agreed(path) != nil ? path : nil
  }

  /// Whether what stands at the path can't be compared with the library's document of that name:
  /// one of the two is on its way to another name.
  func isBetweenNames(_ path: RelativePath) -> Bool {
    guard library.isShared else { return false }
    return news.isTarget(path) || news.moves[path] != nil
      || store.held(path, in: number)?.movedTo != nil
      || store.place(of: path, in: number) != nil
  }

  /// Whether a document that the library has lost has the name of one that the replica has elsewhere.
  func isInTheWay(_ path: RelativePath) -> Bool {
    guard store.place(of: path, in: number) != nil, !news.isTarget(path), news.moves[path] == nil,
      let held = store.held(path, in: number)
    else { return false }
    return held.movedTo == nil
  }

  /// Has a find wait until the names are in order; it is looked at again then.
  func waitsForName(_ find: Find) -> Bool {
    guard isBetweenNames(find.path) else { return false }
    waitForNames(find.path)
    guard store.held(find.path, in: number)?.movedTo == nil,
      store.place(of: find.path, in: number) != nil, !news.isTarget(find.path)
    else { return true }
    if news.obstacles.updateValue(find.version, forKey: find.path) != find.version {
      news.isFresh = true
    }
    return true
  }

  /// Has the path looked at once the names are in order.
  func waitForNames(_ path: RelativePath) {
    news.waiting.insert(path)
    if store.held(path, in: number)?.movedTo != nil { news.wake(at: now.steady) }
  }

  /// Whether its names are to be brought together with the library's.
  var wantsArranging: Bool {
    guard rootState == .present, isScanned else { return false }
    return (news.isFresh && !news.isEmpty) || now.steady >= news.retryAt
  }

  /// Whether all that belongs to its moves has been seen.
  var isReadyToArrange: Bool {
    if fullScan != nil { return false }
    if let since = news.since, now.steady - since > Nanoseconds.seconds(3) { return true }
    guard directories.isEmpty, sightings.isEmpty, arrivals.isEmpty else { return false }
    return news.moves.isEmpty || vanishedDocuments().paths.allSatisfy { news.moves[$0] != nil }
  }
}
