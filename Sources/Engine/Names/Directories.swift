import Reconciliation
import StateStore

/// Which replicas have a directory, as it is written down.
struct DirectoryPresence {
  /// The library has lost it; the replicas that have it still are to remove it.
  private static let lost: UInt64 = 1 << 63

  private(set) var bits: UInt64

  init(bits: UInt64?) { self.bits = bits ?? 0 }

  var isLost: Bool {
    get { bits & Self.lost != 0 }
    set { bits = newValue ? bits | Self.lost : bits & ~Self.lost }
  }

  /// Whether it is a directory of the library.
  var isKept: Bool { bits != 0 && !isLost }

  /// Whether no replica has it.
  var isNowhere: Bool { bits & ~Self.lost == 0 }

  subscript(replica: Int) -> Bool {
    get { bits & (1 << UInt64(replica)) != 0 }
    set {
      let bit: UInt64 = 1 << UInt64(replica)
      bits = newValue ? bits | bit : bits & ~bit
    }
  }

  func record(_ path: RelativePath) -> Record {
    isNowhere ? .forgetDirectory(path) : .setDirectory(path, replicas: bits)
  }
}

extension Library {
  func presence(of directory: RelativePath) -> DirectoryPresence {
    DirectoryPresence(bits: store.directories[directory])
  }

  /// Takes up which directories were found and lost, and has the other replicas follow.
  func takeDirectories() {
    guard isShared else { return }
    for replica in replicas where replica.rootState == .present {
      // One that came with its documents is a directory that was moved.
      if !replica.mayBeMove { take(replica.foundDirectories.sorted(), in: replica) }
      replica.loseDirectories()
    }
    for replica in replicas where replica.rootState == .present && replica.isScanned {
      replica.settleDirectories()
    }
  }

  private func take(_ found: [RelativePath], in replica: Replica) {
    guard !found.isEmpty else { return }
    var records: [Record] = []
    var news: Set<RelativePath> = []
    for path in found {
      var presence = presence(of: path)
      if presence[replica.number] || store.bases[path] != nil { continue }
      if !presence.isKept {
        news.insert(path)
        presence.isLost = false
      }
      presence[replica.number] = true
      records.append(presence.record(path))
    }
    replica.foundDirectories = replica.foundDirectories.filter { store.bases[$0] != nil }
    guard record(records, events: []) else {
      replica.foundDirectories.formUnion(found)
      return
    }
    for other in replicas where other !== replica { other.owedDirectories.formUnion(news) }
  }
}

extension Replica {
  /// A directory of the library is here.
  func noteFound(_ directory: RelativePath) {
    guard library.isShared, !directory.isRoot else { return }
    lostDirectories.remove(directory)
    // One that only a follower has is not the library's.
    if way == .takes, !library.presence(of: directory).isKept { return }
    if !library.presence(of: directory)[number] { foundDirectories.insert(directory) }
  }

  /// What a look at everything didn't find of the directories that the replica had.
  func noteMissingDirectories(of scan: FullScan) {
    guard library.isShared else { return }
    for (path, bits) in store.directories
    where DirectoryPresence(bits: bits)[number] && !scan.directories.contains(path) {
      if scan.unlisted.contains(where: { path == $0 || path.isBeneath($0) }) { continue }
      lostDirectories.insert(path)
    }
  }

  /// Has the replica make and remove what it has to, after it was away.
  func noteOwedDirectories() {
    for (path, bits) in store.directories {
      let presence = DirectoryPresence(bits: bits)
      if presence.isLost == presence[number] { owedDirectories.insert(path) }
    }
  }

  /// Directories that went away go from the library, once all that was in them is judged; one in
  /// which others have put or changed something stays.
  fileprivate func loseDirectories() {
    guard !lostDirectories.isEmpty, fullScan == nil, directories.isEmpty, !mayBeMove else { return }
    let lost = withBeneath(lostDirectories).filter(isStillGone)
    lostDirectories = []
    let (waiting, needed) = usedDirectories(lost)
    lostDirectories = lost.intersection(waiting)
    var records: [Record] = []
    var gone: Set<RelativePath> = []
    for path in lost.subtracting(waiting) {
      var presence = library.presence(of: path)
      guard presence[number] else { continue }
      presence[number] = false
      if way != .takes, !needed.contains(path) { presence.isLost = true }
      if presence.isKept || presence.isLost { gone.insert(path) }
      records.append(presence.record(path))
    }
    guard library.record(records, events: []) else {
      lostDirectories.formUnion(lost)
      return
    }
    for replica in library.replicas { replica.owedDirectories.formUnion(gone) }
  }

  private func withBeneath(_ lost: Set<RelativePath>) -> Set<RelativePath> {
    var all = lost
    for (path, bits) in store.directories where DirectoryPresence(bits: bits)[number] {
      if hasAncestor(path, in: lost) { all.insert(path) }
    }
    return all
  }

  private func hasAncestor(_ path: RelativePath, in directories: Set<RelativePath>) -> Bool {
    var parent = path.parent
    while !parent.isRoot {
      if directories.contains(parent) { return true }
      parent = parent.parent
    }
    return false
  }

  private func isStillGone(_ directory: RelativePath) -> Bool {
    do throws(VolumeError) {
      return try volume.stamp(directory)?.kind != .directory
    } catch {
      fail(directory, error)
      return false
    }
  }

  /// Those of the directories in which something of this replica is still to be judged, and those
  /// in which the library has something.
  private func usedDirectories(
    _ lost: Set<RelativePath>
  ) -> (waiting: Set<RelativePath>, needed: Set<RelativePath>) {
    var (waiting, needed) = (Set<RelativePath>(), Set<RelativePath>())
    func note(_ path: RelativePath, in used: inout Set<RelativePath>) {
      var parent = path.parent
      while !parent.isRoot {
        if lost.contains(parent) { used.insert(parent) }
        parent = parent.parent
      }
    }
    for path in documents where news.moves[path] == nil { note(path, in: &waiting) }
    for (path, _) in store.bases { note(path, in: &needed) }
    for (path, bits) in store.directories where !lost.contains(path) {
      if DirectoryPresence(bits: bits).isKept { note(path, in: &needed) }
    }
    return (waiting, needed)
  }

  /// Makes and removes directories as the library has them.
  fileprivate func settleDirectories() {
    guard isWritten, !owedDirectories.isEmpty, fullScan == nil else { return }
    let owed = owedDirectories.sorted()
    owedDirectories = []
    var records: [Record] = []
    for path in owed {
      let presence = library.presence(of: path)
      if presence.isKept, !presence[number] { make(path, presence, &records) }
    }
    for path in owed.reversed() {
      let presence = library.presence(of: path)
      if presence.isLost, presence[number] { remove(path, presence, &records) }
    }
    guard !records.isEmpty else { return }
    syncVolume()
    if !library.record(records, events: []) { owedDirectories.formUnion(owed) }
  }

  private func make(
    _ path: RelativePath, _ presence: DirectoryPresence, _ records: inout [Record]
  ) {
    guard store.bases[path] == nil else { return }
    if let reason = refusal(of: path) {
      fail(path, reason)
      return
    }
    do throws(VolumeError) {
      if try volume.makeDirectory(at: path) {
        var presence = presence
        presence[number] = true
        records.append(presence.record(path))
        directories.insert(path)
        endHold(path)
      } else {
        settling.look(at: path, after: Nanoseconds.milliseconds(100), now: now.steady)
      }
    } catch {
      owedDirectories.insert(path)
      fail(path, error)
    }
  }

  private func remove(
    _ path: RelativePath, _ presence: DirectoryPresence, _ records: inout [Record]
  ) {
    do throws(VolumeError) {
      if try volume.removeDirectory(path) {
        var presence = presence
        presence[number] = false
        records.append(presence.record(path))
        listed.remove(path)
      } else if !catchingUp.isEmpty {
        // What is in it may be about to go.
        owedDirectories.insert(path)
      }
    } catch {
      owedDirectories.insert(path)
      fail(path, error)
    }
  }
}
