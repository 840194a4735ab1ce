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

  /// By lines, as git does, where the result is JSON and repeats no key that no side repeated; else
  /// by keys.
  static func merging(
    base: JSONSnapshot?, ours: JSONSnapshot, theirs: JSONSnapshot
  ) -> SnapshotMerge<JSONSnapshot> {
    if ours == theirs { return .merged(ours) }
    guard let base else { return .conflict(reason: "both were created, with different content") }
    if case .merged(let content) = mergeLines(
      base: base.bytes, ours: ours.bytes, theirs: theirs.bytes),
      let snapshot = checked(content, against: [ours, theirs])
    {
      return .merged(snapshot)
    }
    guard [base, ours, theirs].allSatisfy({ $0.bytes.count <= JSONMerge.sizeLimit }) else {
      return .conflict(reason: "both changed the same lines")
    }
    do {
      let content = try JSONMerge.merge(
        base: JSONTree(base.bytes), ours: JSONTree(ours.bytes), theirs: JSONTree(theirs.bytes))
      return .merged(try JSONSnapshot(content))
    } catch let refusal as JSONMerge.Refusal {
      return .conflict(reason: refusal.reason)
    } catch {
      return .conflict(reason: "joined by keys, they would be no JSON")
    }
  }

  /// Nil where it is no JSON, or repeats more keys than the sides that it was joined from.
  private static func checked(_ content: [UInt8], against sides: [JSONSnapshot]) -> JSONSnapshot? {
    do {
      let merged = try JSONSnapshot(content)
      let allowed = try sides.map { try $0.repeatedKeys() }.max() ?? 0
      return try merged.repeatedKeys() <= allowed ? merged : nil
    } catch {
      return nil
    }
  }

  private func repeatedKeys() throws(JSONProblem) -> Int {
    bytes.count <= Self.sizeLimit ? try JSONTree(bytes).repeatedKeys() : 0
  }
}
