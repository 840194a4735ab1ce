/// Plain text, Markdown, and everything else that is read and joined line by line.
///
/// UTF-8, UTF-16 with a byte order mark, and lines of bytes in any other encoding; never repaired.
/// A zero byte says that it is no text. An empty text is one.
struct TextFormat: DocumentFormat {
  func read(_ content: [UInt8]) throws(UnreadableContent) -> LineText {
    let snapshot = LineText(bytes: content)
    if case .notText(let reason) = snapshot.encoding { throw UnreadableContent(reason: reason) }
    return snapshot
  }

  func write(_ snapshot: LineText) -> [UInt8] { snapshot.bytes }

  func remark(on content: [UInt8]) -> String? {
    guard case .lines(let offset) = TextEncoding(of: content) else { return nil }
    return "not UTF-8 " + place(of: offset, in: content) + "; kept byte for byte"
  }
}

/// What no name tells the type of: joined line by line where every version is UTF-8 without control
/// characters, and bytes otherwise.
///
/// It goes by the content and not by what the system's MIME database says of the name, since that
/// is another on another machine, and two machines have to make the same of the same versions.
struct UnknownFormat: DocumentFormat {
  func read(_ content: [UInt8]) throws(UnreadableContent) -> UnknownSnapshot {
    UnknownSnapshot(text: LineText(bytes: content))
  }

  func write(_ snapshot: UnknownSnapshot) -> [UInt8] { snapshot.text.bytes }

  var suspiciousZeroes: Int { 512 }
}

/// A content of which only the bytes are known.
struct UnknownSnapshot: MergeableSnapshot {
  let text: LineText

  func changes(since previous: UnknownSnapshot) -> [String] {
    isText && previous.isText
      ? text.changes(since: previous.text)
      : OpaqueSnapshot(bytes: text.bytes)
        .changes(since: OpaqueSnapshot(bytes: previous.text.bytes))
  }

  static func merging(
    base: UnknownSnapshot?, ours: UnknownSnapshot, theirs: UnknownSnapshot
  ) -> SnapshotMerge<UnknownSnapshot> {
    guard ours.isText, theirs.isText, base?.isText ?? true else {
      return .conflict(reason: "both changed, and what they are is not known")
    }
    switch LineText.merging(base: base?.text, ours: ours.text, theirs: theirs.text) {
    case .merged(let text): return .merged(UnknownSnapshot(text: text))
    case .conflict(let reason): return .conflict(reason: reason)
    }
  }

  private var isText: Bool {
    switch text.encoding {
    case .ascii, .utf8:
      !text.bytes.contains { $0 < 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0C && $0 != 0x0D }
    case .utf16: true
    case .lines, .notText: false
    }
  }
}
