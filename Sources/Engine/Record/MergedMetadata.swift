import Reconciliation
import StateStore

/// What a document's metadata are to be, after what a replica was found to have.
struct MergedMetadata {
  var mode: UInt32
  var attributes: Attributes
  /// Whether that is another thing than the library had.
  var isChange: Bool
  /// Whether the replica has all of it that it can hold.
  var isHeld: Bool
}

extension Replica {
  /// What its file system can keep of this document besides its content.
  func traits(for path: RelativePath) -> MetadataTraits {
    var traits = knownTraits ?? probeTraits()
    // A package's members have theirs, which are its content.
    if library.packages.contains(path.name) { traits.holdsAttributes = false }
    return traits
  }

  /// Why a content can't be held here as it is; nil where it can. Installed all the same, it would
  /// be another one, and taken for a change.
  func obstacle(to content: [UInt8], at path: RelativePath) -> String? {
    guard library.isShared else { return nil }
    let traits = traits(for: path)
    if !traits.holdsLinks, SymbolicLink.isLink(content) {
      return "it is a symbolic link, which the file system of \(label) can't hold"
    }
    let holdsExecutables = traits.modeBits & 0o100 != 0
    guard library.packages.contains(path.name), !holdsExecutables || !traits.holdsLinks,
      let archive = PackageArchive(decoding: content)
    else { return nil }
    for member in archive.members {
      switch member.content {
      case .file(_, isExecutable: true) where !holdsExecutables:
        return "\(member.path) in it is executable, which the file system of \(label) can't keep"
      case .symbolicLink where !traits.holdsLinks:
        return
          "\(member.path) in it is a symbolic link, which the file system of \(label) can't hold"
      case .file, .directory, .symbolicLink: continue
      }
    }
    return nil
  }

  private func probeTraits() -> MetadataTraits {
    do throws(VolumeError) {
      let found = try volume.metadataTraits()
      knownTraits = found
      return found
    } catch {
      // It is asked again; meanwhile nothing is set that may not be there.
      return .linux
    }
  }

  /// What it was last seen to have; nil where it hasn't got the document, or as a link, which has
  /// none of them.
  func agreedMetadata(_ path: RelativePath) -> Metadata? {
    guard let base = agreed(path), !base.fingerprint.isLink else { return nil }
    return Metadata(
      mode: base.fingerprint.mode, modified: base.fingerprint.modified,
      attributes: store.attributes(of: path, in: number))
  }

  /// The xattrs of a document where they can travel.
  func attributes(_ path: RelativePath) throws(VolumeError) -> Attributes {
    guard library.isShared, traits(for: path).holdsAttributes else { return [:] }
    return try volume.attributes(path)
  }
}

extension Library {
  /// Brings together what the library has and what was found, each against what the replica was
  /// last seen to have: what it can't hold, or refused, is no change of it.
  func metadata(of find: Find) -> MergedMetadata {
    let (path, replica) = (find.path, find.replica)
    if find.version.fingerprint.isLink {
      // What the document had stays with the library, for what takes the link's place again.
      return MergedMetadata(
        mode: store.bases[path]?.mode ?? 0o644, attributes: store.attributes(of: path),
        isChange: false, isHeld: true)
    }
    let found = Metadata(
      mode: find.version.fingerprint.mode, modified: find.version.fingerprint.modified,
      attributes: find.attributes)
    guard isShared else {
      return MergedMetadata(mode: found.mode, attributes: [:], isChange: false, isHeld: true)
    }
    let traits = replica.traits(for: path)
    let base = store.bases[path]
    let attributes = store.attributes(of: path)
    let library = base.flatMap { $0.fingerprint.isLink ? nil : $0 }.map {
      SeenMetadata(
        metadata: Metadata(
          mode: $0.mode, modified: $0.fingerprint.modified, attributes: attributes),
        digest: find.version.digest)
    }
    // In a replica that only follows, nothing was changed that counts.
    let plan = planMetadata(
      base: replica.way == .takes ? found : replica.agreedMetadata(path),
      replicas: [library, SeenMetadata(metadata: found, digest: find.version.digest)],
      agreed: find.version.digest, traits: [.linux, traits])
    return MergedMetadata(
      mode: plan.mode, attributes: plan.attributes,
      isChange: base.map { $0.mode & 0o777 != plan.mode || attributes != plan.attributes } ?? false,
      isHeld: plan.changes[1].isNothing)
  }

  /// Writes the merged metadata into where the document stands, once its content is there.
  func take(_ merged: MergedMetadata, of find: Find, in standing: inout Standing) {
    if standing.base == nil { return }
    guard isShared else {
      standing.setMode(merged.mode)
      return
    }
    if merged.isChange {
      standing.changeMetadata(mode: merged.mode)
    } else {
      standing.setMode(merged.mode)
    }
    guard standing.base?.digest == find.version.digest else { return }
    if merged.isHeld {
      standing.agree(find.version.fingerprint, in: find.replica.number)
    } else {
      standing.leave(find.version, in: find.replica.number)
    }
  }

  /// The records of the xattrs; none for the many documents that have none.
  func attributeRecords(_ merged: MergedMetadata, of find: Find) -> [Record] {
    guard isShared else { return [] }
    var records: [Record] = []
    if store.attributes(of: find.path) != merged.attributes {
      records.append(.setAttributes(find.path, merged.attributes, replica: nil))
    }
    let number = find.replica.number
    if store.attributes(of: find.path, in: number) != find.attributes {
      records.append(.setAttributes(find.path, find.attributes, replica: number))
    }
    return records
  }

  /// What changed, in words for a person.
  func wordsForMetadata(_ merged: MergedMetadata, of path: RelativePath) -> [String] {
    var words: [String] = []
    if let mode = store.bases[path]?.mode, mode & 0o777 != merged.mode & 0o777 {
      words.append("permissions \(octal(mode)) → \(octal(merged.mode))")
    }
    let before = store.attributes(of: path)
    for name in Set(before.keys).union(merged.attributes.keys)
      .sorted(by: { $0.lexicographicallyPrecedes($1) })
    where before[name] != merged.attributes[name] {
      let verb = merged.attributes[name] == nil ? "removed" : "set"
      words.append("attribute \(displayed(name)) \(verb)")
    }
    return words
  }

  /// The mtime of the library's version: the earliest of the finest that are known.
  func modified(of base: Base) -> Int64 {
    let own = replicas.compactMap { replica in
      base.fingerprint(in: replica.number).map {
        (replica.knownTraits?.step ?? 1, $0.modified)
      }
    }
    return own.min { $0 < $1 }?.1 ?? base.fingerprint.modified
  }
}

private func octal(_ mode: UInt32) -> String {
  let digits = String(mode & 0o777, radix: 8)
  return String(repeating: "0", count: 3 - digits.utf8.count) + digits
}
