import Reconciliation

/// Reads a segment from its start to its end and checks every content in it.
struct SegmentScan {
  private(set) var header = FileHeader.Found.current
  /// Where the last whole record ends.
  private(set) var end: Int64 = 0
  /// Bytes that are not part of a whole record.
  private(set) var broken: [Range<Int64>] = []
  /// Whether an append that a crash cut off lies behind the end, and nothing else does.
  private(set) var isTorn = false

  private static let windowSize = 1 << 20

  private let disk: any StateDisk
  private let name: String
  private let size: Int64
  private var window: [UInt8] = []
  private var windowStart: Int64 = 0

  /// Gives `body` each whole record with its offset and the bytes that hold its content; from an
  /// offset on where what stands before it is known.
  init(
    _ number: UInt32, on disk: any StateDisk, from start: Int64 = 0,
    _ body: (SegmentRecord, Int64, ArraySlice<UInt8>) throws(StateDiskError) -> Void
  ) throws(StateDiskError) {
    self.disk = disk
    name = StateFileName.segment(number).text
    size = try disk.size(name) ?? 0
    let front = try disk.read(name, from: 0, count: FileHeader.size) ?? []
    guard front.count >= FileHeader.size || !FileHeader.bytes(.segment).starts(with: front) else {
      isTorn = !front.isEmpty
      return
    }
    header = FileHeader.found(.segment, in: front)
    if case .newer = header { return }
    end = max(start, header == .current ? Int64(FileHeader.size) : 0)
    try readRecords(body)
  }

  var isWhole: Bool { header == .current && broken.isEmpty }

  private mutating func readRecords(
    _ body: (SegmentRecord, Int64, ArraySlice<UInt8>) throws(StateDiskError) -> Void
  ) throws(StateDiskError) {
    var position = end
    var record = try header(at: position)
    while position < size {
      if let found = record, let content = try content(of: found, at: position) {
        if position > end { broken.append(end..<position) }
        try body(found, position, content)
        end = position + Int64(found.size)
        position = end
      } else {
        position += 1
        try skipToMarker(&position)
      }
      record = try header(at: position)
    }
    guard end < size else { return }
    isTorn = try isTorn(at: end)
    if !isTorn { broken.append(end..<size) }
  }

  private mutating func load(_ position: Int64, _ count: Int) throws(StateDiskError) {
    if position >= windowStart, position + Int64(count) <= windowStart + Int64(window.count) {
      return
    }
    window = try disk.read(name, from: position, count: max(count, Self.windowSize)) ?? []
    windowStart = position
  }

  private mutating func header(at position: Int64) throws(StateDiskError) -> SegmentRecord? {
    guard position + Int64(SegmentRecord.headerSize) <= size else { return nil }
    try load(position, SegmentRecord.headerSize)
    return SegmentRecord(window, at: Int(position - windowStart))
  }

  private mutating func content(
    of record: SegmentRecord, at position: Int64
  ) throws(StateDiskError) -> ArraySlice<UInt8>? {
    guard position + Int64(record.size) <= size else { return nil }
    try load(position, record.size)
    let start = Int(position - windowStart)
    guard window.count - start >= record.size else { return nil }
    let content = window[(start + SegmentRecord.headerSize)..<(start + record.size)]
    return SHA256.digest(content) == record.digest ? content : nil
  }

  /// Moves on to where a record may start, so that what follows a broken one is found.
  private mutating func skipToMarker(_ position: inout Int64) throws(StateDiskError) {
    while position < size {
      try load(position, 1)
      let start = Int(position - windowStart)
      guard start < window.count else {
        position = size
        return
      }
      if let index = window[start...].firstIndex(of: SegmentRecord.marker[0]) {
        position = windowStart + Int64(index)
        return
      }
      position = windowStart + Int64(window.count)
    }
  }

  private mutating func isTorn(at end: Int64) throws(StateDiskError) -> Bool {
    if let record = try header(at: end) { return end + Int64(record.size) > size }
    guard size - end < Int64(SegmentRecord.headerSize) else { return false }
    let tail = try disk.read(name, from: end, count: SegmentRecord.headerSize) ?? []
    return tail.prefix(4).elementsEqual(SegmentRecord.marker.prefix(tail.count))
  }
}
