import Reconciliation
import StateStore

/// How long a file that was written before it came to a document's name waits for others to turn
/// up that it may have changed names with.
private let arrivalPatience = Nanoseconds.milliseconds(100)
/// Who saves under a temporary name and renames that does so in less time.
private let longestSave = Nanoseconds.milliseconds(300)

extension Replica {
  /// A known name leads to another inode than before: the document was edited, or another has come.
  func noteArrival(_ path: RelativePath, _ entry: Entry) {
    let since = arrivals[path].map { $0.since } ?? now.steady
    arrivals[path] = (entry, since)
  }

  /// When the first of those that wait is decided about.
  var arrivalDeadline: Int64? { arrivals.values.map { $0.since + arrivalPatience }.min() }

  /// Recognises documents that changed names among each other: swapped, or moved on in a chain or
  /// a circle. What else has come to a known name is an edit of the document that has it.
  func recogniseArrivals() {
    guard fullScan == nil, !arrivals.isEmpty else { return }
    let found = arrivals.map { Sighting(path: $0.key, entry: $0.value.entry) }
      .sorted { $0.path < $1.path }
    var moves = proposals(found)
    removeBroken(&moves, found)
    for (from, sighting) in moves.sorted(by: { $0.key < $1.key }) {
      note(from, to: sighting.path, sighting.entry.fingerprint, isUnread: true)
      arrivals[sighting.path] = nil
    }
    for sighting in found {
      guard let arrival = arrivals[sighting.path] else { continue }
      let fingerprint = sighting.entry.fingerprint
      // In a package's fingerprint the ctime's place is taken.
      let came = sighting.entry.kind == .package ? now.wall : fingerprint.changed
      let isJustWritten = fingerprint.modified > came &- longestSave
      if isJustWritten || now.steady - arrival.since >= arrivalPatience {
        arrivals[sighting.path] = nil
        sightings.append(sighting)
      }
    }
  }

  /// Which documents the arrivals may be, by the name that each had.
  private func proposals(_ found: [Sighting]) -> [RelativePath: Sighting] {
    var known: [UInt64: RelativePath] = [:]
    if mayBeMove {
      for path in vanishedDocuments().paths {
        if let base = agreed(path) { known[base.fingerprint.inode] = path }
      }
    }
    for sighting in found {
      if let base = agreed(sighting.path) { known[base.fingerprint.inode] = sighting.path }
    }
    var moves: [RelativePath: Sighting] = [:]
    for sighting in found {
      if let from = known[sighting.entry.fingerprint.inode], isDocument(sighting, from) {
        moves[from] = sighting
      }
      // It may have gone on to a new name, which waits to be a document.
      guard let base = agreed(sighting.path), let path = newcomers[base.fingerprint.inode],
        agreed(path) == nil, let entry = stampOrNothing(path)
      else { continue }
      let newcomer = Sighting(path: path, entry: entry)
      if isDocument(newcomer, sighting.path) { moves[sighting.path] = newcomer }
    }
    return moves
  }

  private func isDocument(_ sighting: Sighting, _ from: RelativePath) -> Bool {
    guard sighting.path != from, let base = agreed(from), isMovable(from) else { return false }
    return isUnchanged(sighting.entry, since: base) && library.isKept(base)
  }

  /// Lets go of moves from a name that is taken by none of the moved, and to a name whose document
  /// has gone nowhere: that is a save in place of the old file, or one over another.
  private func removeBroken(_ moves: inout [RelativePath: Sighting], _ found: [Sighting]) {
    let standing = Set(found.map(\.path))
    while true {
      let targets = Set(moves.values.map(\.path))
      let sound = moves.filter { from, sighting in
        let isFree = !standing.contains(from) || targets.contains(from)
        return isFree && (agreed(sighting.path) == nil || moves[sighting.path] != nil)
      }
      if sound.count == moves.count { return }
      moves = sound
    }
  }

  private func stampOrNothing(_ path: RelativePath) -> Entry? {
    do throws(VolumeError) {
      return try volume.stamp(path)
    } catch {
      fail(path, error)
      return nil
    }
  }

  // MARK: Hidden on the way

  /// Notes what Collate hid on its way to another name. Returns whether it is that.
  func noteParked(_ path: RelativePath, _ entry: Entry) -> Bool {
    guard library.isShared, path.name.first == UInt8(ascii: "."),
      ParkedName(parsing: Array(path.name)) != nil
    else { return false }
    if entry.kind == .directory || entry.kind.isDocument, news.parked.insert(path).inserted {
      news.isFresh = true
    }
    return true
  }

  /// Whether the document stands hidden, on its way to another name.
  func isParked(_ path: RelativePath) -> Bool {
    news.parked.contains { ParkedName(parsing: Array($0.name))?.isOf(path) ?? false }
  }
}
