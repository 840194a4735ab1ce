import Reconciliation

/// Documents of which a snapshot says itself how they are read: packages and files. What of a package
/// isn't the snapshot's goes member by member, so that it is neither lost nor the snapshot's concern.
struct TypedPackageFormat<Value: DocumentSnapshot>: DocumentFormat {
  let contentType: UTType

  func read(_ content: [UInt8]) throws(UnreadableContent) -> TypedPackage<Value> {
    try TypedPackage(content, contentType)
  }

  func write(_ snapshot: TypedPackage<Value>) throws(UnreadableContent) -> [UInt8] {
    snapshot.bytes
  }

  /// An archive ends in its last member's bytes, whatever they are.
  var suspiciousZeroes: Int { .max }

  /// A member that looks half written is one whatever the package is.
  func suspicion(previous: [UInt8], new: [UInt8]) -> String? {
    PackageFormat(types: DocumentTypeRegistry()).suspicion(previous: previous, new: new)
  }
}

/// A package as its type's snapshot has it, and all of its members.
struct TypedPackage<Value: DocumentSnapshot>: MergeableSnapshot {
  private let value: Value
  private let archive: PackageArchive
  private let contentType: UTType

  var bytes: [UInt8] { archive.bytes }

  init(_ content: [UInt8], _ contentType: UTType) throws(UnreadableContent) {
    guard PackageArchive.isArchive(content) else {
      throw UnreadableContent(reason: "a file, and it has to be a package")
    }
    guard let archive = PackageArchive(decoding: content) else {
      throw UnreadableContent(reason: "it is no archive of a package that this version can read")
    }
    try self.init(archive, contentType)
  }

  private init(_ archive: PackageArchive, _ contentType: UTType) throws(UnreadableContent) {
    do {
      value = try Value(file: FileWrapper(archive.node()), contentType: contentType)
    } catch {
      throw UnreadableContent(error)
    }
    self.archive = archive
    self.contentType = contentType
  }

  func changes(since previous: TypedPackage) -> [String] {
    var lines = value.changes(since: previous.value)
    do {
      lines += Self.words(from: try previous.rest(), to: try rest())
    } catch {
      // What can't be told apart is told below.
    }
    // What a snapshot has no words for, such as a member that was made executable.
    return lines.isEmpty ? Self.words(from: previous.archive, to: archive) : lines
  }

  private static func words(from old: PackageArchive, to new: PackageArchive) -> [String] {
    packageChangesInWords(from: old, to: new) { path, before, after in
      members.type(forName: Array(path.name)).changes(from: before, to: after)
    }
  }

  static func merging(
    base: TypedPackage?, ours: TypedPackage, theirs: TypedPackage
  ) -> SnapshotMerge<TypedPackage> {
    guard let base else {
      return ours.archive == theirs.archive
        ? .merged(ours) : .conflict(reason: "both were created, with different content")
    }
    do {
      let value: Value
      switch Value.merging(base: base.value, ours: ours.value, theirs: theirs.value) {
      case .merged(let joined): value = joined
      case .conflict(let reason): return .conflict(reason: reason)
      }
      let own = try members(of: value, base.contentType)
      let outcome = mergePackages(
        base: try base.rest(), ours: try ours.rest(), theirs: try theirs.rest()
      ) { path, base, ours, theirs in
        members.type(forName: Array(path.name)).merge(base: base, ours: ours, theirs: theirs)
      }
      switch outcome {
      case .conflict(let reason): return .conflict(reason: reason)
      case .merged(let others):
        guard let archive = union(own, others, base: base, ours: ours, theirs: theirs) else {
          return .conflict(reason: "a member that one side has is another thing on the other side")
        }
        return .merged(try TypedPackage(archive, base.contentType))
      }
    } catch {
      return .conflict(reason: "joined, they would not be readable: \(UnreadableContent(error))")
    }
  }

  // MARK: Members

  /// How members are joined that the snapshot doesn't know.
  private static var members: DocumentTypeRegistry { DocumentTypeRegistry() }

  /// The members that aren't the snapshot's own, and the directories.
  private func rest() throws(UnreadableContent) -> PackageArchive {
    let own = try Self.members(of: value, contentType)
    let others = archive.members.filter { $0.content == .directory || own[$0.path] == nil }
    // Without files only, it is as much a tree as before.
    return PackageArchive(others) ?? .empty
  }

  /// The files that the snapshot writes, with their directories.
  private static func members(
    of value: Value, _ contentType: UTType
  ) throws(UnreadableContent) -> [RelativePath: PackageArchive.Member.Content] {
    do {
      let node = try value.fileWrapper(contentType: contentType, existing: nil).frozen()
      var members: [RelativePath: PackageArchive.Member.Content] = [:]
      try node.collect(into: &members, at: .root)
      return members
    } catch {
      throw UnreadableContent(error)
    }
  }

  /// Nil where both have something else under one name, or it is no tree.
  private static func union(
    _ own: [RelativePath: PackageArchive.Member.Content], _ others: PackageArchive,
    base: TypedPackage, ours: TypedPackage, theirs: TypedPackage
  ) -> PackageArchive? {
    var all = own
    for (path, content) in own {
      guard case .file(let bytes, _) = content else { continue }
      let was = base.archive.isExecutable(path)
      let isOne = ours.archive.isExecutable(path) ?? was
      let isOther = theirs.archive.isExecutable(path) ?? was
      all[path] = .file(bytes, isExecutable: (isOne == was ? isOther : isOne) ?? false)
    }
    for member in others.members {
      if let known = all[member.path], known != member.content { return nil }
      all[member.path] = member.content
    }
    return PackageArchive(all.map { .init(path: $0.key, content: $0.value) })
  }
}

extension PackageArchive {
  /// Nil where no file has this path.
  fileprivate func isExecutable(_ path: RelativePath) -> Bool? {
    guard case .file(_, let isExecutable)? = self[path] else { return nil }
    return isExecutable
  }
}
