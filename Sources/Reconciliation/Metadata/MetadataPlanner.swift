/// Decides what a document's mode, mtime and xattrs are to be, and what to set in which replica.
///
/// Total and pure, and the same with the replicas in another order.
///
/// - Each permission bit by itself: one that a replica changed is changed. Where one replica took
///   reading from a class of people, no other gives that class anything. With no base only what
///   all replicas allow is allowed.
/// - An xattr that was changed in one replica is changed; where several changed it, a value counts
///   before its removal, then the file modified last, then the greater value.
/// - The mtime belongs to the content: it goes with a version where that is installed. A file that
///   was only touched is no change.
/// - What a replica can't hold is neither set there nor taken for a change by it.
///
/// - Parameters:
///   - base: What was last agreed; nil for a document that is new.
///   - replicas: What each has; nil where it hasn't got the document, or can't be told.
///   - agreed: The content that all are to have, by the document's own plan.
///   - traits: What each replica's file system can keep, one for each replica.
package func planMetadata(
  base: Metadata?, replicas: [SeenMetadata?], agreed: Digest, traits: [MetadataTraits]
) -> MetadataPlan {
  let planning = MetadataPlanning(
    base: base,
    replicas: zip(replicas, traits).map { seen, traits in seen.map { ($0, traits) } })
  let mode = planning.mode()
  let modified = planning.modified(of: agreed)
  let attributes = planning.attributes()
  let changes = zip(replicas, traits).map { seen, traits -> MetadataChange in
    var change = MetadataChange(
      from: seen?.metadata, toMode: mode, attributes: attributes, in: traits)
    let isInstalled = seen?.digest != agreed
    if isInstalled { change.modified = modified.map { traits.kept($0) } }
    return change
  }
  return MetadataPlan(mode: mode, modified: modified, attributes: attributes, changes: changes)
}

private struct MetadataPlanning {
  let base: Metadata?
  let replicas: [(seen: SeenMetadata, traits: MetadataTraits)?]

  private var seen: [(seen: SeenMetadata, traits: MetadataTraits)] { replicas.compactMap { $0 } }

  func mode() -> UInt32 {
    let holders = seen.filter { $0.traits.modeBits != 0 }
    guard let base else {
      return holders.reduce(holders.isEmpty ? 0o644 : 0o777) { mode, replica in
        mode & (replica.seen.metadata.mode | ~replica.traits.modeBits)
      }
    }
    var added: UInt32 = 0
    var removed: UInt32 = 0
    for replica in holders {
      let own = replica.seen.metadata.mode
      let bits = replica.traits.modeBits & 0o777
      added |= own & ~base.mode & bits
      removed |= ~own & base.mode & bits
    }
    // Read, write and execute of the owner, the group and the others.
    for shift: UInt32 in [6, 3, 0] where removed >> shift & 0o4 != 0 {
      added &= ~(0o7 << shift)
    }
    return (base.mode & 0o777 & ~removed) | added
  }

  /// The mtime of a version: the earliest of the finest that are known.
  func modified(of digest: Digest) -> Int64? {
    let own = seen.filter { $0.seen.digest == digest }
    let finest = own.map(\.traits.step).min()
    return own.filter { $0.traits.step == finest }.map(\.seen.metadata.modified).min()
  }

  func attributes() -> Attributes {
    let holders = seen.filter { $0.traits.holdsAttributes }.map(\.seen.metadata)
    var agreed = base?.attributes ?? [:]
    for name in Set(holders.flatMap(\.attributes.keys)).union(agreed.keys) {
      let former = base?.attributes[name]
      let changed = holders.filter { $0.attributes[name] != former }
      guard !changed.isEmpty else { continue }
      let values = changed.compactMap { own in
        own.attributes[name].map { (value: $0, modified: own.modified) }
      }
      agreed[name] =
        values.max {
          $0.modified != $1.modified
            ? $0.modified < $1.modified : $0.value.lexicographicallyPrecedes($1.value)
        }?.value
    }
    return agreed
  }
}
