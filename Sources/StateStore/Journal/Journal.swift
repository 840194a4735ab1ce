import Reconciliation

/// The append-only file that says everything but the contents themselves.
///
/// Where an append fails, what it left is cut off again before anything else is appended.
struct Journal {
  static let name = "journal"

  private let disk: any StateDisk
  /// Where the last whole batch ends; 0 for a file that has no header yet.
  private(set) var end: Int64
  private(set) var sequence: UInt64
  /// How long the picture at its front is: what lies behind it is what compaction can win.
  private(set) var pictureEnd: Int64 = 0
  /// Whether bytes of a failed append may lie behind the end.
  private var hasRest: Bool
  /// Whether the whole file has to be written again before anything else, since a replacement may
  /// have been done although it failed.
  private(set) var isDoubtful = false
  private var isSynced: Bool

  init(disk: any StateDisk, end: Int64, sequence: UInt64, pictureEnd: Int64, hasRest: Bool) {
    self.disk = disk
    self.end = end
    self.sequence = sequence
    self.pictureEnd = pictureEnd
    self.hasRest = hasRest
    // A process that was killed may have left it unsynced.
    isSynced = end == 0
  }

  mutating func append(_ payload: [UInt8]) throws(StateDiskError) {
    if hasRest { try cutRest() }
    var bytes = end == 0 ? FileHeader.bytes(.journal) : []
    let frame = Frame(payload, sequence: sequence + 1)
    bytes.reserveCapacity(bytes.count + Frame.size + payload.count)
    bytes += frame.bytes
    bytes += payload
    do {
      try disk.append(bytes, to: Self.name)
    } catch {
      hasRest = true
      // Tried again before the next append, should it fail now.
      try? cutRest()
      throw error
    }
    isSynced = false
    end += Int64(bytes.count)
    sequence += 1
  }

  /// Writes the journal anew from a picture of the state.
  mutating func replace(with picture: [[UInt8]]) throws(StateDiskError) {
    var bytes = FileHeader.bytes(.journal)
    bytes.reserveCapacity(picture.reduce(bytes.count) { $0 + $1.count + Frame.size })
    var number = sequence
    for payload in picture {
      number += 1
      bytes += Frame(payload, sequence: number).bytes
      bytes += payload
    }
    do {
      try disk.replace(Self.name, with: bytes)
    } catch {
      // Usually the old file stands as it was. Should the new one stand there, nothing may be
      // appended before it is known to be whole.
      let found = try? disk.size(Self.name)
      if found != .some(end) { isDoubtful = true }
      throw error
    }
    sequence = number
    end = Int64(bytes.count)
    pictureEnd = end
    hasRest = false
    isDoubtful = false
    isSynced = false
  }

  mutating func sync() throws(StateDiskError) {
    guard !isSynced else { return }
    if hasRest { try cutRest() }
    try disk.sync(Self.name)
    isSynced = true
  }

  private mutating func cutRest() throws(StateDiskError) {
    if try disk.size(Self.name) ?? 0 > end { try disk.truncate(Self.name, to: end) }
    hasRest = false
  }
}
