/// Gives equal lines of several texts the same number, so that comparing lines is comparing
/// numbers.
///
/// Numbers count up from zero in the order in which lines are first met, so they depend on nothing
/// but the texts.
struct LineNumbering {
  private struct Entry {
    var hash: UInt64
    var text: Int
    var line: Int
  }

  private var texts: [Lines] = []
  private var entries: [Entry] = []
  /// Open addressing: the number of a line, or -1.
  private var slots: [Int32] = Array(repeating: -1, count: 256)
  /// Differs in each process, so that nobody can write a text whose lines all share a slot.
  private let secret: UInt64

  init() {
    var hasher = Hasher()
    hasher.combine(0)
    secret = UInt64(truncatingIfNeeded: hasher.finalize()) | 1
  }

  /// How many different lines there were.
  var distinctCount: Int { entries.count }

  mutating func numbers(of lines: Lines) -> [Int32] {
    texts.append(lines)
    var numbers: [Int32] = []
    numbers.reserveCapacity(lines.count)
    for line in 0..<lines.count {
      numbers.append(number(of: line, in: lines))
    }
    return numbers
  }

  private mutating func number(of line: Int, in lines: Lines) -> Int32 {
    let extent = lines.extent(of: line)
    let hash = hash(of: extent, in: lines.bytes)
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] >= 0 {
      let known = entries[Int(slots[slot])]
      if known.hash == hash && isEqual(lines.bytes, extent, to: known) { return slots[slot] }
      slot = (slot + 1) & (slots.count - 1)
    }
    let number = Int32(entries.count)
    slots[slot] = number
    entries.append(Entry(hash: hash, text: texts.count - 1, line: line))
    if entries.count * 2 > slots.count { grow() }
    return number
  }

  private func hash(of extent: Range<Int>, in bytes: [UInt8]) -> UInt64 {
    var hash = secret
    for index in extent {
      hash = (hash ^ UInt64(bytes[index])) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 29
    }
    return hash &* secret ^ hash >> 32
  }

  private func isEqual(_ bytes: [UInt8], _ extent: Range<Int>, to known: Entry) -> Bool {
    let other = texts[known.text]
    let otherExtent = other.extent(of: known.line)
    guard extent.count == otherExtent.count else { return false }
    let shift = otherExtent.lowerBound - extent.lowerBound
    for index in extent where bytes[index] != other.bytes[index + shift] { return false }
    return true
  }

  private mutating func grow() {
    slots = Array(repeating: -1, count: slots.count * 4)
    for (number, entry) in entries.enumerated() {
      var slot = Int(truncatingIfNeeded: entry.hash) & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(number)
    }
  }
}
