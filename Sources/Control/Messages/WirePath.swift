import FoundationEssentials

/// A path's bytes as the pair of fields that carries them: a text, and base64 where they are not
/// UTF-8.
///
/// JSON has no strings but Unicode ones and names on Linux are bytes; so a name that is UTF-8 goes
/// as it is, and any other as an escaped text for people beside its bytes for programs.
package struct WirePath: Hashable, Sendable {
  package let bytes: [UInt8]

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// A path that is text to begin with.
  package init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// Takes either field: the base64 wins where it is there. Nil where it isn't base64.
  package init?(text: String, base64: String?) {
    guard let base64 else {
      self.init(text)
      return
    }
    guard let decoded = Data(base64Encoded: base64) else { return nil }
    self.init(Array(decoded))
  }

  /// The name itself where it is UTF-8, else with every other byte written as `\xff` and every
  /// backslash doubled, for display.
  package var text: String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    return escaped
  }

  /// The bytes, only where `text` is not the name itself.
  package var base64: String? {
    String(validating: bytes, as: UTF8.self) == nil ? Data(bytes).base64EncodedString() : nil
  }

  private var escaped: String {
    var text = ""
    var rest = bytes[...]
    while let first = rest.first {
      let scalar = Self.leadingScalar(of: rest)
      rest = rest.dropFirst(scalar.map { UTF8.width($0) } ?? 1)
      switch scalar {
      case "\\": text += #"\\"#
      case .some(let scalar): text.unicodeScalars.append(scalar)
      case nil: text += #"\x"# + (first < 0x10 ? "0" : "") + String(first, radix: 16)
      }
    }
    return text
  }

  private static func leadingScalar(of bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return nil }
    return scalar
  }
}

/// What has a `path` field and, where needed, `pathBase64`.
package protocol PathCarrying {
  var path: String { get }
  var pathBase64: String? { get }
}

extension PathCarrying {
  /// The path's bytes; nil where the base64 isn't. A call whose base64 isn't is refused before a
  /// service sees it.
  package var wirePath: WirePath? { WirePath(text: path, base64: pathBase64) }
}
