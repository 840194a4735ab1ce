/// User xattrs by their names, without those that are Collate's own.
package typealias Attributes = [[UInt8]: [UInt8]]

/// What belongs to a document besides its content.
package struct Metadata: Hashable, Sendable {
  /// The permission bits; those above 0o777 are never passed on.
  package var mode: UInt32
  /// Nanoseconds since 1970.
  package var modified: Int64
  package var attributes: Attributes

  package init(mode: UInt32, modified: Int64, attributes: Attributes = [:]) {
    self.mode = mode
    self.modified = modified
    self.attributes = attributes
  }
}

/// What one replica says of a document.
package struct SeenMetadata: Hashable, Sendable {
  package var metadata: Metadata
  /// The content it belongs to.
  package var digest: Digest

  package init(metadata: Metadata, digest: Digest) {
    self.metadata = metadata
    self.digest = digest
  }
}

/// What a replica's file system can keep of a document's metadata.
package struct MetadataTraits: Hashable, Sendable {
  /// The permission bits that each file can have for itself; the others are the same for all.
  package var modeBits: UInt32
  /// The step of its mtimes in nanoseconds, at least 1.
  package var step: Int64
  package var holdsAttributes: Bool
  /// Whether it has symbolic links.
  package var holdsLinks: Bool

  package init(modeBits: UInt32, step: Int64, holdsAttributes: Bool, holdsLinks: Bool = true) {
    self.modeBits = modeBits
    self.step = max(1, step)
    self.holdsAttributes = holdsAttributes
    self.holdsLinks = holdsLinks
  }

  package static let linux = MetadataTraits(modeBits: 0o777, step: 1, holdsAttributes: true)
  /// vfat: one mode for all, two seconds, no xattrs, no symbolic links.
  package static let vfat = MetadataTraits(
    modeBits: 0, step: 2_000_000_000, holdsAttributes: false, holdsLinks: false)
  /// exfat: as vfat, but hundredths of a second.
  package static let exfat = MetadataTraits(
    modeBits: 0, step: 10_000_000, holdsAttributes: false, holdsLinks: false)

  /// The moment as this file system keeps it.
  package func kept(_ moment: Int64) -> Int64 {
    let rest = moment % step
    return moment - (rest < 0 ? rest + step : rest)
  }

  /// Whether the file system's own mtime may be this moment: no change to pass on.
  package func isSame(_ own: Int64, as moment: Int64) -> Bool {
    own == moment || own == kept(moment)
  }
}

/// What to set where, so that a document's metadata is the same in all replicas.
package struct MetadataPlan: Hashable, Sendable {
  /// What all agree on afterwards, as far as each can hold it. The mtime is nil for a content
  /// that nobody has yet: a merge is as old as its writing.
  package var mode: UInt32
  package var modified: Int64?
  package var attributes: Attributes
  /// What to set in each replica.
  package var changes: [MetadataChange]
}

/// What to set in one replica; nothing where all is nil or empty.
package struct MetadataChange: Hashable, Sendable {
  package var mode: UInt32?
  /// With the content that is to be installed there; never by itself.
  package var modified: Int64?
  /// The xattrs to set; nil as a value for one to remove.
  package var attributes: [[UInt8]: [UInt8]?] = [:]

  package var isNothing: Bool { mode == nil && modified == nil && attributes.isEmpty }

  /// What makes a document's own metadata the agreed ones, as far as its file system can hold them.
  ///
  /// - Parameter own: nil where the replica hasn't got the document.
  package init(
    from own: Metadata?, toMode mode: UInt32, attributes: Attributes, in traits: MetadataTraits
  ) {
    let permitted = mode & traits.modeBits
    if traits.modeBits != 0, own.map({ $0.mode & traits.modeBits != permitted }) ?? true {
      self.mode = ((own?.mode ?? mode) & ~traits.modeBits) | permitted
    }
    guard traits.holdsAttributes else { return }
    for name in Set(attributes.keys).union(own?.attributes.keys ?? [:].keys)
    where own?.attributes[name] != attributes[name] {
      self.attributes[name] = .some(attributes[name])
    }
  }
}
