import Reconciliation

/// The newest events, in memory as they are on disk: fifty thousand take a few megabytes.
struct EventLog {
  private struct Chunk {
    var starts: [UInt32] = []
    var bytes: [UInt8] = []
    var last: UInt64 = 0
    /// How many at its front are not kept any more.
    var dropped = 0

    var count: Int { starts.count - dropped }

    func range(_ index: Int) -> Range<Int> {
      let end = index + 1 < starts.count ? Int(starts[index + 1]) : bytes.count
      return Int(starts[index])..<end
    }

    func number(_ index: Int) -> UInt64 {
      var reader = ByteReader(bytes, range(index))
      return reader.u64() ?? 0
    }
  }

  /// Events to a chunk: a chunk's memory is given back as a whole.
  private static let chunkCount = 512

  private let limit: Int
  private let byteLimit: Int
  private var chunks: [Chunk] = []
  private(set) var count = 0
  private var byteCount = 0
  /// The number of the newest there ever was, kept or not.
  private(set) var last: UInt64 = 0

  init(limit: Int, byteLimit: Int) {
    self.limit = limit
    self.byteLimit = byteLimit
  }

  /// The number of the oldest that is kept; 0 where none is.
  var first: UInt64 {
    guard let chunk = chunks.first else { return 0 }
    return chunk.number(chunk.dropped)
  }

  /// The time of the newest that is kept.
  var lastTime: Int64? {
    events(after: last &- 1, limit: 1).last?.time
  }

  /// Adds an event, unless its number is not above the last: numbers only rise.
  mutating func append(_ event: Event) {
    guard event.number > last else { return }
    last = event.number
    if chunks.last.map({ $0.starts.count >= Self.chunkCount }) ?? true { chunks.append(Chunk()) }
    var writer = ByteWriter()
    event.write(to: &writer)
    let index = chunks.count - 1
    chunks[index].starts.append(UInt32(clamping: chunks[index].bytes.count))
    chunks[index].bytes.append(contentsOf: writer.bytes)
    chunks[index].last = event.number
    count += 1
    byteCount += writer.bytes.count
    while count > limit || (byteCount > byteLimit && count > 1) { dropFirst() }
  }

  /// Makes the next number at least one more than this.
  mutating func skip(to number: UInt64) { last = max(last, number) }

  func events(after number: UInt64, limit: Int) -> [Event] {
    var found: [Event] = []
    for chunk in chunks where chunk.last > number {
      for index in chunk.dropped..<chunk.starts.count {
        guard found.count < limit else { return found }
        guard chunk.number(index) > number else { continue }
        var reader = ByteReader(chunk.bytes, chunk.range(index))
        // What is here was encoded here.
        if let event = try? Event.read(&reader) { found.append(event) }
      }
    }
    return found
  }

  /// Gives every event as it is encoded, the oldest first.
  func forEachEncoded(_ body: (ArraySlice<UInt8>) -> Void) {
    for chunk in chunks {
      for index in chunk.dropped..<chunk.starts.count { body(chunk.bytes[chunk.range(index)]) }
    }
  }

  private mutating func dropFirst() {
    count -= 1
    byteCount -= chunks[0].range(chunks[0].dropped).count
    chunks[0].dropped += 1
    if chunks[0].count == 0 { chunks.removeFirst() }
  }
}
