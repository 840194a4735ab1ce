package import Reconciliation
import StateStore

/// A version that a document has or had.
package struct KnownVersion: Hashable, Sendable {
  package var digest: Digest
  /// When it stopped being the content; zero for what is the content now.
  package var time: Int64
  package var size: Int64
  package var modified: Int64
  /// "current", or why it is in history.
  package var reason: String
  package var origin: String
}

extension Library {
  /// What the document is and was, newest first; works for a deleted one too.
  package func versions(of path: RelativePath, at now: Moment) throws(RequestError)
    -> [KnownVersion]
  {
    self.now = now
    // A document that was removed a moment ago is asked for: then it is no time to wait for it.
    if lead.rootState == .present && !isPaused { _ = readNow(path, in: lead) }
    var versions: [KnownVersion] = []
    if let base = store.bases[path] {
      versions.append(
        KnownVersion(
          digest: base.digest, time: 0, size: base.fingerprint.size,
          modified: base.fingerprint.modified, reason: "current", origin: ""))
    }
    versions += store.history(of: path).map {
      KnownVersion(
        digest: $0.digest, time: $0.time, size: $0.size, modified: $0.modified,
        reason: $0.reason.rawValue, origin: $0.origin)
    }
    guard !versions.isEmpty else { throw unknown(path) }
    return versions
  }

  /// A version's content.
  package func versionContent(_ digest: Digest) throws(RequestError) -> [UInt8] {
    inHand.removeAll()
    guard let content = content(digest) else { throw .noSuchVersion(digest.description) }
    return content
  }

  /// A document's content as it was last agreed; read anew where the store has lost it.
  package func currentContent(
    of path: RelativePath, at now: Moment
  ) throws(RequestError) -> [UInt8] {
    self.now = now
    inHand.removeAll()
    guard let base = store.bases[path] else { throw unknown(path) }
    if let content = content(base.digest) { return content }
    if let hold = readNow(path, in: lead) { throw .held(path, reason: hold.reason) }
    guard let again = store.bases[path] else { throw unknown(path) }
    guard let content = content(again.digest) else {
      throw .noSuchVersion(again.digest.description)
    }
    return content
  }

  /// Writes an older version back; what is there now goes to history.
  package func restore(
    _ path: RelativePath, to digest: Digest, at now: Moment
  ) throws(RequestError) {
    self.now = now
    inHand.removeAll()
    guard content(digest) != nil else { throw .noSuchVersion(digest.description) }
    try put(
      digest, at: path,
      Purpose(summary: "restored an older version of \(path)", event: .restored))
  }

  /// Has the document hold this content, whatever it holds now.
  func put(_ digest: Digest, at path: RelativePath, _ purpose: Purpose) throws(RequestError) {
    if let hold = readNow(path, in: lead) { throw .held(path, reason: hold.reason) }
    let version = Incoming(
      digest: digest, modified: now.wall, changedFrom: store.bases[path]?.digest,
      origin: .client(""))
    if case .held(let hold) = reconcile(path, [version], in: lead, purpose: purpose) {
      throw .held(path, reason: hold.reason)
    }
  }

  func unknown(_ path: RelativePath) -> RequestError {
    if let package = packages.package(holding: path) { return isMember(path, of: package) }
    return .noSuchDocument(
      path, message: "no document of this name is or was in the library")
  }

  func isMember(_ path: RelativePath, of package: RelativePath) -> RequestError {
    .noSuchDocument(
      path, message: "it is a part of the package \(package), which is one document: name that")
  }
}
