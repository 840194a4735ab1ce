import LinuxSystem
import Reconciliation

/// What came of reading an open package.
enum PackageReading {
  /// Its archive, unchanged while it was read, and what it was like meanwhile.
  case content([UInt8], PackageWalk)
  case tooLarge(PackageWalk)
  case beingWritten(PackageWalk)
  case unsteady
  /// Something in it can't be a part of a package; what.
  case obstructed(String)

  /// Reads all members. At most `limit` bytes are read; with `evenIfOpen` also of members that a
  /// program has open for writing.
  init(
    _ package: borrowing Descriptor, limit: Int, evenIfOpen: Bool
  ) throws(SystemError) {
    do throws(SystemError) {
      let walk = try PackageWalk(package)
      if let obstacle = walk.obstacle {
        self = .obstructed(obstacle)
      } else if evenIfOpen ? false : try walk.isOpenForWriting(package) {
        self = .beingWritten(walk)
      } else if walk.stamp.fingerprint.size > limit {
        self = .tooLarge(walk)
      } else if let bytes = try walk.archive(of: package),
        try walk.isUnchanged(package)
      {
        // One who opened a member since, and wrote what was read already, has moved its stamp.
        self = .content(bytes, walk)
      } else {
        self = .unsteady
      }
    } catch {
      // A member, or its directory, has gone or become something else.
      guard error.errno.isAbsence else { throw error }
      self = .unsteady
    }
  }
}

extension PackageWalk {
  /// Whether a program has a member open for writing, as far as that can be told.
  func isOpenForWriting(_ package: borrowing Descriptor) throws(SystemError) -> Bool {
    for member in members where member.status.kind == .file {
      if try package.openDocument(member.path.bytes).isOpenForWriting() == true { return true }
    }
    return false
  }

  /// Whether another walk finds the same.
  func isUnchanged(_ package: borrowing Descriptor) throws(SystemError) -> Bool {
    let now = try PackageWalk(package)
    return now.obstacle == nil && now.stamp.isSameMembers(as: stamp)
  }

  /// The archive of what was found; nil where a member is another by now.
  func archive(of package: borrowing Descriptor) throws(SystemError) -> [UInt8]? {
    var bytes = PackageArchive.preamble(memberCount: members.count)
    bytes.reserveCapacity(Int(clamping: stamp.fingerprint.size))
    for member in members {
      bytes += member.header
      guard let held = try held(by: member, in: package) else { return nil }
      bytes += held
    }
    return bytes
  }

  private func held(
    by member: Found, in package: borrowing Descriptor
  ) throws(SystemError) -> [UInt8]? {
    switch member.status.kind {
    case .directory, .special: return []
    case .symbolicLink:
      let place = try package.place(of: member.path.bytes)
      let target = try place.directory.readSymbolicLink(place.name)
      return target.count == member.status.size ? target : nil
    case .file:
      let file = try package.openDocument(member.path.bytes)
      guard try file.status().isSameFile(as: member.status) else { return nil }
      let size = Int(clamping: member.status.size)
      let content = try file.readAll(limit: size, expected: member.status.size)
      return content?.count == size ? content : nil
    }
  }

  /// A part of the archive; nil where a member is another by now.
  func slice(
    of package: borrowing Descriptor, offset: Int64, count: Int
  ) throws(SystemError) -> [UInt8]? {
    let wanted = offset..<(offset + Int64(count))
    var bytes: [UInt8] = []
    var position: Int64 = 0
    func add(_ part: [UInt8]) {
      let range = wanted.clamped(to: position..<(position + Int64(part.count)))
      bytes += part[Int(range.lowerBound - position)..<Int(range.upperBound - position)]
      position += Int64(part.count)
    }
    add(PackageArchive.preamble(memberCount: members.count))
    for member in members where position < wanted.upperBound {
      add(member.header)
      guard member.status.kind == .file else {
        guard let held = try held(by: member, in: package) else { return nil }
        add(held)
        continue
      }
      let range = wanted.clamped(to: position..<(position + member.status.size))
      if !range.isEmpty {
        let file = try package.openDocument(member.path.bytes)
        guard try file.status().isSameFile(as: member.status) else { return nil }
        let part = try file.read(at: range.lowerBound - position, count: range.count)
        guard part.count == range.count else { return nil }
        bytes += part
      }
      position += member.status.size
    }
    return bytes
  }
}

extension PackageWalk.Found {
  /// How its archive says what it is.
  fileprivate var header: [UInt8] {
    let (kind, size): (PackageArchive.Kind, Int64) =
      switch status.kind {
      case .directory, .special: (.directory, 0)
      case .file: (status.mode & 0o100 == 0 ? .file : .executable, status.size)
      case .symbolicLink: (.symbolicLink, status.size)
      }
    return PackageArchive.header(path: path, kind: kind, size: size)
  }
}
