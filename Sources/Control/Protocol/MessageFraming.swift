/// Cuts a stream of bytes into messages, each ended by a NUL.
///
/// The bytes may arrive cut anywhere, within a character too, so nothing is decoded before its
/// message is whole. What is kept is bounded: by the limit for the message that has begun, and by
/// what the caller appended at once for those that are whole.
package struct MessageFraming: Sendable {
  /// A document of 32 MiB is 43 MiB in base64; the rest is for the fields around it.
  package static let defaultLimit = 48 << 20

  private let limit: Int
  private var buffer: [UInt8] = []
  /// Where the first message that was not given out begins.
  private var start = 0
  /// Up to where no NUL was found since `start`.
  private var searched = 0

  package init(limit: Int = MessageFraming.defaultLimit) {
    self.limit = limit
  }

  /// Takes what arrived.
  package mutating func append(_ bytes: some Collection<UInt8>) {
    dropGivenOut()
    buffer.append(contentsOf: bytes)
  }

  /// The next whole message without its NUL, or nil where none is whole yet.
  ///
  /// Throws where a message is longer than the limit, finished or not; the stream is of no use then.
  package mutating func next() throws(MessageTooLong) -> [UInt8]? {
    guard let end = buffer[searched...].firstIndex(of: 0) else {
      searched = buffer.count
      guard searched - start <= limit else { throw MessageTooLong(limit: limit) }
      return nil
    }
    guard end - start <= limit else { throw MessageTooLong(limit: limit) }
    let message = Array(buffer[start..<end])
    start = end + 1
    searched = start
    dropGivenOut()
    return message
  }

  /// Whether bytes wait that were not given out: half a message, or whole ones.
  package var isHalfway: Bool { start < buffer.count }

  /// Moving the rest to the front costs its length, so it is done when at least as much goes.
  private mutating func dropGivenOut() {
    guard start > 0, start >= buffer.count - start else { return }
    buffer.removeSubrange(..<start)
    searched -= start
    start = 0
    // A buffer that a large message made is not kept for the small ones after it.
    if buffer.isEmpty, buffer.capacity > Self.keptCapacity { buffer = [] }
  }

  private static let keptCapacity = 256 << 10
}

/// A message exceeds what a side takes.
package struct MessageTooLong: Error, Hashable, CustomStringConvertible {
  package let limit: Int

  package var description: String { "a message is longer than \(limit) bytes" }
}
