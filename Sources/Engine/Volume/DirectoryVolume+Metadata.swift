import LinuxSystem
package import Reconciliation

/// What an attribute of Collate's own begins with: it says something of one replica alone.
private let ownPrefix = Array("user.collate.".utf8)
private let userPrefix = Array("user.".utf8)

extension DirectoryVolume {
  package func attributes(_ path: RelativePath) throws(VolumeError) -> Attributes {
    guard !isOwn(path), !isMember(path), !path.isRoot else { return [:] }
    let name = path.name
    let directory = try directory(of: path)
    guard let directory else { return [:] }
    do throws(SystemError) {
      guard try directory.descriptor.status(of: Array(name)).kind == .file else { return [:] }
      return try directory.descriptor.openDocument(Array(name)).travellingAttributes()
    } catch {
      // It has gone meanwhile, which is told.
      if error.errno.isAbsence || error.errno == .noSuchDevice { return [:] }
      throw VolumeError(error, "read the attributes of", path)
    }
  }

  /// RACE: What a program writes at the same time stays, since no content is touched; a mode or an
  /// attribute that it sets between the look and the call is overwritten.
  package func setMetadata(
    _ path: RelativePath, _ change: MetadataChange, expecting fingerprint: Fingerprint
  ) throws(VolumeError) -> MetadataOutcome {
    guard !isOwn(path), !isMember(path), !path.isRoot else { return .superseded }
    let root = try openRoot()
    do throws(SystemError) {
      guard let place = try existingPlace(of: path, beneath: root) else { return .superseded }
      let isPackage = packages.contains(place.name)
      let named = try place.directory.status(of: place.name).kind
      let kind: FileStatus.Kind = isPackage && named == .directory ? .directory : .file
      switch try LockedFile.open(
        place.directory, place.name, .exclusive, kind: kind, attempts: Self.attempts)
      {
      case .absent: return .superseded
      case .otherKind: return .superseded
      case .overtaken: return .superseded
      case .locked(let holder): return .locked(by: holder)
      case .held(let file):
        guard
          file.status.mode == fingerprint.mode,
          kind == .directory || file.status.inode == fingerprint.inode
        else { return .superseded }
        try change.apply(to: file.descriptor, asAttributes: kind == .file)
        try file.descriptor.sync()
        return .set(try self.fingerprint(after: fingerprint, file, kind))
      }
    } catch {
      if error.errno.isAbsence { return .superseded }
      throw VolumeError(error, "set the mode or the attributes of", path)
    }
  }

  /// What stands there now is known by its stamps only if all else is as it was.
  private func fingerprint(
    after expected: Fingerprint, _ file: borrowing LockedFile, _ kind: FileStatus.Kind
  ) throws(SystemError) -> Fingerprint {
    let now =
      kind == .directory
      ? try PackageWalk(file.descriptor).stamp.fingerprint
      : fingerprint(of: try file.descriptor.status())
    let isSame =
      kind == .file && Fingerprint(file.status) == expected && now.isSameContent(as: expected)
    return isSame ? now : now.distrusted
  }

  package func metadataTraits() throws(VolumeError) -> MetadataTraits {
    let root = try openRoot()
    do throws(SystemError) {
      let directory = try root.openDirectory([])
      var traits = MetadataTraits.linux
      switch try directory.fileSystemStatus().type {
      case .fat: return .vfat
      case .exfat: return .exfat
      case .ext, .btrfs, .xfs, .tmpfs, .overlay: break
      default: traits = try probedTraits(of: directory, beneath: root) ?? traits
      }
      traits.holdsAttributes = try directory.canHoldAttributes()
      return traits
    } catch {
      throw VolumeError(error, "look at", .root)
    }
  }

  /// Tries it on a file of our own; nil where none can be made.
  private func probedTraits(
    of directory: borrowing Descriptor, beneath root: borrowing Descriptor
  ) throws(SystemError) -> MetadataTraits? {
    do throws(SystemError) {
      let side = try side(for: 0, in: directory, at: .root, beneath: root)
      guard side.kind != .beside else { return nil }
      let name = Probe.names[0]
      try side.staging.removeTree(name)
      let file = try side.staging.open(beneath: name, [.writeOnly, .create, .exclusive])
      let traits = Result { () throws(SystemError) in try MetadataTraits(probing: file) }
      try side.staging.removeTree(name)
      var found = try traits.get()
      found.holdsLinks = try side.staging.canHoldLinks(probing: name)
      return found
    } catch {
      switch error.errno {
      case .accessDenied, .notPermitted, .readOnly, .noSpace, .quota: return nil
      default: throw error
      }
    }
  }
}

extension MetadataTraits {
  /// Finds out what a file that is open for writing and nobody else's can be given.
  init(probing file: borrowing Descriptor) throws(SystemError) {
    var bits: UInt32 = 0o777
    for mode in [0o751, 0o426] as [UInt32] {
      do throws(SystemError) {
        try file.setMode(mode)
      } catch {
        guard error.errno == .notPermitted || error.errno.isLack else { throw error }
      }
      bits &= ~(try file.status().mode ^ mode)
    }
    let moment: Int64 = 1_000_000_001_234_567_891
    try file.setModified(moment)
    let kept = try file.status().modified
    let steps: [Int64] = [1, 100, 1_000, 1_000_000, 10_000_000, 1_000_000_000]
    let step = steps.first { moment - moment % $0 == kept } ?? 2_000_000_000
    self.init(modeBits: bits, step: step, holdsAttributes: true)
  }
}

extension MetadataChange {
  /// File systems without modes refuse to set one, and some attributes are too large for some:
  /// what can't be held there is not set.
  fileprivate func apply(
    to file: borrowing Descriptor, asAttributes: Bool
  ) throws(SystemError) {
    if let mode {
      do throws(SystemError) {
        try file.setMode(mode)
      } catch {
        guard error.errno == .notPermitted || error.errno.isLack else { throw error }
      }
    }
    if asAttributes { try file.setTravellingAttributes(attributes) }
  }
}

extension Descriptor {
  /// Tries it in this directory, under a name that is free.
  fileprivate func canHoldLinks(probing name: [UInt8]) throws(SystemError) -> Bool {
    do throws(SystemError) {
      try makeSymbolicLink(name, to: Array("nowhere".utf8))
    } catch {
      guard error.errno == .notPermitted || error.errno.isLack else { throw error }
      return false
    }
    try removeFile(name)
    return true
  }

  fileprivate func canHoldAttributes() throws(SystemError) -> Bool {
    do throws(SystemError) {
      _ = try attribute(ownPrefix + Array("replica".utf8))
      return true
    } catch {
      guard error.errno == .notSupported else { throw error }
      return false
    }
  }

  /// Its user xattrs but for Collate's own.
  func travellingAttributes() throws(SystemError) -> Attributes {
    do throws(SystemError) {
      var found: Attributes = [:]
      for name in try attributeNames()
      where name.starts(with: userPrefix) && !name.starts(with: ownPrefix) {
        found[name] = try attribute(name)
      }
      return found
    } catch {
      guard error.errno == .notSupported else { throw error }
      return [:]
    }
  }

  /// Sets those with a value, removes the others; passes over what can't be held here.
  func setTravellingAttributes(_ attributes: [[UInt8]: [UInt8]?]) throws(SystemError) {
    for (name, value) in attributes.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) })
    where name.starts(with: userPrefix) && !name.starts(with: ownPrefix) {
      do throws(SystemError) {
        if let value {
          try setAttribute(name, to: value)
        } else {
          try removeAttribute(name)
        }
      } catch {
        switch error.errno {
        case .notSupported, .notPermitted, .noSpace, .outOfRange, .tooLong, .quota: continue
        default: throw error
        }
      }
    }
  }
}
