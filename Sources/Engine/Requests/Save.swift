package import Reconciliation
import StateStore

/// What came of a client's save.
package enum SaveOutcome: Hashable, Sendable {
  /// The document holds exactly this already.
  case unchanged(Digest)
  /// The document holds what was saved.
  case saved(Digest)
  /// The document changed meanwhile, and holds both sides' changes.
  case merged(Digest)
  /// The document changed meanwhile; what was saved stands beside it.
  case conflict(Digest, copy: RelativePath)
}

extension Library {
  /// Saves content that a client made from the version that it opened.
  ///
  /// - Parameter opened: the version it was made from; nil for a document that is to be new.
  package func save(
    _ content: [UInt8], to path: RelativePath, opened: Digest?, client: String, at now: Moment
  ) throws(RequestError) -> SaveOutcome {
    self.now = now
    try checkWritable(path)
    try checkForm(of: content, at: path)
    if let base = store.bases[path], base.fingerprint.isLink, base.digest == opened {
      throw isLink(path)
    }
    let saved = digest(content)
    inHand[saved] = content
    // The promise holds from here on: what a client saved can be brought back.
    guard keep(content, as: saved) else {
      throw .failed(message: trouble ?? "the store could not be written")
    }
    let version = Incoming(
      digest: saved, modified: now.wall, changedFrom: opened, origin: .client(client))
    let settlement = reconcile(
      path, [version], in: lead,
      purpose: .joining("a save from \(displayed(client)) with a newer version"))
    // What a client is told is saved is saved, whatever happens next.
    guard lead.syncVolume() else {
      throw .failed(message: trouble ?? "the document's directory could not be synced")
    }
    guard syncStore() else { throw .failed(message: trouble ?? "the store could not be synced") }
    switch settlement {
    case .unchanged(let digest): return .unchanged(digest)
    case .written(let digest, let rule):
      return rule == .merged ? .merged(digest) : .saved(digest)
    case .beside(let digest, let copy): return .conflict(digest, copy: copy)
    case .held(let hold): throw .held(path, reason: hold.reason)
    }
  }

  private func checkWritable(_ path: RelativePath) throws(RequestError) {
    guard lead.rootState == .present else {
      throw .held(path, reason: "the library's root is missing")
    }
    guard !isPaused else {
      throw .held(path, reason: "the library is paused; `collate resume` goes on")
    }
    if path.isRoot { throw .noSuchDocument(path, message: "that is the library itself") }
    if path.bytes.count >= 4096 || path.components.contains(where: { $0.count > 255 }) {
      throw .noSuchDocument(path, message: "the name is longer than a file system takes")
    }
    if let package = packages.package(holding: path) { throw isMember(path, of: package) }
    var parent = path.parent
    while !parent.isRoot {
      if store.bases[parent] != nil {
        throw .noSuchDocument(path, message: "\(parent) is a document, not a directory")
      }
      parent = parent.parent
    }
    if let ignored = lead.ignored(path, isDirectory: false), case .always = ignored {
      throw .noSuchDocument(path, message: "it is no document: \(ignored.reason)")
    }
  }

  private func isLink(_ path: RelativePath) -> RequestError {
    .failed(
      message: "\(path) is a symbolic link, and isn't followed: open what it leads to by its own "
        + "name, or have it lead elsewhere with `ln -sfn`")
  }

  /// A package is saved as its archive: other bytes would put a file in its place.
  func checkForm(of content: [UInt8], at path: RelativePath) throws(RequestError) {
    if SymbolicLink.isLink(content) {
      throw .failed(message: "\(path): the content is what stands for a symbolic link")
    }
    guard packages.contains(path.name) else { return }
    if PackageArchive.isArchive(content) {
      if PackageArchive(decoding: content) != nil { return }
      throw .failed(message: "\(path): the content is no package's archive that can be read")
    }
    let standing = store.bases[path].flatMap { self.content($0.digest) }
    if let standing, !PackageArchive.isArchive(standing) { return }
    throw .failed(
      message: "\(path) is a package, a directory: it is saved as a package's archive, as it is "
        + "opened, and not as a file")
  }

  /// A document's content as it is now, and which version that is; nil and nothing for one that
  /// isn't there yet.
  package func open(_ path: RelativePath, at now: Moment) throws(RequestError) -> (
    digest: Digest?, content: [UInt8]
  ) {
    self.now = now
    try checkWritable(path)
    if let hold = readNow(path, in: lead) { throw .held(path, reason: hold.reason) }
    guard let base = store.bases[path] else { return (nil, []) }
    if base.fingerprint.isLink { throw isLink(path) }
    guard let content = content(base.digest) else {
      throw .failed(
        message: "\(path) is larger than the limit for contents that are kept; "
          + "it can't be edited through Collate")
    }
    return (base.digest, content)
  }
}
