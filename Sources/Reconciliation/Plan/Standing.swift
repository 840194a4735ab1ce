/// What the library and each of its replicas hold of one document.
///
/// What came of a plan is folded into it: a pure function from what stood before, and what was
/// found or done, to what stands then. The library's version moves first; a replica that holds an
/// earlier one is *behind*, with that version as the base of whatever it brings next.
package struct Standing: Hashable, Sendable {
  /// The library's version; nil where the document is gone, or was never there.
  package private(set) var base: Base?
  /// By replica, what it holds otherwise.
  package private(set) var held: [Held?]

  /// - Parameter held: as many as the library has replicas.
  package init(base: Base?, held: [Held?]) {
    self.base = base
    self.held = held
  }

  /// The version that a replica and the library last agreed on.
  package func agreed(in replica: Int) -> Version? {
    held[replica]?.version ?? base?.version(in: replica)
  }

  /// Whether the replica is to get another version, or to lose the document.
  package func isBehind(_ replica: Int) -> Bool {
    base == nil ? held[replica] != nil : base?.fingerprint(in: replica) == nil
  }

  /// The library's version is this now, found in a replica, or made by none of them. Its mode is
  /// what it was, where there was one.
  package mutating func take(_ version: Version, from replica: Int?) {
    let before = base
    var taken = Base(version)
    if replica != 0 { taken.set(nil, in: 0) }
    if let before { taken.mode = before.mode }
    base = taken
    for other in held.indices where other != replica {
      guard let old = before?.version(in: other) else { continue }
      if old.digest == version.digest {
        base?.set(old.fingerprint, in: other)
      } else {
        held[other] = Held(old)
      }
    }
    if let replica { agree(version.fingerprint, in: replica) }
  }

  /// The library gives the document other metadata: the replicas that held its version are behind
  /// until they have it too.
  package mutating func changeMetadata(mode: UInt32) {
    guard base != nil else { return }
    base?.mode = mode
    for replica in held.indices {
      guard let old = base?.version(in: replica) else { continue }
      held[replica] = Held(old)
      base?.set(nil, in: replica)
    }
  }

  /// Notes the library's mode for the document, which its replicas have already.
  package mutating func setMode(_ mode: UInt32) { base?.mode = mode }

  /// The replica holds the library's version.
  package mutating func agree(_ fingerprint: Fingerprint, in replica: Int) {
    held[replica] = nil
    base?.set(fingerprint, in: replica)
  }

  /// The replica holds another version than the library.
  package mutating func leave(_ version: Version, in replica: Int, movedTo: RelativePath? = nil) {
    held[replica] = Held(version, movedTo: movedTo)
    if base?.fingerprint(in: replica) != nil { base?.set(nil, in: replica) }
  }

  /// The replica holds nothing under the name.
  package mutating func lack(in replica: Int) {
    held[replica] = nil
    if base?.fingerprint(in: replica) != nil { base?.set(nil, in: replica) }
  }

  /// The document is gone from a replica, and so from the library; or from the library alone.
  package mutating func forget(in replica: Int?) {
    for other in held.indices where other != replica {
      if let old = base?.version(in: other) { held[other] = Held(old) }
    }
    base = nil
    if let replica { held[replica] = nil }
  }
}
