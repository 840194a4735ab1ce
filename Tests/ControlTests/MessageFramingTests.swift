import FoundationEssentials
import TestSupport
import Testing

@testable import Control

@Suite struct MessageFramingTests {
  private func messages(_ pieces: [[UInt8]], limit: Int = 1000) throws -> [[UInt8]] {
    var framing = MessageFraming(limit: limit)
    var messages: [[UInt8]] = []
    for piece in pieces {
      framing.append(piece)
      while let message = try framing.next() { messages.append(message) }
    }
    return messages
  }

  @Test func `two messages in one piece come out apart`() throws {
    #expect(try messages([Array("one\0two\0".utf8)]) == [Array("one".utf8), Array("two".utf8)])
  }

  @Test func `a message in single bytes comes out whole`() throws {
    let bytes = Array("Caf\u{E9}\0".utf8)
    #expect(try messages(bytes.map { [$0] }) == [Array("Caf\u{E9}".utf8)])
  }

  @Test func `every split in two gives the same messages`() throws {
    let stream = Array("{\"é\":1}\0\0x\0".utf8)
    let expected = [Array("{\"é\":1}".utf8), [], [0x78]]
    for cut in 0...stream.count {
      #expect(try messages([Array(stream[..<cut]), Array(stream[cut...])]) == expected)
    }
  }

  @Test func `half a message stays and is known to be there`() throws {
    var framing = MessageFraming(limit: 10)
    #expect(!framing.isHalfway)
    framing.append(Array("a\0bc".utf8))
    #expect(try framing.next() == [0x61])
    #expect(try framing.next() == nil)
    #expect(framing.isHalfway)
    framing.append([0])
    #expect(try framing.next() == Array("bc".utf8))
    #expect(!framing.isHalfway)
  }

  @Test func `a message of the limit is taken and one byte more is refused`() throws {
    var framing = MessageFraming(limit: 4)
    framing.append(Array("four\0".utf8))
    #expect(try framing.next() == Array("four".utf8))
    framing.append(Array("fives\0".utf8))
    #expect(throws: MessageTooLong(limit: 4)) { try framing.next() }
  }

  @Test func `a message that never ends is refused once it is over the limit`() throws {
    var framing = MessageFraming(limit: 4)
    framing.append(Array("four".utf8))
    #expect(try framing.next() == nil)
    framing.append(Array("s".utf8))
    #expect(throws: MessageTooLong(limit: 4)) { try framing.next() }
  }

  @Test(arguments: seeds())
  func `any bytes, cut anyhow, give each message once and whole`(_ seed: UInt64) throws {
    var chance = SeededChance(seed: seed)
    for _ in 0..<200 {
      let expected: [[UInt8]] = (0..<chance.below(20)).map { _ in
        (0..<chance.below(60)).map { _ in UInt8(1 + chance.below(255)) }
      }
      var rest = Array(expected.map { $0 + [0] }.joined())[...]
      var pieces: [[UInt8]] = []
      while !rest.isEmpty {
        let piece = rest.prefix(1 + chance.below(chance.oneIn(2) ? 3 : 200))
        pieces.append(Array(piece))
        rest = rest.dropFirst(piece.count)
      }
      #expect(try messages(pieces) == expected, "seed \(seed)")
    }
  }
}

/// Those of every run, or the one of `COLLATE_SEED`.
func seeds() -> [UInt64] {
  if let seed = ProcessInfo.processInfo.environment["COLLATE_SEED"], let number = UInt64(seed) {
    return [number]
  }
  return [1, 2, 3, 4]
}
