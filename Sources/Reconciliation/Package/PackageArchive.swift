/// A package as one content: its members in byte order of their paths, each with what it holds.
///
/// Canonical: equal packages have equal bytes, and so one digest, on every machine. Times, owners
/// and permissions beside the executable bit are no part of it, since tools that carry documents
/// between machines don't keep them. Every directory is a member, an empty one too.
package struct PackageArchive: Hashable, Sendable {
  /// A file, directory or link within a package.
  package struct Member: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
      case directory
      case file([UInt8], isExecutable: Bool)
      /// With where it leads, as it is written.
      case symbolicLink([UInt8])
    }

    /// Beneath the package's directory; never the root.
    package var path: RelativePath
    package var content: Content

    package init(path: RelativePath, content: Content) {
      self.path = path
      self.content = content
    }
  }

  /// In byte order of their paths, so that a directory comes before what it holds.
  package let members: [Member]

  /// Puts members in order. Nil where they are no package: two under one path, one at the root, or
  /// one whose directory isn't among them.
  package init?(_ members: [Member]) {
    let sorted = members.sorted { $0.path < $1.path }
    guard Self.isTree(sorted) else { return nil }
    self.members = sorted
  }

  private init(sorted members: [Member]) {
    self.members = members
  }

  /// A package that holds nothing.
  package static let empty = PackageArchive(sorted: [])

  private static func isTree(_ sorted: [Member]) -> Bool {
    var directories: Set<RelativePath> = [.root]
    var previous: RelativePath?
    for member in sorted {
      guard !member.path.isRoot, member.path != previous, directories.contains(member.path.parent)
      else { return false }
      if member.content == .directory { directories.insert(member.path) }
      previous = member.path
    }
    return true
  }

  /// What stands under a path in it.
  package subscript(path: RelativePath) -> Member.Content? {
    var low = 0
    var high = members.count
    while low < high {
      let middle = (low + high) / 2
      if members[middle].path < path { low = middle + 1 } else { high = middle }
    }
    return low < members.count && members[low].path == path ? members[low].content : nil
  }
}

extension PackageArchive.Member.Content {
  /// How many bytes it holds: a file's content, or where a link leads.
  package var size: Int {
    switch self {
    case .directory: 0
    case .file(let bytes, _), .symbolicLink(let bytes): bytes.count
    }
  }
}
