package import FoundationEssentials

/// Where a document lies, as bytes: a path is no text on Linux.
struct DocumentPath: Hashable, Sendable {
  /// From the root; no symbolic link, `.` or `..` leads there.
  var bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  init(directory: [UInt8], name: [UInt8]) {
    bytes = (directory == [UInt8(ascii: "/")] ? [] : directory) + [UInt8(ascii: "/")] + name
  }

  /// Up to the last slash.
  var directory: [UInt8] {
    let slash = bytes.lastIndex(of: UInt8(ascii: "/")) ?? 0
    return slash == 0 ? [UInt8(ascii: "/")] : Array(bytes[..<slash])
  }

  /// The same for a path that leads through no symbolic link.
  var filePlace: FilePlace { FilePlace(resolvedDirectory: directory, name: name) }

  /// Behind the last slash.
  var name: [UInt8] {
    Array(bytes[(bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)...])
  }

  /// As Foundation has it.
  var url: URL {
    if let text = String(validating: bytes, as: UTF8.self) { return URL(filePath: text) }
    // Only escaped does a URL carry bytes that are no text.
    let escaped = bytes.map { byte in
      isPlain(byte)
        ? String(UnicodeScalar(byte)) : "%" + String(Int(byte) + 0x100, radix: 16).dropFirst()
    }
    return URL(string: "file://" + escaped.joined())
      ?? URL(filePath: String(decoding: bytes, as: UTF8.self))
  }

  init(_ url: URL) {
    var path = pathBytes(of: url) ?? []
    // Of a directory it ends with a slash.
    while path.count > 1, path.last == UInt8(ascii: "/") { path.removeLast() }
    bytes = path
  }
}

/// The URL of a path, whatever its bytes are, and the same as `pathBytes(of:)` takes apart.
package func fileURL(ofPath path: [UInt8]) -> URL { DocumentPath(path).url }

/// Whether a byte stands for itself in a URL's path.
private func isPlain(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "/"), UInt8(ascii: "."),
    UInt8(ascii: "-"), UInt8(ascii: "_"):
    true
  default: false
  }
}
