import Reconciliation

/// A library as its replicas' trees and what was agreed: makes situations as the engine does, and
/// carries plans out, the documents' own plans included.
struct ModelLibrary {
  var agreed: [RelativePath: TreeEntry]
  /// The identity that each agreed name has in every replica where it is.
  var identities: [RelativePath: Int]
  var replicas: [ModelReplica]
  var earlier: [[RelativePath: EarlierPlace]]
  var lacking: [Set<RelativePath>]
  var labels: [String]
  /// Whether moved directories are told, or only what moved with them.
  var tellsDirectories = true

  init(agreed: [RelativePath: TreeEntry], rules: [NameRules]) {
    self.agreed = agreed
    identities = [:]
    for (index, path) in agreed.keys.sorted().enumerated() { identities[path] = index + 1 }
    var things: [RelativePath: ModelReplica.Thing] = [:]
    for (path, entry) in agreed {
      things[path] = ModelReplica.Thing(identity: identities[path] ?? 0, entry: entry)
    }
    replicas = rules.map { ModelReplica(things: things, rules: $0) }
    earlier = rules.map { _ in [:] }
    lacking = rules.map { _ in [] }
    labels = rules.indices.map { ["one", "two", "three", "four"][$0] }
  }

  /// Agrees on these names, each replica having what it can hold of them.
  mutating func take(_ names: [RelativePath: TreeEntry]) {
    agreed = names
    identities = [:]
    for (index, path) in names.keys.sorted().enumerated() {
      identities[path] = index + 1
      guard let entry = names[path] else { continue }
      for replica in replicas.indices {
        let isHeld =
          replicas[replica].taken(path) != nil || !replicas[replica].isDirectory(path.parent)
          || replicas[replica].rules.refusal(of: Array(path.name)) != nil
        if isHeld {
          lacking[replica].insert(path)
        } else {
          replicas[replica].things[path] = .init(identity: index + 1, entry: entry)
        }
      }
    }
  }

  /// Makes the replica one that was added just now.
  mutating func empty(_ replica: Int) {
    replicas[replica].things = [:]
    lacking[replica] = Set(agreed.keys)
  }

  var situation: TreeSituation {
    TreeSituation(
      agreed: agreed.map { AgreedName(path: $0.key, kind: $0.value.kind, digest: $0.value.digest) },
      replicas: replicas.indices.map { index in
        ReplicaTree(
          entries: replicas[index].things.mapValues(\.entry), moves: moves(in: index),
          earlier: earlier[index], lacking: lacking[index], rules: replicas[index].rules,
          label: labels[index])
      })
  }

  private func moves(in index: Int) -> [Move] {
    var paths: [Int: RelativePath] = [:]
    for (path, thing) in replicas[index].things { paths[thing.identity] = path }
    return agreed.compactMap { name, entry in
      let from = earlier[index][name]?.path ?? name
      guard entry.kind != .directory || tellsDirectories, let identity = identities[name],
        let to = paths[identity], to != from,
        ParkedName(parsing: Array(to.name)) == nil,
        replicas[index].things[to]?.entry.kind == entry.kind
      else { return nil }
      return Move(from: from, to: to)
    }
  }

  /// Carries out the first of a replica's operations, or all.
  mutating func carryOut(_ plan: TreePlan, in replica: Int, first count: Int = .max) throws {
    for operation in plan.operations[replica].prefix(count) {
      try replicas[replica].carryOut(operation)
    }
  }

  /// Gives every replica every document as its own plan does where nothing can be joined, and
  /// records what is agreed then.
  mutating func settleDocuments(_ plan: TreePlan) throws {
    let held = plan.held.map { Dictionary($0.map { ($0.path, $0) }) { first, _ in first } }
    var settled: [RelativePath: TreeEntry] = [:]
    for name in plan.names where !name.isUndecided {
      guard name.kind != .directory else {
        settled[name.path] = TreeEntry(kind: .directory, digest: nil)
        continue
      }
      let standing = replicas.indices.map { replica in
        held[replica][name.path].map(\.standing) ?? name.path
      }
      let base = name.from.flatMap { agreed[$0]?.digest }
      let versions = replicas.indices.compactMap { replica in
        standing[replica].flatMap { replicas[replica].things[$0]?.entry }
      }
      // What a replica has that never had the base did not come from it.
      let isStrange = replicas.indices.contains { replica in
        name.from.map { lacking[replica].contains($0) } ?? false
          && standing[replica].flatMap { replicas[replica].things[$0] } != nil
      }
      let changed = Set(versions.filter { isStrange || $0.digest != base }).sorted {
        ($0.modified, $0.digest?.description ?? "") > ($1.modified, $1.digest?.description ?? "")
      }
      guard let winner = changed.first ?? versions.first else { continue }
      var all = [(path: name.path, entry: winner)]
      var seen: Set<Digest?> = [winner.digest]
      for loser in changed.dropFirst() where seen.insert(loser.digest).inserted {
        let copy = name.path.name + Array("~\(PlanNotation.word(loser.digest))".utf8)
        if let path = name.path.parent.appending(copy) { all.append((path, loser)) }
      }
      for (path, entry) in all {
        settled[path] = entry
        for replica in replicas.indices {
          if path == name.path, held[replica][path] != nil {
            if let own = standing[replica] { replicas[replica].things[own]?.entry = entry }
          } else if replicas[replica].things[path] != nil {
            replicas[replica].things[path]?.entry = entry
          } else if replicas[replica].isDirectory(path.parent) || held[replica][path.parent] == nil
          {
            let identity = replicas[replica].nextIdentity()
            try replicas[replica].put(.init(identity: identity, entry: entry), at: path)
          }
        }
      }
    }
    record(settled, held)
  }

  private mutating func record(
    _ settled: [RelativePath: TreeEntry], _ held: [[RelativePath: HeldName]]
  ) {
    agreed = settled
    identities = [:]
    for (index, path) in settled.keys.sorted().enumerated() { identities[path] = index + 1 }
    for replica in replicas.indices {
      earlier[replica] = [:]
      lacking[replica] = []
      for (path, entry) in settled {
        let own = held[replica][path].map(\.standing) ?? path
        guard let own, replicas[replica].things[own] != nil else {
          lacking[replica].insert(path)
          continue
        }
        if own != path { earlier[replica][path] = EarlierPlace(path: own, digest: entry.digest) }
        replicas[replica].things[own]?.identity = identities[path] ?? 0
      }
    }
  }
}
