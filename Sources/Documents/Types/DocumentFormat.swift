/// Reads and writes the snapshots of one kind of document. A new kind is one of these and a
/// snapshot that can be merged.
protocol DocumentFormat: Sendable {
  associatedtype Snapshot: MergeableSnapshot

  func read(_ content: [UInt8]) throws(UnreadableContent) -> Snapshot

  /// The content that `read` makes this snapshot of.
  func write(_ snapshot: Snapshot) throws(UnreadableContent) -> [UInt8]

  /// As `read`, where only the verdict counts; a format with a cheaper way has its own.
  func inspect(_ content: [UInt8]) -> Inspection

  /// What is worth saying of a readable content in a status: "not UTF-8 from byte 34 on".
  func remark(on content: [UInt8]) -> String?

  /// Why a version that can be read looks half written all the same, beside the one before.
  func suspicion(previous: [UInt8], new: [UInt8]) -> String?

  /// How many zero bytes at the end of a version look like a write that was cut off.
  var suspiciousZeroes: Int { get }
}

extension DocumentFormat {
  func inspect(_ content: [UInt8]) -> Inspection {
    do {
      _ = try read(content)
      return .readable
    } catch {
      return .unreadable(reason: error.reason)
    }
  }

  func remark(on content: [UInt8]) -> String? { nil }

  func suspicion(previous: [UInt8], new: [UInt8]) -> String? { nil }

  var suspiciousZeroes: Int { 1 }
}
