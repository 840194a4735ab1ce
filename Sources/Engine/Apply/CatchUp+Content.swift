import Reconciliation
import StateStore

extension Library {
  /// The content of the library's version: kept in the store, or read from a replica that holds it.
  func content(of base: Base, _ path: RelativePath) -> [UInt8]? {
    if let content = content(base.digest) { return content }
    for replica in replicas where replica.rootState == .present {
      guard let fingerprint = base.fingerprint(in: replica.number),
        let content = replica.wholeContent(path, fingerprint), digest(content) == base.digest
      else { continue }
      return content
    }
    return nil
  }

  /// A document whose name a directory has too takes a conflict name.
  func giveWay(_ path: RelativePath, in replica: Replica) {
    guard let base = store.bases[path] else { return }
    let side = Conflict.Side(
      digest: base.digest, modified: base.fingerprint.modified, origin: "")
    switch placeCopy(path, side, in: replica, mode: base.mode) {
    case .failure(let error):
      replica.hold(path, error.hold, nil)
    case .success(let copy):
      var records = change(path) { $0.forget(in: nil) }
      records.append(.addHistory(path, historyEntry(of: base, reason: .conflict)))
      let event = draft(
        .conflict, path, digest: base.digest,
        details: ["a directory has the name too; the document is \(copy) now"])
      record(records, events: [event])
      noteBehind(path)
    }
  }
}

extension Replica {
  /// A document's whole content, however large; nil where it is not that version any more.
  fileprivate func wholeContent(_ path: RelativePath, _ fingerprint: Fingerprint) -> [UInt8]? {
    var content: [UInt8] = []
    do throws(VolumeError) {
      while content.count < fingerprint.size {
        let slice = try volume.slice(
          path, expecting: fingerprint, offset: Int64(content.count), count: 16 << 20)
        guard let slice, !slice.isEmpty else { return nil }
        content += slice
      }
    } catch {
      fail(path, error)
      return nil
    }
    return content
  }
}
