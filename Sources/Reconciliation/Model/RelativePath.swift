/// The place of a document beneath its replica's root, as the bytes that the kernel uses.
///
/// Names on Linux are bytes, and `String` calls "é" composed and decomposed equal although they
/// are two files; so two paths are the same only if their bytes are. The root itself is the empty
/// path. A path never starts or ends with a slash and has no empty, `.` or `..` component, so
/// that nothing built from one can leave the root.
package struct RelativePath: Hashable, Comparable, Sendable {
  /// The components, joined by `/`.
  package let bytes: [UInt8]

  private init(unchecked bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The replica's root.
  package static let root = RelativePath(unchecked: [])

  /// Nil where the bytes are not a path beneath a root: absolute, with an empty, `.` or `..`
  /// component, or with a NUL.
  package init?(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else {
      self = .root
      return
    }
    for component in bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    where !Self.isName(component) {
      return nil
    }
    self.bytes = bytes
  }

  /// Nil as for bytes; the text is taken as UTF-8.
  package init?(_ text: String) {
    self.init(Array(text.utf8))
  }

  /// Whether the bytes can be one component.
  package static func isName(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.withContiguousStorageIfAvailable { isName($0) }
      ?? Array(bytes).withUnsafeBufferPointer { isName($0) }
  }

  private static func isName(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let dot = UInt8(ascii: ".")
    switch bytes.count {
    case 0: return false
    case 1 where bytes[0] == dot: return false
    case 2 where bytes[0] == dot && bytes[1] == dot: return false
    default:
      for byte in bytes where byte == 0 || byte == UInt8(ascii: "/") { return false }
      return true
    }
  }

  /// The child of this directory, or nil where `name` can't be a component.
  package func appending(_ name: some Collection<UInt8>) -> RelativePath? {
    appending(Array(name))
  }

  /// The same, for the caller that asks for each name of a directory.
  package func appending(_ name: [UInt8]) -> RelativePath? {
    guard name.withUnsafeBufferPointer({ Self.isName($0) }) else { return nil }
    if bytes.isEmpty { return RelativePath(unchecked: name) }
    let joined = [UInt8](unsafeUninitializedCapacity: bytes.count + 1 + name.count) {
      buffer, count in
      _ = buffer.update(fromContentsOf: bytes)
      buffer[bytes.count] = UInt8(ascii: "/")
      _ = buffer[(bytes.count + 1)...].update(fromContentsOf: name)
      count = bytes.count + 1 + name.count
    }
    return RelativePath(unchecked: joined)
  }

  package var isRoot: Bool { bytes.isEmpty }

  /// The last component; empty for the root.
  package var name: ArraySlice<UInt8> {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return bytes[...] }
    return bytes[(slash + 1)...]
  }

  /// The directory that holds it; the root's is the root.
  package var parent: RelativePath {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return .root }
    return RelativePath(unchecked: Array(bytes[..<slash]))
  }

  package var components: [ArraySlice<UInt8>] {
    bytes.isEmpty ? [] : bytes.split(separator: UInt8(ascii: "/"))
  }

  /// Whether it lies beneath `directory`, at any depth; nothing lies beneath itself.
  package func isBeneath(_ directory: RelativePath) -> Bool {
    if directory.isRoot { return !isRoot }
    return bytes.count > directory.bytes.count + 1
      && bytes[directory.bytes.count] == UInt8(ascii: "/")
      && bytes.starts(with: directory.bytes)
  }

  /// The same place after `directory` became `newDirectory`; itself where it isn't beneath.
  package func moved(from directory: RelativePath, to newDirectory: RelativePath) -> RelativePath {
    guard isBeneath(directory) else { return self }
    let tail = directory.isRoot ? bytes[...] : bytes[(directory.bytes.count + 1)...]
    if newDirectory.isRoot { return RelativePath(unchecked: Array(tail)) }
    return RelativePath(unchecked: newDirectory.bytes + [UInt8(ascii: "/")] + tail)
  }

  package static func < (left: RelativePath, right: RelativePath) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}

extension RelativePath {
  /// Takes all bytes at once: the array's own way, byte by byte, is several times slower.
  package func hash(into hasher: inout Hasher) {
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}

extension RelativePath: CustomStringConvertible {
  /// Harmless in a terminal and unambiguous: see `displayed(_:)`.
  package var description: String { displayed(bytes) }
}
