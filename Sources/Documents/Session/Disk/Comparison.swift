import LinuxSystem

/// Compares what lies under two names, byte for byte. Throws `.cancelled` where the task is.
enum Comparison {
  private static let part = 1 << 18

  /// Whether both are files with the same content, or directories with the same members. Times and
  /// modes don't count.
  static func isSame(
    _ directory: borrowing Descriptor, _ name: [UInt8], _ other: borrowing Descriptor,
    _ otherName: [UInt8]
  ) throws(SystemError) -> Bool {
    let status = try directory.status(of: name)
    let otherStatus = try other.status(of: otherName)
    if status.isSameFile(as: otherStatus) { return true }
    guard status.kind == otherStatus.kind else { return false }
    switch status.kind {
    case .file:
      guard status.size == otherStatus.size else { return false }
      return try hasSameContent(
        try directory.openDocument(name), try other.openDocument(otherName))
    case .directory:
      return try hasSameMembers(
        try directory.openDirectory(name), try other.openDirectory(otherName))
    case .symbolicLink:
      return try directory.readSymbolicLink(name) == other.readSymbolicLink(otherName)
    case .special: return false
    }
  }

  static func hasSameContent(
    _ file: borrowing Descriptor, _ other: borrowing Descriptor
  ) throws(SystemError) -> Bool {
    var offset: Int64 = 0
    while true {
      let bytes = try file.read(at: offset, count: part)
      guard try other.read(at: offset, count: part) == bytes else { return false }
      if bytes.count < part { return true }
      try passUnlessCancelled(bytes.count)
      offset += Int64(bytes.count)
    }
  }

  private static func hasSameMembers(
    _ directory: borrowing Descriptor, _ other: borrowing Descriptor
  ) throws(SystemError) -> Bool {
    let names = Set(try directory.list().map(\.name))
    guard names == Set(try other.list().map(\.name)) else { return false }
    for name in names.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      guard try isSame(directory, name, other, name) else { return false }
    }
    return true
  }
}
