import Documents
import Reconciliation
import StateStore

/// What is to be done about one find.
enum Decision {
  /// As the planner says.
  case planned(Plan)
  /// The replica and the library have gone different ways since they agreed.
  case divided(Plan, Situation)
  /// Left alone for now.
  case held(Hold)
}

extension Library {
  /// Holds what looks broken, and asks the planner about the rest.
  func plan(_ find: Find) -> Decision {
    let way = find.replica.way
    // What a replica that only follows holds is put back, broken or not.
    if way != .takes, let reason = suspicion(find), !isBelieved(find) {
      return .held(.unreadable(reason: reason))
    }
    let agreed = find.replica.agreed(find.path)
    let library = store.bases[find.path]
    var situation = Situation(
      base: agreed, replicas: [.present(find.version)], policy: policy(for: find.path), ways: [way])
    let isUnchanged = find.version.digest == agreed?.digest
    let isEarlier = find.replica.isEarlier(find)
    if isEarlier { situation.earlier = [find.version.digest] }
    if agreed?.digest == library?.digest, !isEarlier, way != .takes || isUnchanged {
      return .planned(Reconciliation.plan(situation, joining: join(for: find.path)))
    }
    situation.replicas.insert(library.map { .present(Version($0)) } ?? .absent, at: 0)
    situation.ways.insert(.both, at: 0)
    let plan = Reconciliation.plan(situation, joining: join(for: find.path))
    return .divided(plan, situation)
  }

  /// Why the new version may be a broken one: its reader took the base and rejects this.
  private func suspicion(_ find: Find) -> String? {
    guard let base = find.replica.agreed(find.path), base.readability == .readable,
      base.digest != find.version.digest, let content = find.content
    else { return nil }
    let type = types.type(forName: Array(find.path.name))
    guard let previous = self.content(base.digest) else { return find.reason }
    // What changed is told from it too.
    inHand[base.digest] = previous
    return find.reason
      ?? type.suspicion(
        previous: previous, new: content, isReadable: find.version.readability == .readable)
  }

  /// Whether it has been closed and quiet for so long that a person must mean it.
  private func isBelieved(_ find: Find) -> Bool {
    guard let attention = find.replica.attention[find.path], case .unreadable = attention.hold,
      attention.fingerprint == find.version.fingerprint
    else { return false }
    let isPackage = packages.contains(find.path.name)
    return now.steady - attention.since
      >= (isPackage ? settings.believePackageAfter : settings.believeAfter)
  }

  /// Joins versions of one document by its type; the joined content is then in hand.
  func join(for path: RelativePath) -> (Digest?, Digest, Digest) -> Joining {
    let type = types.type(forName: Array(path.name))
    return { [self] base, ours, theirs in
      guard let base else {
        return .conflict(reason: "no version is known that both changed from")
      }
      guard let old = content(base), let one = content(ours), let other = content(theirs) else {
        return .conflict(reason: "the content of a version is not kept any more")
      }
      switch type.merge(base: old, ours: one, theirs: other) {
      case .merged(let together):
        if let reason = flaw(of: together, instead: one, type) { return .conflict(reason: reason) }
        let digest = self.digest(together)
        inHand[digest] = together
        return .joined(digest)
      case .conflict(let reason):
        return .conflict(reason: reason)
      }
    }
  }

  /// Why a joined content must not take a document's place: its own reader rejects it, or it looks
  /// broken beside what is there.
  private func flaw(of joined: [UInt8], instead current: [UInt8], _ type: DocumentType) -> String? {
    if joined == current { return nil }
    if case .unreadable(let reason) = type.inspect(joined) {
      return "what they make together is not readable: \(reason)"
    }
    return type.suspicion(previous: current, new: joined).map {
      "what they make together looks broken: \($0)"
    }
  }

  /// A content in hand or in the store; nil where it is kept nowhere.
  func content(_ digest: Digest) -> [UInt8]? {
    inHand[digest] ?? contentInStore(digest)
  }

  func contentInStore(_ digest: Digest) -> [UInt8]? {
    do throws(StateDiskError) {
      return try store.content(digest)
    } catch {
      trouble = error.message
      return nil
    }
  }
}
