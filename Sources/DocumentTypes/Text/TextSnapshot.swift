import Documents
import Reconciliation

/// A text: its bytes, and how they stand for characters.
struct TextSnapshot: MergeableSnapshot, Equatable {
  let bytes: [UInt8]
  let encoding: TextEncoding

  init(bytes: [UInt8]) {
    self.bytes = bytes
    encoding = TextEncoding(of: bytes)
  }

  func changes(since previous: TextSnapshot) -> [String] {
    if bytes == previous.bytes { return [] }
    if case .notText = encoding { return bytesInWords(old: previous.bytes, new: bytes) }
    if case .notText = previous.encoding { return bytesInWords(old: previous.bytes, new: bytes) }
    let lines = changesInWords(old: previous.bytes, new: bytes)
    guard previous.encoding.fits(encoding) else {
      return ["from \(previous.encoding.name) to \(encoding.name)"] + lines
    }
    return lines
  }

  static func merging(
    base: TextSnapshot?, ours: TextSnapshot, theirs: TextSnapshot
  ) -> SnapshotMerge<TextSnapshot> {
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
    case .merged(let content): return .merged(TextSnapshot(bytes: content))
    }
  }
}
