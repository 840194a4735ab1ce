import Documents
package import LinuxSystem
package import Reconciliation
import StateStore

/// A document as a listing shows it.
package struct DocumentSummary: Sendable {
  package enum State: String, Sendable {
    case normal
    case held
    case conflicted
    case unreadable
    case tooLarge
    case changed
  }

  package var path: RelativePath
  package var state: State
  package var digest: Digest?
  package var size: Int64
  package var modified: Int64
  package var contentType: String
  package var hold: String?
  package var holder: String?
  /// What each replica holds, of a library that has several; empty otherwise.
  package var replicas: [ReplicaHolding] = []
}

extension Library {
  /// Every document, in byte order of the names.
  package func documents() -> [DocumentSummary] {
    let conflicted = conflictedPaths
    return store.bases.keys.sorted().compactMap { path in
      var found = summary(path, conflicted)
      // What is the same everywhere is said once.
      if isShared, replicas.contains(where: { isDifferent(path, in: $0) }) {
        found?.replicas = holdings(path)
      }
      return found
    }
  }

  private var conflictedPaths: Set<RelativePath> {
    Set(openConflicts.map(\.document))
  }

  package func document(_ path: RelativePath) throws(RequestError) -> DocumentSummary {
    guard var found = summary(path, conflictedPaths) else { throw unknown(path) }
    found.replicas = holdings(path)
    return found
  }

  private func summary(_ path: RelativePath, _ conflicted: Set<RelativePath>) -> DocumentSummary? {
    let held = held(path)
    guard let base = store.bases[path] else {
      guard let held else { return nil }
      return DocumentSummary(
        path: path, state: .held, digest: nil, size: held.fingerprint?.size ?? 0,
        modified: held.fingerprint?.modified ?? 0,
        contentType: types.type(forName: Array(path.name)).identifier, hold: held.hold.reason,
        holder: held.hold.holder)
    }
    var state = DocumentSummary.State.normal
    if held != nil {
      state = .held
    } else if conflicted.contains(path) {
      state = .conflicted
    } else if base.readability == .unreadable {
      state = .unreadable
    } else if base.readability == .tooLarge {
      state = .tooLarge
    } else if isPending(path) {
      state = .changed
    }
    return DocumentSummary(
      path: path, state: state, digest: base.digest, size: base.fingerprint.size,
      modified: base.fingerprint.modified,
      contentType: base.fingerprint.isLink
        ? UTType.symbolicLink.identifier : types.type(forName: Array(path.name)).identifier,
      hold: held?.hold.reason ?? unreadable[path], holder: held?.hold.holder)
  }

  /// What was last agreed, seen and decided about a document, and what is next: a line each.
  package func explain(_ path: RelativePath, at now: Moment) throws(RequestError) -> [String] {
    self.now = now
    var lines: [String] = []
    if let ignored = lead.ignored(path, isDirectory: false) { lines.append(ignored.reason) }
    if let base = store.bases[path] {
      lines.append(
        "last agreed: \(base.digest.description.prefix(12)), \(base.fingerprint.size) bytes")
    } else {
      lines.append("nothing was agreed about it: it is no document of this library now")
    }
    lines += isShared ? replicas.map { standingLine(path, in: $0) } : [seenNow(path)]
    if let held = held(path) {
      lines.append("held: " + held.hold.reason)
    }
    let extras = replicas.filter { $0.extras[path] != nil }
    for replica in extras { lines.append("in \(replica.label): \(Rule.extra.rawValue)") }
    if let reason = unreadable[path] { lines.append("its reader says: " + reason) }
    if orphans.contains(path), let name = ConflictCopyName.parse(Array(path.name)) {
      lines.append(
        "a conflict copy of \(name.tool.name), whose document \(displayed(name.original)) is not "
          + "here: it is kept as it is")
    }
    if isDeletionHeld(path) {
      lines.append("its deletion waits for `collate release`")
    }
    for conflict in openConflicts where conflict.document == path || conflict.copy == path {
      lines.append(
        "conflict \(conflict.id): \(conflict.copy) stands beside \(conflict.document), since "
          + conflict.reason)
    }
    for event in recentEvents(of: path) {
      lines.append(
        "event \(event.number): \(event.kind.rawValue)" + event.details.map { "; " + $0 }.joined())
    }
    lines.append("next: " + nextStep(path))
    guard
      store.bases[path] != nil || held(path) != nil || !extras.isEmpty
        || lines.count > 2 + (isShared ? replicas.count : 1)
        || !store.history(of: path).isEmpty
    else { throw unknown(path) }
    return lines
  }

  private func held(_ path: RelativePath) -> Attention? {
    replicas.lazy.compactMap { $0.attention[path] }.first
  }

  private func isPending(_ path: RelativePath) -> Bool {
    replicas.contains { $0.settling.isPending(path) }
  }

  private func isDeletionHeld(_ path: RelativePath) -> Bool {
    replicas.contains { $0.heldDeletions.contains(path) }
  }

  private func seenNow(_ path: RelativePath) -> String {
    do throws(VolumeError) {
      guard let entry = try lead.volume.stamp(path) else {
        return "seen now: nothing under this name"
      }
      guard entry.kind.isDocument else { return "seen now: no document" }
      if entry.fingerprint == store.bases[path]?.fingerprint { return "seen now: unchanged" }
      return "seen now: \(entry.fingerprint.size) bytes, not read yet"
    } catch {
      return "seen now: " + error.message
    }
  }

  private func recentEvents(of path: RelativePath) -> [Event] {
    let first = store.lastEvent > 2000 ? store.lastEvent - 2000 : 0
    return store.events(after: first, limit: 2000).filter { $0.path == path }.suffix(5)
  }

  /// What the library has in mind with a path, for who looks into a failure of a simulated day.
  package func notice(of path: RelativePath) -> String {
    var parts: [String] = []
    if isPending(path) { parts.append("to be looked at") }
    if replicas.contains(where: { $0.settling.vanishing.contains(path) }) {
      parts.append("may be gone")
    }
    if let held = held(path) { parts.append("held: \(held.hold.reason)") }
    if isDeletionHeld(path) { parts.append("its deletion is held") }
    return parts.isEmpty ? "nothing in mind" : parts.joined(separator: ", ")
  }

  /// What keeps the library from resting, for the same reader.
  package func unrest() -> [String] {
    var lines: [String] = []
    for replica in replicas {
      var parts: [String] = []
      if replica.rootState != .present { parts.append("its root is \(replica.rootState)") }
      if !replica.isScanned { parts.append("not scanned") }
      if replica.fullScan != nil { parts.append("looking at everything") }
      if !replica.sightings.isEmpty { parts.append("\(replica.sightings.count) to be read") }
      if !replica.directories.isEmpty {
        parts.append("\(replica.directories.count) directories to be listed")
      }
      if !replica.catchingUp.isEmpty {
        parts.append("\(replica.catchingUp.count) to catch up with")
      }
      if replica.settling.displacedWereTouched { parts.append("displaced files") }
      for (name, place) in store.places(in: replica.number) {
        parts.append("\(place) is to be \(name)")
      }
      if !replica.news.isDone { parts.append("names: \(replica.news)") }
      for (path, held) in replica.attention { parts.append("\(path) held: \(held.hold.reason)") }
      if let due = replica.nextDeadline {
        parts.append("due in \((due - now.steady) / 1_000_000) ms")
      }
      lines.append("replica \(replica.number): " + parts.joined(separator: ", "))
    }
    return lines + ["copies \(copies), waiting \(waitingCopies.keys), thin \(thinDue - now.steady)"]
  }

  /// The documents among files that other processes lock: they are held, whether or not
  /// something has to be done about them.
  package func locked(
    by holders: [UInt64: LockHolder], besides known: [LibraryStatus.Held]
  ) -> [LibraryStatus.Held] {
    let told = Set(known.map(\.path))
    return store.bases.compactMap { path, base in
      guard let holder = holders[base.fingerprint.inode], !told.contains(path) else { return nil }
      return LibraryStatus.Held(
        path: path, reason: Hold.locked(by: holder.description).reason,
        holder: holder.description)
    }.sorted { $0.path < $1.path }
  }
}
