import Documents
import Reconciliation
import StateStore

/// How many earlier versions are tried as the one that a conflict copy was made from.
private let candidateLimit = 20

/// By how much a file system may round times; nanoseconds.
private let timeTolerance = Nanoseconds.seconds(2)

extension Library {
  /// The kept version that a conflict copy was made from, as far as contents and times tell; nil
  /// where none can be it.
  ///
  /// An older version than the right one costs nothing but a conflict; a newer one makes the copy
  /// seem to take back what came in between, which would be lost from the document. So a version
  /// counts only where the copy holds all that the version changed; the oldest one is left where
  /// that holds of none.
  func origin(of copy: Base, for document: RelativePath) -> Digest? {
    let history = store.history(of: document)
    // Where the copy was the document's content before, what it was made from came before that.
    if let place = history.firstIndex(where: { $0.digest == copy.digest }) {
      return history[(place + 1)...].first { $0.digest != copy.digest }?.digest
    }
    guard let theirs = content(copy.digest), let current = store.bases[document] else { return nil }
    let versions = lineage(current, history)
    // A copy exists because both had changed: what the document holds now is not what it was made
    // from, unless the copy holds all that was changed since an earlier version.
    if versions.count == 1 { return nil }
    let latest = copy.fingerprint.modified.addingReportingOverflow(timeTolerance).partialValue
    let type = types.type(forName: Array(document.name))
    for (version, older) in zip(versions, versions.dropFirst()) where version.modified <= latest {
      guard let ours = content(version.digest), let base = content(older.digest) else { continue }
      if case .merged(theirs) = type.merge(base: base, ours: ours, theirs: theirs) {
        return version.digest
      }
    }
    return versions.last.flatMap { $0.modified <= latest ? $0.digest : nil }
  }

  private struct PastVersion {
    var digest: Digest
    var modified: Int64
  }

  /// What the document holds and held, newest first, without what only stood beside it.
  private func lineage(_ current: Base, _ history: [HistoryEntry]) -> [PastVersion] {
    var versions = [PastVersion(digest: current.digest, modified: current.fingerprint.modified)]
    for entry in history where entry.origin.isEmpty && versions.count < candidateLimit {
      switch entry.reason {
      case .settled, .displaced: continue
      default: break
      }
      if versions.last?.digest != entry.digest {
        versions.append(PastVersion(digest: entry.digest, modified: entry.modified))
      }
    }
    return versions
  }
}
