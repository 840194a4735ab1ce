import Reconciliation
import StateStore

/// What came of a plan's operations in one replica.
struct CarriedOut {
  let replica: Replica
  /// The library's documents by where they stand now.
  private var documents: [RelativePath: RelativePath] = [:]
  /// Where they stand, by the library's name from before.
  private(set) var places: [RelativePath: RelativePath] = [:]
  /// What those are known by now that were renamed themselves.
  private(set) var fingerprints: [RelativePath: Fingerprint] = [:]
  private(set) var renamedDirectories: [(from: RelativePath, to: RelativePath)] = []
  private(set) var directoriesToList: [RelativePath] = []
  /// Directories that were made or renamed to here, and those that went.
  private(set) var made: Set<RelativePath> = []
  private(set) var removed: Set<RelativePath> = []
  private var renames: [(from: RelativePath, to: RelativePath)] = []
  /// What is left hidden, since not all could be done.
  private(set) var hidden: Set<RelativePath> = []
  /// What stays here for now, and is no document of the library any more.
  private(set) var left: Set<RelativePath> = []
  /// Names that something else has.
  private(set) var taken: Set<RelativePath> = []
  private(set) var toLookAt: Set<RelativePath> = []
  private(set) var holds: [RelativePath: Hold] = [:]
  private(set) var hasChanged = false

  init(_ replica: Replica, _ names: Set<RelativePath>) {
    self.replica = replica
    for name in names {
      guard let standing = replica.library.standing(of: name, in: replica.number) else { continue }
      var path = standing.path
      if let move = replica.news.moves[path] {
        path = move.to
        if move.isUnread {
          fingerprints[name] = move.fingerprint
        } else {
          var known = standing.version.fingerprint
          known.changed = 0
          fingerprints[name] = known
        }
      }
      for parked in replica.news.parked
      where ParkedName(parsing: Array(parked.name))?.isOf(name) ?? false { path = parked }
      places[name] = path
      documents[path] = name
    }
    hidden = replica.news.parked
  }

  /// Where what stood at the path before is now.
  func current(of path: RelativePath) -> RelativePath {
    var path = path
    for rename in renames {
      path = path == rename.from ? rename.to : path.moved(from: rename.from, to: rename.to)
    }
    return path
  }

  /// Does one after the other, until something else is found than was expected.
  mutating func carryOut(_ operations: [TreeOperation]) {
    for operation in operations {
      do throws(VolumeError) {
        guard try carryOut(operation) else { return }
      } catch {
        hasChanged = true
        if case .rename(let from, let to, _) = operation { toLookAt.formUnion([from, to]) }
        holds[path(of: operation)] = .failing(reason: error.message)
        return
      }
    }
  }

  private func path(of operation: TreeOperation) -> RelativePath {
    switch operation {
    case .makeDirectory(let path), .removeDirectory(let path), .remove(let path, _),
      .rename(_, let path, _):
      path
    }
  }

  private mutating func carryOut(_ operation: TreeOperation) throws(VolumeError) -> Bool {
    switch operation {
    case .makeDirectory(let path):
      guard try replica.volume.makeDirectory(at: path) else {
        toLookAt.insert(path)
        return false
      }
      hasChanged = true
      made.insert(path)
      directoriesToList.append(path)
      return true
    case .removeDirectory(let path):
      if try replica.volume.removeDirectory(path) {
        hasChanged = true
        removed.insert(path)
      }
      return true
    case .remove(let path, _):
      // It goes later, as any document that the library has lost.
      left.insert(path)
      return true
    case .rename(let from, let to, _):
      return try rename(from, to)
    }
  }

  private mutating func rename(
    _ from: RelativePath, _ to: RelativePath
  ) throws(VolumeError) -> Bool {
    guard let kind = try replica.volume.stamp(from)?.kind, kind == .directory || kind.isDocument
    else {
      toLookAt.insert(from)
      return false
    }
    switch try replica.volume.rename(from, to: to, kind: kind) {
    case .renamed(let before, let after):
      hasChanged = true
      note(from, to, kind, before, after)
      return true
    case .gone, .obstructed:
      toLookAt.formUnion([from, to])
      if replica.store.place(of: to, in: replica.number) == nil { taken.insert(to) }
      return false
    case .locked(let holder):
      holds[from] = .locked(by: holder)
      return false
    case .crossesDevices:
      // The document is written under its new name, and then goes from here.
      guard kind != .directory else {
        holds[from] = .failing(reason: "it can't be renamed to \(to), which is on another disk")
        return false
      }
      left.insert(from)
      return true
    }
  }

  private mutating func note(
    _ from: RelativePath, _ to: RelativePath, _ kind: Entry.Kind, _ before: Fingerprint,
    _ after: Fingerprint
  ) {
    renames.append((from, to))
    hidden.remove(from)
    if ParkedName(parsing: Array(to.name)) != nil { hidden.insert(to) }
    guard kind == .directory else {
      guard let name = documents.removeValue(forKey: from) else { return }
      documents[to] = name
      places[name] = to
      let known =
        fingerprints[name]
        ?? replica.library.standing(of: name, in: replica.number)?.version.fingerprint
      var found = after
      // What was written before it was renamed, or while it was, has to be seen. A file's ctime is
      // the renaming's own.
      var same = before
      if kind == .file { same.changed = after.changed }
      if known != before || after != same {
        found = known ?? after
        found.changed = 0
        toLookAt.insert(to)
      }
      fingerprints[name] = found
      return
    }
    renamedDirectories.append((from, to))
    directoriesToList.removeAll { $0 == from || $0.isBeneath(from) }
    directoriesToList.append(to)
    made = Set(made.map { $0 == from ? to : $0.moved(from: from, to: to) })
    for (path, name) in documents where path.isBeneath(from) {
      let place = path.moved(from: from, to: to)
      documents[path] = nil
      documents[place] = name
      places[name] = place
    }
  }
}
