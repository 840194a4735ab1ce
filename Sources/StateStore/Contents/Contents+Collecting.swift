import Reconciliation

extension Contents {
  /// What can be given back, in the order to do it.
  enum Garbage: Hashable {
    case large(Digest)
    /// Nothing in it is needed.
    case segment(UInt32)
    /// So little in it is needed that writing that anew wins room; or something is damaged.
    case rewrite(UInt32)
  }

  /// Files of their own to remove in one call.
  private static let largeCount = 64

  /// What the next `collect` would do. A segment is worth writing anew when less than `share`
  /// hundredths of it are needed.
  func garbage(below share: Int64) -> [Garbage] {
    let spared = Set(index.young.compactMap { index.place(of: $0)?.segment })
    var found: [Garbage] = largeGarbage()
    var worst: (number: UInt32, percent: Int64)?
    for (number, segment) in segments.sorted(by: { $0.key < $1.key }) where !spared.contains(number)
    {
      let live = index.liveBytes[number] ?? 0
      if live == 0, segment.isClosed || segment.size > 0 {
        found.append(segment.isSuspect ? .rewrite(number) : .segment(number))
        continue
      }
      let percent = segment.isSuspect ? -1 : live * 100 / max(segment.size, 1)
      let isOpenAndSmall = !segment.isClosed && segment.size < limits.segmentBytes / 4
      if percent < share, !isOpenAndSmall, percent < worst?.percent ?? .max {
        worst = (number, percent)
      }
    }
    if let worst { found.append(.rewrite(worst.number)) }
    return found
  }

  /// Treats a content as not kept although facts need it: its bytes go with the next `collect`.
  mutating func giveUp(_ digest: Digest) {
    guard let place = index.place(of: digest) else { return }
    index.forget(digest)
    if place.segment == 0 { givenUp.insert(digest) }
  }

  private func largeGarbage() -> [Garbage] {
    guard givenUp.isEmpty else {
      return givenUp.sorted().prefix(Self.largeCount).map(Garbage.large)
    }
    guard largeBytes > index.liveBytes[0] ?? 0 else { return [] }
    let needless = index.kept.filter {
      index.place(of: $0)?.segment == 0 && index.references(to: $0) == 0
        && !index.young.contains($0)
    }
    return needless.sorted().prefix(Self.largeCount).map(Garbage.large)
  }

  /// Gives one piece back. What is removed is needed by nothing that is durable: the journal was
  /// synced before. Returns the bytes won.
  mutating func collect(_ garbage: Garbage) throws(StateDiskError) -> Int64 {
    switch garbage {
    case .large(let digest):
      let name = StateFileName.large(digest).text
      let length = try disk.size(name) ?? 0
      try disk.remove(name)
      index.forget(digest)
      givenUp.remove(digest)
      unsyncedLarge.remove(digest)
      largeBytes -= length
      return length
    case .segment(let number):
      let size = segments[number]?.size ?? 0
      for item in try items(of: number) where index.place(of: item.digest)?.segment == number {
        index.forget(item.digest)
      }
      try removeSegment(number)
      return size
    case .rewrite(let number): return try rewrite(number)
    }
  }

  /// Copies what is needed to another segment, makes that durable, and only then lets go.
  private mutating func rewrite(_ number: UInt32) throws(StateDiskError) -> Int64 {
    close(number)
    let before = storedBytes
    var wanted = try Set(items(of: number).map(\.digest))
    let scan = try SegmentScan(number, on: disk) { record, _, content throws(StateDiskError) in
      guard wanted.remove(record.digest) != nil, index.place(of: record.digest)?.segment == number
      else { return }
      guard index.references(to: record.digest) > 0 || index.young.contains(record.digest) else {
        index.forget(record.digest)
        return
      }
      try append(content, record)
    }
    // What the segment was to hold and did not.
    for digest in wanted where index.place(of: digest)?.segment == number {
      lose(digest, in: number)
    }
    try syncSegments()
    if !scan.isWhole || segments[number]?.isSuspect == true {
      try setAsideSegment(number)
    } else {
      try removeSegment(number)
    }
    return max(0, before - storedBytes)
  }

  /// What a segment holds, as its index or the memory has it.
  private func items(of number: UInt32) throws(StateDiskError) -> [SegmentIndexFile.Item] {
    guard let segment = segments[number] else { return [] }
    guard segment.hasIndex else { return segment.items }
    let name = StateFileName.segmentIndex(number).text
    if let size = try disk.size(name), let bytes = try disk.read(name, from: 0, count: Int(size)),
      let file = SegmentIndexFile(bytes)
    {
      return file.items
    }
    return index.kept.compactMap { digest in
      guard let place = index.place(of: digest), place.segment == number else { return nil }
      return .init(digest: digest, offset: place.offset, length: place.length)
    }
  }

  private mutating func removeSegment(_ number: UInt32) throws(StateDiskError) {
    try disk.remove(StateFileName.segment(number).text)
    try disk.remove(StateFileName.segmentIndex(number).text)
    segments[number] = nil
    if current == number { current = nil }
  }

  private mutating func setAsideSegment(_ number: UInt32) throws(StateDiskError) {
    let name = StateFileName.segment(number)
    if try disk.size(name.text) != nil {
      let aside = StateFileName.setAside(name, besides: damagedNames)
      try disk.rename(name.text, to: aside)
      damagedNames.insert(aside)
    }
    try disk.remove(StateFileName.segmentIndex(number).text)
    segments[number] = nil
  }
}
