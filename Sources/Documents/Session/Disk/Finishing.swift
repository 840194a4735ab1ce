import LinuxSystem

/// Makes a new version durable, and such that later changes to it can be told.
enum Finishing {
  /// The longest tick of the kernel's clock for files, in nanoseconds.
  private static let tick: Int64 = 10_000_000

  /// Flushes what was written for it, and gives each such file a time of its own: what another
  /// program writes has a time of the kernel's clock, which goes in steps, so the two can't be equal.
  /// Members that it shares with the version before are left alone. Throws `.cancelled` where the
  /// task is.
  static func finish(_ item: borrowing Descriptor) throws(SystemError) -> DiskVersion {
    let version = try DiskVersion.of(item)
    guard version.isPackage else {
      try finishFile(item)
      return try DiskVersion.of(item)
    }
    for (path, stamp) in version.members.sorted(by: { $0.key.count > $1.key.count }) {
      switch stamp.kind {
      case .file: try finishMember(item.openDocument(path))
      case .directory: try item.openDirectory(path).sync()
      case .symbolicLink, .special: break
      }
    }
    try item.sync()
    return try DiskVersion.of(item)
  }

  private static func finishMember(
    _ member: consuming Descriptor
  ) throws(SystemError) {
    if try member.status().links == 1 { try finishFile(member) }
  }

  private static func finishFile(_ file: borrowing Descriptor) throws(SystemError) {
    let now = wallClock()
    // An older time was set on purpose.
    if try file.status().modified > now - 100 * tick { try file.setModified(now) }
    try file.sync(passed: passUnlessCancelled)
  }
}
