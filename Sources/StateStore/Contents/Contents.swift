import Reconciliation

/// The contents by digest: small ones behind each other in segments, large ones in files of
/// their own, each once.
struct Contents {
  /// What is known of a segment besides its contents.
  struct Segment {
    /// Where its last whole record ends.
    var size: Int64 = 0
    /// Whether nothing is added to it any more.
    var isClosed = false
    var hasIndex = false
    /// How much of it an index on disk speaks of, while more may be added.
    var indexedSize: Int64 = 0
    var isSynced = false
    /// Whether bytes of a failed or torn append may lie behind its end.
    var hasRest = false
    /// Whether something in it is damaged: it is written anew, and set aside.
    var isSuspect = false
    /// What is in it, for its index; empty once that is written.
    var items: [SegmentIndexFile.Item] = []
  }

  let disk: any StateDisk
  let limits: StoreLimits
  var index = ContentIndex()
  var segments: [UInt32: Segment] = [:]
  /// No segment above this number ever was.
  var lastNumber: UInt32 = 0
  var current: UInt32?
  var unsyncedLarge: Set<Digest> = []
  var largeBytes: Int64 = 0
  /// Large ones that are to go although facts need them.
  var givenUp: Set<Digest> = []
  /// What was found damaged, and not told yet.
  var damage: [String] = []
  /// Names in the folder of what was set aside.
  var damagedNames: Set<String> = []

  init(disk: any StateDisk, limits: StoreLimits) {
    self.disk = disk
    self.limits = limits
  }

  var storedBytes: Int64 {
    segments.values.reduce(largeBytes) { $0 + $1.size }
  }

  mutating func keep(_ content: [UInt8], as digest: Digest) throws(StateDiskError) {
    try keep([(content, digest)])
  }

  /// Keeps several; small ones are written together. Where it throws, some of them are kept.
  mutating func keep(_ contents: [(content: [UInt8], digest: Digest)]) throws(StateDiskError) {
    var batch = SegmentBatch()
    for (content, digest) in contents {
      index.young.insert(digest)
      guard index.place(of: digest) == nil, !batch.holds(digest) else { continue }
      guard let length = UInt32(exactly: content.count) else {
        throw StateDiskError(
          isFull: false, message: "a content of \(content.count) bytes is too large to be kept")
      }
      if content.count > limits.largeContentBytes {
        try keepLarge(content, as: digest, length)
      } else {
        batch.add(content[...], SegmentRecord(digest: digest, length: length))
        if batch.isFull { try append(&batch) }
      }
    }
    try append(&batch)
  }

  private mutating func keepLarge(
    _ content: [UInt8], as digest: Digest, _ length: UInt32
  ) throws(StateDiskError) {
    try disk.replace(StateFileName.large(digest).text, with: content)
    if givenUp.remove(digest) != nil { largeBytes -= Int64(length) }
    unsyncedLarge.insert(digest)
    largeBytes += Int64(length)
    index.put(digest, at: .init(segment: 0, offset: 0, length: length))
  }

  /// Adds a content to the segment that is being filled.
  mutating func append(
    _ content: ArraySlice<UInt8>, _ record: SegmentRecord
  ) throws(StateDiskError) {
    var batch = SegmentBatch()
    batch.add(content, record)
    try append(&batch)
  }

  /// Adds contents to the segment that is being filled, and notes where they are.
  private mutating func append(_ batch: inout SegmentBatch) throws(StateDiskError) {
    guard !batch.isEmpty else { return }
    let number = writableSegment()
    let end = segments[number]?.size ?? 0
    let header = end == 0 ? FileHeader.bytes(.segment) : []
    do {
      try disk.append(
        header.isEmpty ? batch.bytes : header + batch.bytes,
        to: StateFileName.segment(number).text)
    } catch {
      segments[number]?.hasRest = true
      throw error
    }
    let start = end + Int64(header.count)
    // In place: a copy of the items for each batch would cost more than the write.
    segments[number, default: Segment()].isSynced = false
    segments[number, default: Segment()].size = start + Int64(batch.bytes.count)
    for (record, offset) in batch.records {
      let place = ContentIndex.Place(
        segment: number, offset: UInt32(truncatingIfNeeded: start + Int64(offset)),
        length: record.length)
      segments[number, default: Segment()].items.append(
        .init(digest: record.digest, offset: place.offset, length: place.length))
      index.put(record.digest, at: place)
    }
    batch = SegmentBatch()
  }

  private mutating func writableSegment() -> UInt32 {
    if let current, let segment = segments[current], !segment.isClosed {
      if segment.size < limits.segmentBytes, cutRest(of: current) { return current }
      close(current)
    }
    lastNumber += 1
    current = lastNumber
    segments[lastNumber] = Segment()
    return lastNumber
  }

  /// Cuts off what a failed append left. Where that fails too, false: the segment can't be used.
  private mutating func cutRest(of number: UInt32) -> Bool {
    guard let segment = segments[number], segment.hasRest else { return true }
    let name = StateFileName.segment(number).text
    do {
      if try disk.size(name) ?? 0 > segment.size { try disk.truncate(name, to: segment.size) }
    } catch {
      return false
    }
    segments[number]?.hasRest = false
    return true
  }

  mutating func close(_ number: UInt32) {
    segments[number]?.isClosed = true
    if current == number { current = nil }
  }

  /// The content, or nil where it is not kept or what is there is not it.
  mutating func content(_ digest: Digest) throws(StateDiskError) -> [UInt8]? {
    guard let place = index.place(of: digest) else { return nil }
    if place.segment == 0 {
      let content = try disk.read(
        StateFileName.large(digest).text, from: 0, count: Int(place.length))
      if let content, SHA256.digest(content) == digest { return content }
      loseLarge(digest)
      return nil
    }
    let record = SegmentRecord(digest: digest, length: place.length)
    let bytes = try disk.read(
      StateFileName.segment(place.segment).text, from: Int64(place.offset), count: record.size)
    guard let bytes, bytes.count == record.size,
      SHA256.digest(bytes[SegmentRecord.headerSize...]) == digest
    else {
      lose(digest, in: place.segment)
      return nil
    }
    if !bytes.starts(with: record.header) { suspect(place.segment) }
    return Array(bytes[SegmentRecord.headerSize...])
  }

  /// Makes all contents durable, and writes the indexes of the segments that are full.
  mutating func sync() throws(StateDiskError) {
    try syncSegments()
    for digest in unsyncedLarge.sorted() {
      if index.place(of: digest) != nil { try disk.sync(StateFileName.large(digest).text) }
      unsyncedLarge.remove(digest)
    }
    try writeIndexes()
  }

  mutating func syncSegments() throws(StateDiskError) {
    for number in segments.keys.sorted() {
      guard let segment = segments[number], !segment.isSynced else { continue }
      if segment.size > 0 { try disk.sync(StateFileName.segment(number).text) }
      segments[number]?.isSynced = true
    }
  }

  private mutating func writeIndexes() throws(StateDiskError) {
    for (number, segment) in segments.sorted(by: { $0.key < $1.key })
    where segment.isClosed && !segment.hasIndex && segment.size > 0 && cutRest(of: number) {
      let file = SegmentIndexFile(segmentSize: segment.size, items: segment.items)
      try disk.replace(StateFileName.segmentIndex(number).text, with: file.bytes)
      segments[number]?.hasIndex = true
      segments[number]?.items = []
    }
  }

  /// Writes what the open segment holds so far, so that the next opening need not read it.
  mutating func indexOpenSegment() throws(StateDiskError) {
    guard let current, let segment = segments[current], segment.isSynced,
      segment.size > segment.indexedSize, !segment.isSuspect, cutRest(of: current)
    else { return }
    let file = SegmentIndexFile(segmentSize: segment.size, items: segment.items)
    try disk.replace(StateFileName.segmentIndex(current).text, with: file.bytes)
    segments[current]?.indexedSize = segment.size
  }

  // MARK: Damage

  mutating func lose(_ digest: Digest, in number: UInt32) {
    index.forget(digest)
    damage.append("\(StateFileName.segment(number).text): the content \(digest) is damaged")
    segments[number]?.isSuspect = true
    close(number)
  }

  mutating func suspect(_ number: UInt32) {
    guard segments[number]?.isSuspect == false else { return }
    damage.append("\(StateFileName.segment(number).text): bytes that are no content are damaged")
    segments[number]?.isSuspect = true
    close(number)
  }

  mutating func loseLarge(_ digest: Digest) {
    let name = StateFileName.large(digest)
    largeBytes -= Int64(index.place(of: digest)?.length ?? 0)
    index.forget(digest)
    damage.append("\(name.text): the content is damaged")
    let aside = StateFileName.setAside(name, besides: damagedNames)
    do {
      try disk.rename(name.text, to: aside)
      damagedNames.insert(aside)
    } catch {
      // It stays under its name, and is not used.
      damage.append("\(name.text) could not be set aside: \(error.message)")
    }
  }
}
