import FoundationEssentials
import TestSupport
import Testing

@testable import Documents

@Suite struct LineTextTests {
  private func read(_ bytes: [UInt8]) throws -> LineText { try LineText(content: Data(bytes)) }

  @Test func `a text has characters, in the encoding that it has`() throws {
    #expect(try read(Array("é\n".utf8)).string == "é\n")
    #expect(try read([0xEF, 0xBB, 0xBF, 0x61]).string == "a")
    #expect(try read([0xFF, 0xFE, 0x61, 0, 0xE9, 0]).string == "aé")
    #expect(try read([0xFE, 0xFF, 0, 0x61]).string == "a")
    #expect(try read([0x47, 0x72, 0xFC, 0x6E]).string == "Grün")
    #expect(
      throws: UnreadableContent(reason: "not a text: a zero byte in line 1, column 2 (byte 1)")
    ) {
      try read([0x61, 0])
    }
  }

  @Test(
    arguments: [
      [0x61, 0x0D, 0x0A], [0xEF, 0xBB, 0xBF, 0x61], [0xFF, 0xFE, 0x61, 0], [0xFE, 0xFF, 0, 0x61],
      [0x47, 0x72, 0xFC, 0x6E], [],
    ] as [[UInt8]])
  func `an edit keeps the encoding, and no edit keeps the bytes`(bytes: [UInt8]) throws {
    let text = try read(bytes)
    #expect(try LineText(text.string, encodedLike: text) == text)
    let edited = try LineText(text.string + "é", encodedLike: text)
    #expect(edited.string == text.string + "é")
    #expect(edited.bytes.starts(with: bytes))
    #expect(try LineText(text.string, encodedLike: edited) == text)
  }

  @Test func `a character that the encoding lacks is an error`() throws {
    let latin = try read([0x47, 0x72, 0xFC, 0x6E])
    #expect(throws: UnreadableContent.self) { try LineText("Grün €", encodedLike: latin) }
  }
}
