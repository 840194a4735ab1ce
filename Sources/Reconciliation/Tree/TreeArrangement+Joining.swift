extension TreeArrangement {
  /// The documents that came to one name, with those joined that are one document: created in
  /// several replicas, or with a content that tells.
  mutating func joined(_ documents: [Int], at path: RelativePath) -> [Int] {
    guard documents.count > 1 else { return documents }
    var distinct: [Int] = []
    for document in documents {
      guard let other = distinct.first(where: { isOne($0, document) }) else {
        distinct.append(document)
        continue
      }
      join(document, into: other, at: path)
    }
    return distinct
  }

  /// `new` comes after `old` in the order of nodes, in which those that were agreed are first.
  private func isOne(_ old: Int, _ new: Int) -> Bool {
    let (one, other) = (census.nodes[old], census.nodes[new])
    guard one.kind == other.kind else { return false }
    var contents = Set(one.presence.compactMap { $0.standing?.entry.digest })
    if other.agreed != nil {
      contents.formUnion(other.presence.compactMap { $0.standing?.entry.digest })
      return contents.count == 1
    }
    if let digest = one.agreed?.digest { contents.insert(digest) }
    return one.presence.indices.allSatisfy { replica in
      guard let second = other.presence[replica].standing?.entry.digest else { return true }
      // A copy of a document at the name that it was moved to elsewhere is no second document.
      if let first = one.presence[replica].standing?.entry.digest { return first == second }
      return one.agreed == nil || contents.contains(second)
    }
  }

  private mutating func join(_ new: Int, into old: Int, at path: RelativePath) {
    for replica in census.nodes[old].presence.indices {
      let presence = census.nodes[new].presence[replica]
      guard let standing = presence.standing else { continue }
      let former = census.nodes[old].presence[replica].standing
      if let former, former.path == path {
        leave(standing.path, standing.entry, in: replica)
        continue
      }
      if let former { leave(former.path, former.entry, in: replica) }
      census.nodes[old].presence[replica] = presence
      census.nodeAt[replica][standing.path] = old
    }
    census.nodes[old].fate = .kept
    census.nodes[new].fate = .deleted
    for replica in census.nodes[new].presence.indices {
      census.nodes[new].presence[replica] = .lacking
    }
  }

  /// The same content stands at the right name too: what is here goes.
  private mutating func leave(_ path: RelativePath, _ entry: TreeEntry, in replica: Int) {
    guard let place = census.place(of: path, in: replica) else { return }
    var node = TreeNode(
      kind: entry.kind, agreed: nil, place: place,
      presence: Array(repeating: .lacking, count: census.situation.replicas.count))
    node.presence[replica] = .here(path, entry)
    node.fate = .deleted
    census.nodeAt[replica][path] = census.nodes.count
    census.nodes.append(node)
  }
}
