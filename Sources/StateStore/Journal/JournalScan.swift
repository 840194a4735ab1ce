import Reconciliation

/// What a journal's bytes hold: its whole batches, and what is broken between them.
struct JournalScan {
  private(set) var header = FileHeader.Found.current
  /// Where the payloads of the whole batches are, in order.
  private(set) var batches: [Range<Int>] = []
  /// Bytes that are not part of a whole batch, though some may be behind them.
  private(set) var broken: [Range<Int>] = []
  /// Where the last whole batch ends.
  private(set) var end = 0
  /// Whether an append that a crash cut off lies behind the end, and nothing else does.
  private(set) var isTorn = false
  private(set) var sequence: UInt64 = 0

  init(_ bytes: [UInt8]) {
    guard bytes.count >= FileHeader.size || !Self.isCutHeader(bytes) else {
      isTorn = !bytes.isEmpty
      return
    }
    header = FileHeader.found(.journal, in: bytes)
    if case .newer = header { return }
    end = header == .current ? FileHeader.size : 0
    while let found = Self.next(bytes, from: end, after: sequence) {
      if found.start > end { broken.append(end..<found.start) }
      let payload =
        (found.start + Frame.size)..<(found.start + Frame.size + Int(found.frame.length))
      batches.append(payload)
      sequence = found.frame.sequence
      end = payload.upperBound
    }
    guard end < bytes.count else { return }
    isTorn = Self.isTorn(bytes, at: end)
    if !isTorn { broken.append(end..<bytes.count) }
  }

  /// Whether it has no damage, a torn end being none.
  var isWhole: Bool { header == .current && broken.isEmpty }

  private static func isCutHeader(_ bytes: [UInt8]) -> Bool {
    FileHeader.bytes(.journal).starts(with: bytes)
  }

  private static func next(
    _ bytes: [UInt8], from offset: Int, after sequence: UInt64
  ) -> (start: Int, frame: Frame)? {
    var start = offset
    while start <= bytes.count - Frame.size {
      if bytes[start] == Frame.marker[0], let frame = Frame(bytes, at: start),
        frame.sequence > sequence, isWhole(frame, bytes, at: start)
      {
        return (start, frame)
      }
      start += 1
    }
    return nil
  }

  private static func isWhole(_ frame: Frame, _ bytes: [UInt8], at start: Int) -> Bool {
    let payload = start + Frame.size
    guard Int(frame.length) <= bytes.count - payload else { return false }
    return Checksum.of(bytes[payload..<(payload + Int(frame.length))]) == frame.payloadCheck
  }

  /// An append that was cut off is the start of a frame, or a frame with too little behind it.
  private static func isTorn(_ bytes: [UInt8], at end: Int) -> Bool {
    let tail = bytes[end...]
    if tail.count < Frame.size {
      return tail.prefix(4).elementsEqual(Frame.marker.prefix(tail.count))
    }
    guard let frame = Frame(bytes, at: end) else { return false }
    return tail.count - Frame.size < Int(frame.length)
  }
}
