package import Reconciliation
import StateStore

/// What a library says of itself: a value that is published, so that asking never waits.
package struct LibraryStatus: Sendable {
  package enum State: String, Sendable {
    case scanning
    case watching
    case paused
    case absent
    case failed
  }

  package struct Held: Sendable {
    package var path: RelativePath
    package var reason: String
    package var holder: String?
    /// Where, in a library that has several replicas.
    package var replica: String?
  }

  /// One of the directories of a library that has several.
  package struct Replica: Sendable {
    /// What it is called in messages and conflict names.
    package var label: String
    /// The root's path.
    package var place: [UInt8]
    package var way: Way
    /// Why changes go one way only, for a person; nil where they go both.
    package var oneWay: String?
    package var isPresent: Bool
    /// Why it isn't, and what to do.
    package var reason: String?
    /// How many documents it has still to get or to lose.
    package var behind: Int
  }

  package struct Progress: Sendable {
    package var activity: String
    package var done: Int
    package var total: Int
  }

  package var name: String
  package var state: State
  package var reason: String?
  package var documents: Int
  package var conflicts: Int
  package var unreadableCount: Int
  /// The first of them, with what their readers say.
  package var unreadable: [(path: RelativePath, reason: String)]
  package var heldCount: Int
  /// The first of them.
  package var held: [Held]
  package var directories: Int
  package var directoriesWatched: Int
  package var special: Int
  package var lastEvent: UInt64
  package var stored: Int64
  package var tooLarge: Int
  package var progress: Progress?
  package var notes: [String]
  /// In their order; empty for a library of one.
  package var replicas: [Replica] = []
}

/// How many holds and unreadable documents a status names; the rest is counted.
private let namedLimit = 200

extension Library {
  /// The library as it is between two cycles.
  package func status() -> LibraryStatus {
    LibraryStatus(
      name: name, state: state, reason: stateReason, documents: store.bases.count,
      conflicts: store.conflicts.values.count { !$0.isSettled },
      unreadableCount: unreadable.count,
      unreadable: namedUnreadable(),
      heldCount: replicas.reduce(unjoined.count + foreignSince.count) {
        $0 + $1.attention.count + ($1.heldDeletions.isEmpty ? 0 : 1)
      },
      held: holds(), directories: watchedCount + unwatchedCount,
      directoriesWatched: watchedCount, special: replicas.reduce(0) { $0 + $1.special },
      lastEvent: store.lastEvent, stored: store.storedBytes,
      tooLarge: largeDocuments.count, progress: progress(), notes: statusNotes(),
      replicas: replicaStatuses())
  }

  /// The first of them: put in order only when they have changed, since each cycle asks.
  private func namedUnreadable() -> [(path: RelativePath, reason: String)] {
    if let firstUnreadable { return firstUnreadable }
    let first = unreadable.sorted { $0.key < $1.key }.prefix(namedLimit).map {
      (path: $0.key, reason: $0.value)
    }
    firstUnreadable = first
    return first
  }

  private var state: LibraryStatus.State {
    if lead.rootState != .present { return .absent }
    if isPaused { return .paused }
    return hasWork ? .scanning : .watching
  }

  private var stateReason: String? {
    switch lead.rootState {
    case .present: nil
    case .missing: "the root is missing"
    case .replaced: "another directory stands where the root was"
    }
  }

  private func holds() -> [LibraryStatus.Held] {
    var held: [LibraryStatus.Held] = []
    for replica in replicas {
      held += replica.attention.sorted { $0.key < $1.key }.prefix(namedLimit).map { path, entry in
        LibraryStatus.Held(
          path: path, reason: entry.hold.reason, holder: entry.hold.holder,
          replica: isShared ? replica.label : nil)
      }
      guard !replica.heldDeletions.isEmpty else { continue }
      let hold = Hold.massDeletion(
        count: replica.heldDeletions.count, place: isShared ? replica.label : nil)
      held.append(
        LibraryStatus.Held(
          path: .root, reason: hold.reason, holder: nil, replica: isShared ? replica.label : nil))
    }
    for (copy, entry) in unjoined.sorted(by: { $0.key < $1.key }).prefix(namedLimit) {
      held.append(LibraryStatus.Held(path: copy, reason: entry.reason, holder: nil))
    }
    for copy in foreignSince.keys.sorted().prefix(namedLimit) {
      held.append(
        LibraryStatus.Held(path: copy, reason: Hold.otherMachine.reason, holder: nil))
    }
    return held
  }

  private func progress() -> LibraryStatus.Progress? {
    if let scan = replicas.lazy.compactMap(\.fullScan).first {
      return LibraryStatus.Progress(
        activity: scan.isAdoption ? "first scan" : "looking at everything",
        done: scan.isAdoption ? store.bases.count : scan.seen, total: scan.expected)
    }
    if let large = replicas.lazy.compactMap(\.largeReads.first).first {
      let mebibyte: Int64 = 1 << 20
      return LibraryStatus.Progress(
        activity: "reading \(large.path) (MiB)", done: Int(large.offset / mebibyte),
        total: Int(large.fingerprint.size / mebibyte))
    }
    if let copy = largeCopies.first {
      let mebibyte: Int64 = 1 << 20
      return LibraryStatus.Progress(
        activity: "copying \(copy.path) to \(copy.target.label) (MiB)",
        done: Int(copy.offset / mebibyte), total: Int(copy.fingerprint.size / mebibyte))
    }
    return nil
  }

  private func replicaStatuses() -> [LibraryStatus.Replica] {
    guard isShared else { return [] }
    return replicas.map { replica in
      let reason: String? =
        switch replica.rootState {
        case .present: nil
        case .missing:
          "missing; mount it or put it back, nothing is changed there or because of it until then"
        case .replaced:
          "another directory stands there; put the right one back, or `collate release` takes this"
        }
      return LibraryStatus.Replica(
        label: replica.label, place: replica.place,
        way: replica.isWritten ? replica.way : .gives, oneWay: replica.oneWay,
        isPresent: replica.rootState == .present, reason: reason,
        behind: replica.catchingUp.count)
    }
  }

  private var watchedCount: Int { replicas.reduce(0) { $0 + $1.volume.watchedCount() } }

  private var unwatchedCount: Int { replicas.reduce(0) { $0 + $1.volume.unwatchedCount() } }

  private func statusNotes() -> [String] {
    var lines = notes
    if let trouble { lines.append(trouble) }
    if let first = orphans.min() {
      lines.append(
        orphans.count == 1
          ? "\(first) is a conflict copy whose document is not here; it is kept"
          : "\(orphans.count) conflict copies are kept whose documents are not here, \(first) first"
      )
    }
    for replica in replicas where replica.isOnNetwork && settings.networkRescanInterval > 0 {
      lines.append(
        "\(isShared ? replica.label : "it") is on a network file system, or one behind a program: "
          + "as nothing tells of other machines' changes, everything there is looked at every "
          + "\(settings.networkRescanInterval / Nanoseconds.seconds(1)) s")
    }
    let unwatched = unwatchedCount
    if unwatched > 0 {
      lines.append(
        "\(watchedCount) of \(watchedCount + unwatched) directories live, the others looked at "
          + "every \(settings.pollInterval / Nanoseconds.seconds(1)) s; "
          + "`sysctl fs.inotify.max_user_watches=524288` makes all of them live")
    }
    return lines
  }
}

extension Replica {
  /// Why changes go one way only between it and the others.
  fileprivate var oneWay: String? {
    if way == .gives { return "only read, as the configuration says" }
    if let obstacle { return "only read, since \(obstacle); what is changed elsewhere waits" }
    guard way == .takes else { return nil }
    let source = library.replicas.first { $0.way != .takes }?.label ?? "the source"
    return "follows \(source); what is changed here is put back, and kept in history"
  }
}
