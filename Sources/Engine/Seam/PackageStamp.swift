package import Reconciliation

/// What a walk by `stat` alone says of a package: enough to tell *perhaps changed* without reading.
///
/// Any change of a member moves its fingerprint: content, name, kind, mode, coming and going. A
/// rename of the whole package doesn't.
package struct PackageStamp: Hashable, Sendable {
  package struct Member: Hashable, Sendable {
    /// Beneath the package's directory.
    package var path: RelativePath
    package var kind: Entry.Kind
    package var fingerprint: Fingerprint

    package init(path: RelativePath, kind: Entry.Kind, fingerprint: Fingerprint) {
      self.path = path
      self.kind = kind
      self.fingerprint = fingerprint
    }
  }

  /// What `lstat` says of the package's directory.
  package let directory: Fingerprint
  /// In byte order of their paths, without what is only carried along.
  package let members: [Member]
  /// The package as one document has it. The size is that of its archive; the mtime the latest of
  /// all; in place of the ctime, which a rename of the package would move, stands a hash of what
  /// all members are like. It is negative, so that nobody takes it for a time of today, nor for 0.
  package let fingerprint: Fingerprint

  package init(directory: Fingerprint, members: [Member]) {
    self.directory = directory
    let members = members.sorted { $0.path < $1.path }
    self.members = members
    var mix = Mix()
    var size = Int64(PackageArchive.preambleSize)
    var modified = directory.modified
    for member in members {
      mix.take(member)
      modified = max(modified, member.fingerprint.modified)
      let held = member.holdsBytes ? member.fingerprint.size : 0
      size = size.addingClamped(PackageArchive.size(ofMemberAt: member.path, holding: held))
    }
    fingerprint = Fingerprint(
      inode: directory.inode, size: size, modified: modified,
      changed: Int64(bitPattern: mix.state | 1 << 63), mode: directory.mode)
  }

  /// The latest time at which anything of it changed, by the file system's clock.
  package var latestChange: Int64 {
    members.reduce(max(directory.changed, directory.modified)) {
      max($0, $1.fingerprint.changed, $1.fingerprint.modified)
    }
  }

  /// Whether the members are the same, unchanged; directories may have got other times.
  package func isSameMembers(as other: PackageStamp) -> Bool {
    fingerprint.changed == other.fingerprint.changed && fingerprint.size == other.fingerprint.size
  }

  /// Why it can't be read as a package; nil where it can.
  package var obstacle: String? {
    members.first { !$0.kind.isMember }.map { "\($0.path) is a pipe, a socket or a device" }
  }
}

extension PackageStamp.Member {
  fileprivate var holdsBytes: Bool { kind == .file || kind == .symbolicLink }
}

extension Entry.Kind {
  /// Whether it can be a part of a package.
  fileprivate var isMember: Bool { self != .special }
}

/// Mixes numbers and bytes into one: the same on every machine and in every version, since bases
/// keep it.
private struct Mix {
  private(set) var state: UInt64 = 0x9E37_79B9_7F4A_7C15

  mutating func take(_ member: PackageStamp.Member) {
    take(UInt64(member.path.bytes.count))
    for byte in member.path.bytes { take(UInt64(byte)) }
    take(UInt64(member.kind.rawValue))
    let stamp = member.fingerprint
    take(stamp.inode)
    take(UInt64(stamp.mode & 0o7777))
    // A directory's times move with what is only carried along; the names in it are members.
    guard !member.kind.isDirectory else { return }
    take(UInt64(bitPattern: stamp.size))
    take(UInt64(bitPattern: stamp.modified))
    take(UInt64(bitPattern: stamp.changed))
  }

  private mutating func take(_ word: UInt64) {
    state = (state ^ word) &* 0xFF51_AFD7_ED55_8CCD
    state ^= state >> 32
  }
}

extension Int64 {
  fileprivate func addingClamped(_ other: Int64) -> Int64 {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? .max : sum
  }
}
