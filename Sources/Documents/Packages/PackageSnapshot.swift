import Reconciliation

/// A package's members, or the bytes of a file that has a package's name.
struct PackageSnapshot: MergeableSnapshot {
  enum Form: Hashable, Sendable {
    case package(PackageArchive)
    case file([UInt8])
  }

  let form: Form
  /// What knows a member's type by its name.
  let types: DocumentTypeRegistry

  var bytes: [UInt8] {
    switch form {
    case .package(let archive): archive.bytes
    case .file(let bytes): bytes
    }
  }

  func changes(since previous: PackageSnapshot) -> [String] {
    switch (previous.form, form) {
    case (.package(let old), .package(let new)):
      packageChangesInWords(from: old, to: new) { path, before, after in
        types.type(forName: Array(path.name)).changes(from: before, to: after)
      }
    case (.file(let old), .file(let new)):
      old == new ? [] : bytesInWords(old: old, new: new)
    case (.file, .package(let archive)):
      ["became a package of \(memberCount(archive.members.count))"]
    case (.package, .file(let bytes)):
      ["became a file of " + byteCount(bytes.count)]
    }
  }

  static func merging(
    base: PackageSnapshot?, ours: PackageSnapshot, theirs: PackageSnapshot
  ) -> SnapshotMerge<PackageSnapshot> {
    if ours.form == theirs.form { return .merged(ours) }
    guard let base else { return .conflict(reason: "both were created, with different content") }
    if ours.form == base.form { return .merged(theirs) }
    if theirs.form == base.form { return .merged(ours) }
    guard case .package(let old) = base.form, case .package(let one) = ours.form,
      case .package(let other) = theirs.form
    else { return .conflict(reason: "both changed, and one of them is a file and no package") }
    let types = ours.types
    let outcome = mergePackages(base: old, ours: one, theirs: other) { path, base, ours, theirs in
      types.type(forName: Array(path.name)).merge(base: base, ours: ours, theirs: theirs)
    }
    switch outcome {
    case .merged(let archive):
      return .merged(PackageSnapshot(form: .package(archive), types: types))
    case .conflict(let reason): return .conflict(reason: reason)
    }
  }

  /// Why it looks half written beside the one before: a member does, or all of them are gone.
  func suspicion(since previous: PackageSnapshot) -> String? {
    guard case .package(let old) = previous.form, case .package(let new) = form else { return nil }
    if new.members.isEmpty, !old.members.isEmpty {
      return "emptied: it held \(memberCount(old.members.count))"
    }
    for member in new.members {
      guard case .file(let content, _) = member.content,
        case .file(let before, _)? = old[member.path], before != content
      else { continue }
      let type = types.type(forName: Array(member.path.name))
      if let reason = type.suspicion(previous: before, new: content) {
        return "\(member.path): \(reason)"
      }
    }
    return nil
  }
}

private func memberCount(_ count: Int) -> String {
  count == 1 ? "1 member" : "\(count) members"
}
