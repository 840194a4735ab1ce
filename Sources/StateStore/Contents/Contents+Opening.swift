import Reconciliation

extension Contents {
  /// Finds what is kept. Changes nothing on disk: that the state is newer may be found late.
  mutating func find(_ names: [StateFileName]) throws(StateDiskError) {
    var numbers: [UInt32] = []
    var indexed: Set<UInt32> = []
    for name in names {
      switch name {
      case .segment(let number):
        numbers.append(number)
        lastNumber = max(lastNumber, number)
      case .segmentIndex(let number):
        indexed.insert(number)
        lastNumber = max(lastNumber, number)
      case .large(let digest): try findLarge(digest)
      case .damaged: damagedNames.insert(name.text)
      case .journal, .mark, .foreign: break
      }
    }
    try reserve(indexed)
    for number in numbers.sorted() {
      let file = indexed.contains(number) ? try indexFile(of: number) : nil
      // Only the last segment may go on, and its index speak of a part of it.
      if let file, number != numbers.max() || file.segmentSize >= limits.segmentBytes {
        if try findByIndex(number, file) { continue }
        try findByScan(number, file)
      } else {
        try findByScan(number, file)
      }
    }
    current = numbers.filter { segments[$0]?.isClosed == false }.max()
    for number in numbers where number != current { close(number) }
  }

  /// Makes room for what the indexes hold at once.
  private mutating func reserve(_ indexed: Set<UInt32>) throws(StateDiskError) {
    var bytes: Int64 = 0
    for number in indexed { bytes += try disk.size(StateFileName.segmentIndex(number).text) ?? 0 }
    index.reserve(Int(bytes) / SegmentIndexFile.itemSize)
  }

  private mutating func findLarge(_ digest: Digest) throws(StateDiskError) {
    let name = StateFileName.large(digest).text
    guard let size = try disk.size(name), let length = UInt32(exactly: size) else { return }
    largeBytes += size
    // A process that was killed may have left it unsynced.
    unsyncedLarge.insert(digest)
    index.put(digest, at: .init(segment: 0, offset: 0, length: length))
  }

  /// The index of a segment; nil where it is damaged or gone.
  private mutating func indexFile(
    of number: UInt32
  ) throws(StateDiskError) -> SegmentIndexFile? {
    let name = StateFileName.segmentIndex(number).text
    guard let size = try disk.size(name),
      let bytes = try disk.read(name, from: 0, count: Int(size))
    else { return nil }
    if case .newer(let version) = FileHeader.found(.segmentIndex, in: bytes) {
      throw FileHeader.newerError(name, version: version)
    }
    guard let file = SegmentIndexFile(bytes) else {
      damage.append("\(name) is damaged; it is made again")
      // Left there, it is found and told of again at the next start.
      try? disk.remove(name)
      return nil
    }
    return file
  }

  /// False where the index doesn't speak of the segment as it is.
  private mutating func findByIndex(
    _ number: UInt32, _ file: SegmentIndexFile
  ) throws(StateDiskError) -> Bool {
    guard try disk.size(StateFileName.segment(number).text) == file.segmentSize else {
      return false
    }
    for item in file.items {
      index.put(
        item.digest, at: .init(segment: number, offset: item.offset, length: item.length))
    }
    var segment = Segment()
    segment.size = file.segmentSize
    segment.isClosed = true
    segment.hasIndex = true
    segment.isSynced = true
    segments[number] = segment
    return true
  }

  /// Reads what the index, if there is one, does not speak of.
  private mutating func findByScan(
    _ number: UInt32, _ file: SegmentIndexFile? = nil
  ) throws(StateDiskError) {
    var segment = Segment()
    var start: Int64 = 0
    let size = try disk.size(StateFileName.segment(number).text) ?? 0
    if let file, file.segmentSize > size {
      damage.append(
        "\(StateFileName.segment(number).text): \(file.segmentSize - size) bytes are missing at its "
          + "end; what they held is lost")
    } else if let file {
      start = file.segmentSize
      segment.items = file.items
      segment.indexedSize = start
    }
    let scan = try SegmentScan(number, on: disk, from: start) { record, offset, _ in
      guard let offset = UInt32(exactly: offset) else { return }
      segment.items.append(.init(digest: record.digest, offset: offset, length: record.length))
    }
    let name = StateFileName.segment(number).text
    if case .newer(let version) = scan.header {
      throw FileHeader.newerError(name, version: version)
    }
    for item in segment.items {
      index.put(
        item.digest, at: .init(segment: number, offset: item.offset, length: item.length))
    }
    segment.size = scan.end
    segment.hasRest = scan.isTorn
    if !scan.isWhole {
      let bytes = scan.broken.reduce(0) { $0 + $1.count }
      damage.append("\(name): \(bytes) bytes are damaged; what they held is lost")
      segment.isSuspect = true
      segment.isClosed = true
    }
    segments[number] = segment
  }
}
