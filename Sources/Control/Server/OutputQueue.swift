/// Whole messages on their way into a socket that takes them piece by piece.
struct OutputQueue {
  private var messages: [[UInt8]] = []
  /// How much of the first is written.
  private var offset = 0

  var isEmpty: Bool { messages.isEmpty }

  mutating func append(_ more: [[UInt8]]) {
    messages += more
  }

  /// What is to be written next.
  var next: ArraySlice<UInt8>? { messages.first.map { $0[offset...] } }

  /// So many bytes of `next` are written.
  mutating func advance(by count: Int) {
    offset += count
    guard let first = messages.first, offset >= first.count else { return }
    messages.removeFirst()
    offset = 0
  }
}
