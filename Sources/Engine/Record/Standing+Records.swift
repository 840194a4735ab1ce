import Reconciliation
import StateStore

extension Library {
  /// What the library and its replicas hold of a document.
  func standing(of path: RelativePath) -> Standing {
    Standing(
      base: store.bases[path],
      held: isShared ? (0..<numberLimit).map { store.held(path, in: $0) } : [nil])
  }

  /// The records of what changes in where a document stands.
  func change(_ path: RelativePath, _ body: (inout Standing) -> Void) -> [Record] {
    let before = standing(of: path)
    var after = before
    body(&after)
    return records(path, from: before, to: after)
  }

  func records(
    _ path: RelativePath, from before: Standing, to after: Standing
  ) -> [Record] {
    var records: [Record] = []
    if before.base != after.base {
      records.append(after.base.map { .setBase(path, $0) } ?? .forgetBase(path))
    }
    for (replica, held) in after.held.enumerated() where held != before.held[replica] {
      records.append(
        held.map { .setHeld(path, $0, replica: replica) } ?? .dropHeld(path, replica: replica))
    }
    return records
  }

  /// Has the replicas that are behind with a document catch up with it.
  func noteBehind(_ path: RelativePath) {
    guard isShared else { return }
    let standing = standing(of: path)
    for replica in replicas where standing.isBehind(replica.number) {
      replica.catchingUp.insert(path)
      // A name is put right by renaming, not by writing.
      if replica.isBetweenNames(path) { replica.news.wake(at: now.steady) }
    }
  }
}
