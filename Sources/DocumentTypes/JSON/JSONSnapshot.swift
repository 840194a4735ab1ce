import Documents
import Reconciliation

/// A JSON document: its bytes, which have been read once and are JSON.
///
/// No value is converted and none written anew, so that numbers, key order, repeated keys and
/// layout stay as they were typed.
struct JSONSnapshot: MergeableSnapshot, Equatable {
  let bytes: [UInt8]

  /// Looking at each value costs some thirty bytes a value: larger documents are compared as bytes.
  private static let sizeLimit = 8 << 20

  init(_ content: [UInt8]) throws(JSONProblem) {
    try JSONScanner.check(content)
    bytes = content
  }

  func changes(since previous: JSONSnapshot) -> [String] {
    if bytes == previous.bytes { return [] }
    do {
      guard max(bytes.count, previous.bytes.count) <= Self.sizeLimit else {
        return bytesInWords(old: previous.bytes, new: bytes)
      }
      return JSONChanges.inWords(from: try JSONTree(previous.bytes), to: try JSONTree(bytes))
    } catch {
      // A snapshot's bytes have been checked, so that this doesn't come about.
      return bytesInWords(old: previous.bytes, new: bytes)
    }
  }

  /// By lines, as git does, and then only what is JSON and repeats no key that no side repeated.
  static func merging(
    base: JSONSnapshot?, ours: JSONSnapshot, theirs: JSONSnapshot
  ) -> SnapshotMerge<JSONSnapshot> {
    if ours == theirs { return .merged(ours) }
    guard let base else { return .conflict(reason: "both were created, with different content") }
    switch mergeLines(base: base.bytes, ours: ours.bytes, theirs: theirs.bytes) {
    case .conflict(let reason): return .conflict(reason: reason)
    case .merged(let content):
      do {
        let merged = try JSONSnapshot(content)
        let repeated = max(try ours.repeatedKeys(), try theirs.repeatedKeys())
        guard try merged.repeatedKeys() <= repeated else {
          return .conflict(reason: "both added the same key")
        }
        return .merged(merged)
      } catch {
        return .conflict(
          reason: "joined by lines, they would be no JSON: " + error.reason(in: content))
      }
    }
  }

  private func repeatedKeys() throws(JSONProblem) -> Int {
    bytes.count <= Self.sizeLimit ? try JSONTree(bytes).repeatedKeys() : 0
  }
}
