/// A document that has another name now.
package struct Move: Hashable, Sendable {
  package var from: RelativePath
  package var to: RelativePath

  package init(from: RelativePath, to: RelativePath) {
    self.from = from
    self.to = to
  }
}

/// Which of the vanished documents are the new ones: moved, not deleted and created.
///
/// An inode that went from one name and came under another is the same document, whatever was
/// written to it since. Else the content tells, where exactly one document vanished with it and
/// exactly one appeared; an empty one tells nothing.
package func recogniseMoves(
  vanished: [(path: RelativePath, base: Base)], appeared: [(path: RelativePath, version: Version)]
) -> [Move] {
  guard !vanished.isEmpty, !appeared.isEmpty else { return [] }
  var moves: [Move] = []
  var isTaken: Set<RelativePath> = []
  let byInode = Dictionary(grouping: vanished) { $0.base.fingerprint.inode }
  for new in appeared.sorted(by: { $0.path < $1.path }) {
    let candidates = (byInode[new.version.fingerprint.inode] ?? [])
      .filter { !isTaken.contains($0.path) }
      .sorted { $0.path < $1.path }
    // An inode number is used again soon after a deletion: the content must agree, or the size
    // of the change must be an edit's, which can't be told here; so only an equal content or an
    // equal mtime proves it.
    guard
      let old = candidates.first(where: {
        $0.base.digest == new.version.digest
          || $0.base.fingerprint.modified == new.version.fingerprint.modified
      }) ?? (candidates.count == 1 ? candidates.first : nil)
    else { continue }
    moves.append(Move(from: old.path, to: new.path))
    isTaken.insert(old.path)
  }
  let placed = Set(moves.map(\.to))
  let leftByDigest = Dictionary(grouping: vanished.filter { !isTaken.contains($0.path) }) {
    $0.base.digest
  }
  let newByDigest = Dictionary(grouping: appeared.filter { !placed.contains($0.path) }) {
    $0.version.digest
  }
  for (digest, new) in newByDigest.sorted(by: { $0.key < $1.key }) {
    guard new.count == 1, let old = leftByDigest[digest], old.count == 1,
      new[0].version.fingerprint.size > 0
    else { continue }
    moves.append(Move(from: old[0].path, to: new[0].path))
  }
  return moves
}
