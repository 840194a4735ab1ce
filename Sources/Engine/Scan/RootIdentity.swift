import Reconciliation
import StateStore

extension Replica {
  /// Whether what stands at the root's path is the replica that is meant: it is known by its mark,
  /// which survives a remount, and which an empty mount point or another disk has not.
  func identified(_ state: RootState) -> RootState {
    if state == .missing || state == .present && isIdentified { return state }
    isIdentified = false
    do throws(VolumeError) {
      let found = try volume.identity()
      if let known = store.identity(of: number) {
        if found != known, try volume.birthmark() != known, try !isRefilled(found, known) {
          return .replaced
        }
      } else if try !introduce(found) {
        return .replaced
      }
      if state == .replaced {
        guard try volume.acceptRoot(holding: 0, of: []) else { return .replaced }
        listed = []
        settling.note(.everything(reason: .rootChanged), at: now.steady)
      }
      isIdentified = true
      return .present
    } catch {
      library.trouble = error.message
      return error.kind == .missing ? .missing : .replaced
    }
  }

  /// Whether a root without a mark holds most of what the replica held, as a file system that was
  /// made anew and filled again: it is that replica, and what it lacks was not deleted there.
  private func isRefilled(_ found: [UInt8]?, _ known: [UInt8]) throws(VolumeError) -> Bool {
    let sample = Array(documents.prefix(200))
    guard found == nil, !sample.isEmpty,
      try volume.acceptRoot(holding: (sample.count + 1) / 2, of: sample)
    else { return false }
    if way != .gives, try volume.obstacle() == nil { try volume.adopt(known) }
    setBack.isUnmarked = true
    listed = []
    settling.note(.everything(reason: .rootChanged), at: now.steady)
    return true
  }

  /// Gives a root that is seen for the first time a mark, unless it has one of its own. False where
  /// that can't be written down, since it would not be known again; and where the library kept this
  /// directory alone before, and hardly anything is here of what it held.
  private func introduce(_ found: [UInt8]?) throws(VolumeError) -> Bool {
    let sample = Array(documents.prefix(200))
    if !sample.isEmpty {
      guard try volume.acceptRoot(holding: (sample.count + 1) / 2, of: sample) else { return false }
      listed = []
    }
    let isTaken = store.knownReplicas.contains { store.identity(of: $0) == found }
    var identity = volume.newIdentity()
    if let found, !isTaken {
      identity = found
    } else if way != .gives, try volume.obstacle() == nil {
      try volume.adopt(identity)
    } else {
      // What is never written to gets no mark.
      guard let birthmark = try volume.birthmark() else { return false }
      identity = birthmark
    }
    library.hasNewMarks = true
    return library.record([.setReplica(number, identity: identity)], events: [])
      && library.syncStore()
  }
}

extension Library {
  /// Forgets all that is known of what a replica holds: another root takes its place, and joins
  /// with what it has.
  package func disown(_ number: Int) {
    var records: [Record] = [.setReplica(number, identity: [])]
    for path in Set(store.bases.keys).union(store.held(in: number).keys).sorted() {
      records += change(path) { $0.lack(in: number) }
    }
    for (path, mask) in store.directories.sorted(by: { $0.key < $1.key })
    where mask & (1 << UInt64(number)) != 0 {
      records.append(.setDirectory(path, replicas: mask & ~(1 << UInt64(number))))
    }
    record(records, events: [])
    hasNewMarks = true
  }
}
