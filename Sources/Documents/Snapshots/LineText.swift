public import FoundationEssentials
import Reconciliation

/// A text that is compared and joined line by line, as it stands in a file.
///
/// UTF-8, UTF-16 with a byte order mark, or lines of bytes in another encoding. What isn't edited
/// stays as it is byte for byte: byte order mark, line breaks, a missing last one.
public struct LineText: Hashable, Sendable {
  let bytes: [UInt8]
  let encoding: TextEncoding

  /// Any bytes at all; what is no text is compared as bytes and never joined.
  init(bytes: [UInt8]) {
    self.bytes = bytes
    encoding = TextEncoding(of: bytes)
  }

  /// A text in UTF-8.
  public init(_ string: String = "") {
    self.init(bytes: Array(string.utf8))
  }

  /// A text in the encoding of another, with a byte order mark where that has one: what an edit
  /// makes of it. Throws where that encoding lacks one of the characters.
  public init(_ string: String, encodedLike other: LineText) throws(UnreadableContent) {
    if string == other.string {
      self = other
    } else {
      self.init(bytes: try other.encoding.encode(string, hasMark: other.hasUTF8Mark))
    }
  }

  /// The text's characters, without a byte order mark. An encoding other than Unicode's is taken to
  /// be Latin-1, in which every byte is a character.
  public var string: String { encoding.decode(bytes) }

  private var hasUTF8Mark: Bool { bytes.starts(with: TextEncoding.utf8Mark) }
}

extension LineText: ContentSnapshot {
  /// Reads a text. Throws where the content is none, which a zero byte tells.
  public init(content: Data, contentType: UTType = .plainText) throws {
    self.init(bytes: Array(content))
    if case .notText(let reason) = encoding { throw UnreadableContent(reason: reason) }
  }

  /// The bytes as they were read.
  public func content(contentType: UTType = .plainText) -> Data { Data(bytes) }

  /// "3 lines added, 1 removed".
  public func changes(since previous: LineText) -> [String] {
    if bytes == previous.bytes { return [] }
    if case .notText = encoding { return bytesInWords(old: previous.bytes, new: bytes) }
    if case .notText = previous.encoding { return bytesInWords(old: previous.bytes, new: bytes) }
    let lines = changesInWords(old: previous.bytes, new: bytes)
    guard previous.encoding.fits(encoding) else {
      return ["from \(previous.encoding.name) to \(encoding.name)"] + lines
    }
    return lines
  }

  /// Joins two texts where they were changed in different lines.
  public static func merging(
    base: LineText?, ours: LineText, theirs: LineText
  ) -> SnapshotMerge<LineText> {
    if ours == theirs { return .merged(ours) }
    guard let base else { return .conflict(reason: "both were created, with different content") }
    let encodings = [base.encoding, ours.encoding, theirs.encoding]
    if encodings.contains(where: { if case .notText = $0 { true } else { false } }) {
      return .conflict(reason: "both changed, and a version is no text")
    }
    guard base.encoding.fits(ours.encoding), base.encoding.fits(theirs.encoding),
      ours.encoding.fits(theirs.encoding)
    else {
      return .conflict(
        reason: "their encodings differ: \(ours.encoding.name) and \(theirs.encoding.name)")
    }
    switch mergeLines(base: base.bytes, ours: ours.bytes, theirs: theirs.bytes) {
    case .conflict(let reason): return .conflict(reason: reason)
    case .merged(let content): return .merged(LineText(bytes: content))
    }
  }
}
