/// A document's content and metadata at one moment.
package struct Version: Hashable, Sendable {
  package var digest: Digest
  package var fingerprint: Fingerprint
  package var readability: Readability

  package init(digest: Digest, fingerprint: Fingerprint, readability: Readability) {
    self.digest = digest
    self.fingerprint = fingerprint
    self.readability = readability
  }

  package init(_ base: Base) {
    self.init(
      digest: base.digest, fingerprint: base.fingerprint, readability: base.readability)
  }
}

/// What the reader for the document's content type made of a version.
package enum Readability: UInt8, Sendable {
  /// The reader gave a snapshot.
  case readable = 0
  /// The reader rejected it: it is bytes, and travels as bytes.
  case unreadable = 1
  /// Over the size limit: known by its digest, its content is not kept.
  case tooLarge = 2
}

/// The version last agreed by all replicas, the `previous` of every diff and merge.
package struct Base: Hashable, Sendable {
  package var digest: Digest
  /// What `stat` said of this version in the first replica; where that doesn't hold it, the size,
  /// time and mode of the version with no inode. See `fingerprint(in:)`.
  package var fingerprint: Fingerprint
  // Here it takes no room: the fingerprint ends in half a word.
  package var readability: Readability
  private var agreedMode: UInt16
  /// The same in the other replicas, in their order; empty for a library of one.
  package var others: [Fingerprint?]

  /// The permission bits that all replicas are to give it, as far as each can hold them.
  package var mode: UInt32 {
    get { UInt32(agreedMode) }
    set { agreedMode = UInt16(truncatingIfNeeded: newValue) }
  }

  /// - Parameter mode: nil for what `stat` says of it.
  package init(
    digest: Digest, readability: Readability, fingerprint: Fingerprint, mode: UInt32? = nil,
    others: [Fingerprint?] = []
  ) {
    self.digest = digest
    self.readability = readability
    self.fingerprint = fingerprint
    agreedMode = UInt16(truncatingIfNeeded: mode ?? fingerprint.mode)
    self.others = others
  }

  package init(_ version: Version) {
    self.init(
      digest: version.digest, readability: version.readability, fingerprint: version.fingerprint)
  }
}
