import Reconciliation
import StateStore

/// A content that lies staged under an id already.
struct StagedContent {
  var id: UInt64
  var size: Int64
}

/// A document over the size limit that is being written into a replica, a part in each cycle, so
/// that small ones don't wait for it. Its content is in no store: it comes from a replica.
struct LargeCopy {
  enum Purpose {
    /// The replica gets the library's version.
    case catchUp
    /// The version that loses the name is put beside the document, in the replica that has it.
    case beside(Conflict.Side, mode: UInt32)
  }

  var path: RelativePath
  /// Names the file in the staging folder.
  var id: UInt64
  var purpose: Purpose
  var digest: Digest
  var source: Replica
  /// What the source has to stay: it was read with this fingerprint, and has this digest.
  var fingerprint: Fingerprint
  var target: Replica
  var offset: Int64 = 0
  var hash = SHA256()
  /// Whether sharing the source's blocks was tried.
  var isBegun = false
}

private enum LargeCopyLimits {
  static let slice = 8 << 20
}

extension Library {
  /// Has a replica get the library's version, once its turn comes.
  func copyLarge(_ path: RelativePath, to target: Replica) {
    guard
      !largeCopies.contains(where: { $0.path == path && $0.target === target && $0.isCatchUp }),
      let base = store.bases[path]
    else { return }
    guard let (source, fingerprint) = holder(of: base.digest, at: path, except: target) else {
      target.fail(path, "no directory that is there holds the version to be written")
      return
    }
    largeCopies.append(
      LargeCopy(
        path: path, id: store.nextIdentifier(), purpose: .catchUp, digest: base.digest,
        source: source, fingerprint: fingerprint, target: target))
  }

  /// Has a version put beside its document; what is there is looked at again when that is done.
  /// False where nobody holds it.
  ///
  /// - Parameter place: where it is put if the replica that has it can't be written.
  func copyLargeBeside(
    _ find: Find, _ side: Conflict.Side, mode: UInt32, or place: Replica
  ) -> Bool {
    if largeCopies.contains(where: { $0.path == find.path && $0.digest == side.digest }) {
      return true
    }
    let holder =
      side.digest == find.version.digest
      ? (find.replica, find.version.fingerprint) : holder(of: side.digest, at: find.path)
    guard let (source, fingerprint) = holder else { return false }
    largeCopies.append(
      LargeCopy(
        path: find.path, id: store.nextIdentifier(), purpose: .beside(side, mode: mode),
        digest: side.digest, source: source, fingerprint: fingerprint,
        target: source.isWritten && source.way != .takes ? source : place))
    return true
  }

  private func holder(
    of digest: Digest, at path: RelativePath, except target: Replica? = nil
  ) -> (Replica, Fingerprint)? {
    for replica in replicas where replica !== target && replica.rootState == .present {
      if let agreed = replica.agreed(path), agreed.digest == digest {
        return (replica, agreed.fingerprint)
      }
    }
    return nil
  }

  /// Does a part of the copy whose turn it is.
  func continueLargeCopies() {
    guard var copy = largeCopies.first else { return }
    guard isWanted(copy) else {
      copy.target.catchingUp.insert(copy.path)
      return end(copy)
    }
    let target = copy.target
    do throws(VolumeError) {
      if !copy.isBegun {
        copy.isBegun = true
        if try target.volume.stage(
          copy.id, for: copy.path, cloning: copy.path, of: copy.source.volume,
          expecting: copy.fingerprint)
        {
          return finish(copy)
        }
      }
      let slice = try copy.source.volume.slice(
        copy.path, expecting: copy.fingerprint, offset: copy.offset, count: LargeCopyLimits.slice)
      guard let slice, !slice.isEmpty else {
        // It is another version by now, which is told and read.
        copy.source.settling.look(at: copy.path, after: 0, now: now.steady)
        return end(copy)
      }
      try target.volume.stage(copy.id, for: copy.path, at: copy.offset, slice)
      copy.hash.update(slice)
      copy.offset += Int64(slice.count)
      largeCopies[0] = copy
      if copy.offset >= copy.fingerprint.size {
        guard copy.hash.finish() == copy.digest else {
          target.fail(copy.path, "what was copied is not what was read before; it is tried again")
          return end(copy)
        }
        finish(copy)
      }
    } catch {
      end(copy)
      target.fail(copy.path, error)
    }
  }

  private func isWanted(_ copy: LargeCopy) -> Bool {
    for replica in [copy.source, copy.target] {
      guard replica.rootState == .present, replicas.contains(where: { $0 === replica }) else {
        return false
      }
    }
    switch copy.purpose {
    case .catchUp:
      return store.bases[copy.path]?.digest == copy.digest && copy.target.isBehind(copy.path)
    case .beside: return true
    }
  }

  private func finish(_ copy: LargeCopy) {
    switch copy.purpose {
    case .catchUp: copy.target.take(copy)
    case .beside(let side, let mode): putLargeBeside(copy, side, mode: mode)
    }
    end(copy)
  }

  private func putLargeBeside(_ copy: LargeCopy, _ side: Conflict.Side, mode: UInt32) {
    let placed = placeCopy(
      copy.path, side, in: copy.target, mode: mode,
      staged: StagedContent(id: copy.id, size: copy.fingerprint.size))
    if case .failure(let error) = placed { copy.target.hold(copy.path, error.hold, nil) }
  }

  /// Takes it off the list, and away what it staged and nobody took.
  private func end(_ copy: LargeCopy) {
    largeCopies.removeAll { $0.id == copy.id }
    do throws(VolumeError) {
      try copy.target.volume.unstage(copy.id, for: copy.path)
    } catch {
      // What a copy left is cleared away when the daemon starts.
      trouble = error.message
    }
    guard case .beside = copy.purpose else { return }
    for replica in replicas { replica.settling.look(at: copy.path, after: 0, now: now.steady) }
  }
}

extension LargeCopy {
  fileprivate var isCatchUp: Bool {
    if case .catchUp = purpose { true } else { false }
  }
}
