import Reconciliation

/// Which contents are kept, where, and how many facts need each.
struct ContentIndex {
  /// Where a content is.
  struct Place: Hashable {
    /// The segment's number; 0 for a file of its own.
    var segment: UInt32
    /// Where its record starts in the segment.
    var offset: UInt32
    /// The content's length in bytes.
    var length: UInt32
  }

  private struct Slot {
    /// `segment` is `nowhere` for a content that is needed but not kept.
    var place: Place
    var references: UInt32

    static let nowhere = UInt32.max
    static let missing = Slot(place: Place(segment: nowhere, offset: 0, length: 0), references: 0)

    var isKept: Bool { place.segment != Self.nowhere }
  }

  private var slots = CompactTable<Digest, Slot>()
  /// The bytes of the contents that are needed, headers included, by segment.
  private(set) var liveBytes: [UInt32: Int64] = [:]

  /// Kept so lately that the facts which need them may not be committed yet.
  var young: Set<Digest> = []

  mutating func reserve(_ count: Int) { slots.reserveCapacity(count) }

  func place(of digest: Digest) -> Place? {
    guard let slot = slots[digest], slot.isKept else { return nil }
    return slot.place
  }

  func references(to digest: Digest) -> Int { Int(slots[digest]?.references ?? 0) }

  /// The bytes of all contents that are kept and needed.
  var totalLiveBytes: Int64 { liveBytes.values.reduce(0, +) }

  /// Every content that is kept, in no order.
  var kept: [Digest] { zip(slots.keys, slots.values).lazy.filter { $0.1.isKept }.map(\.0) }

  mutating func retain(_ digest: Digest) {
    young.remove(digest)
    var slot = slots[digest] ?? .missing
    slot.references += 1
    slots[digest] = slot
    if slot.references == 1 { count(slot, 1) }
  }

  mutating func release(_ digest: Digest) {
    guard var slot = slots[digest], slot.references > 0 else { return }
    slot.references -= 1
    if slot.references == 0 { count(slot, -1) }
    slots[digest] = slot.references == 0 && !slot.isKept ? nil : slot
  }

  /// Notes where a content is now.
  mutating func put(_ digest: Digest, at place: Place) {
    var slot = slots[digest] ?? .missing
    if slot.references > 0 { count(slot, -1) }
    slot.place = place
    if slot.references > 0 { count(slot, 1) }
    slots[digest] = slot
  }

  /// Notes that a content is not kept any more.
  mutating func forget(_ digest: Digest) {
    guard var slot = slots[digest], slot.isKept else { return }
    if slot.references > 0 { count(slot, -1) }
    slot.place = Slot.missing.place
    slots[digest] = slot.references == 0 ? nil : slot
  }

  private mutating func count(_ slot: Slot, _ sign: Int64) {
    guard slot.isKept else { return }
    let header = slot.place.segment == 0 ? 0 : SegmentRecord.headerSize
    liveBytes[slot.place.segment, default: 0] += sign * (Int64(slot.place.length) + Int64(header))
  }
}
