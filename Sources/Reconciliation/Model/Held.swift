/// What a replica holds of a document where that isn't the library's version: what both last
/// agreed on, and so the `previous` of the next comparison.
package struct Held: Hashable, Sendable {
  package var version: Version
  /// The name that the document has in the library, where it was moved there and not here yet.
  package var movedTo: RelativePath?

  package init(_ version: Version, movedTo: RelativePath? = nil) {
    self.version = version
    self.movedTo = movedTo
  }
}

extension Base {
  /// What `stat` says of this version in a replica; nil where that doesn't hold it.
  package func fingerprint(in replica: Int) -> Fingerprint? {
    if replica == 0 { return fingerprint.inode == Self.nowhere ? nil : fingerprint }
    return replica <= others.count ? others[replica - 1] : nil
  }

  /// Notes what `stat` says of this version in a replica, or that it doesn't hold it.
  package mutating func set(_ found: Fingerprint?, in replica: Int) {
    if replica == 0 {
      if let found {
        fingerprint = found
      } else {
        fingerprint.inode = Self.nowhere
        fingerprint.changed = 0
      }
      return
    }
    while others.count < replica { others.append(nil) }
    others[replica - 1] = found
  }

  /// No file has this inode number: the first replica doesn't hold the version, and the
  /// fingerprint says only its size, time and mode.
  private static let nowhere: UInt64 = 0

  /// The version as it stands in a replica; nil where that doesn't hold it.
  package func version(in replica: Int) -> Version? {
    fingerprint(in: replica).map {
      Version(digest: digest, fingerprint: $0, readability: readability)
    }
  }
}
