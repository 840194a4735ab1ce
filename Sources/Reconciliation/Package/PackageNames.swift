/// Which names make a directory a package: one document, whatever it holds.
///
/// By the extension alone, and never by the system's MIME database, so that two machines agree
/// about what is one document. Where packages lie in one another, the outermost is the document.
package struct PackageNames: Sendable {
  private var extensions: Set<[UInt8]> = []
  private var longest = 0

  /// - Parameter extensions: in lower case, without the dot.
  package init(extensions: Set<[UInt8]>) {
    insert(extensions: extensions)
  }

  /// Has more names be packages'.
  package mutating func insert(extensions more: some Sequence<[UInt8]>) {
    extensions.formUnion(more)
    longest = extensions.map(\.count).max() ?? 0
  }

  /// Whether a directory with this name is a package.
  package func contains(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    guard let dot = name.suffix(longest + 1).lastIndex(of: UInt8(ascii: ".")),
      dot != name.startIndex
    else { return false }
    let ending = name[name.index(after: dot)...].map { byte in
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
    return extensions.contains(ending)
  }

  /// The package that a path lies in: the outermost directory above it with such a name; nil where
  /// there is none. By the names alone: nothing lies beneath a file.
  package func package(holding path: RelativePath) -> RelativePath? {
    let bytes = path.bytes
    var start = 0
    while let slash = bytes[start...].firstIndex(of: UInt8(ascii: "/")) {
      if contains(bytes[start..<slash]) { return RelativePath(Array(bytes[..<slash])) }
      start = slash + 1
    }
    return nil
  }
}
