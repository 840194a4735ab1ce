import Reconciliation

/// Two packages as pairs of their files.
struct MemberPairs {
  /// The files that differ; of one that only one package has, the other side is empty.
  let pairs: [ComparedPair]
  /// What came, went or became something else, a line each.
  let remarks: [String]

  /// Nil where they are no packages. One side may be nothing, its document being deleted.
  init?(_ pair: ComparedPair) {
    guard let old = Self.archive(pair.old.content), let new = Self.archive(pair.new.content),
      !pair.old.content.isEmpty || !pair.new.content.isEmpty
    else { return nil }
    let paths = Set((old.members + new.members).map(\.path)).sorted()
    pairs = paths.compactMap { path in
      let sides = (Self.bytes(old[path]), Self.bytes(new[path]))
      guard sides.0 != sides.1 else { return nil }
      return ComparedPair(
        old: Self.side(pair.old, path, sides.0 ?? []), new: Self.side(pair.new, path, sides.1 ?? [])
      )
    }
    remarks = packageChangesInWords(from: old, to: new) { _, _, _ in [] }
  }

  private static func archive(_ content: [UInt8]) -> PackageArchive? {
    content.isEmpty ? .empty : PackageArchive(decoding: content)
  }

  /// What a file holds, or where a link leads.
  private static func bytes(_ content: PackageArchive.Member.Content?) -> [UInt8]? {
    switch content {
    case .file(let bytes, _), .symbolicLink(let bytes): bytes
    case .directory, nil: nil
    }
  }

  private static func side(
    _ side: ComparedPair.Side, _ member: RelativePath, _ content: [UInt8]
  ) -> ComparedPair.Side {
    ComparedPair.Side(path: "\(side.path)/\(member)", label: side.label, content: content)
  }
}
