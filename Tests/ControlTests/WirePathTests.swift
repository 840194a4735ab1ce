import Control
import FoundationEssentials
import TestSupport
import Testing

@Suite struct WirePathTests {
  @Test(arguments: ["notes.md", "Caf\u{E9}", "Cafe\u{301}", "a\\b", "line\nbreak", ""])
  func `a name that is UTF-8 goes as it is`(_ name: String) {
    let path = WirePath(Array(name.utf8))
    #expect(Array(path.text.utf8) == Array(name.utf8))
    #expect(path.base64 == nil)
  }

  @Test func `composed and decomposed letters stay apart`() {
    #expect(WirePath("Caf\u{E9}") != WirePath("Cafe\u{301}"))
  }

  @Test func `any other is shown with its bytes escaped, and carried in base64`() {
    let path = WirePath([0x61, 0xFF, 0x5C, 0xC3, 0xA9, 0x09, 0xC3])
    #expect(path.text == #"a\xff\\é"# + "\t" + #"\xc3"#)
    #expect(path.base64 == "Yf9cw6kJww==")
  }

  @Test func `either field is taken, the base64 first`() {
    #expect(WirePath(text: "é", base64: nil)?.bytes == [0xC3, 0xA9])
    #expect(WirePath(text: "anything", base64: "/w==")?.bytes == [0xFF])
    #expect(WirePath(text: "anything", base64: "*") == nil)
  }

  @Test(arguments: seeds())
  func `any bytes come back from the pair and from JSON`(_ seed: UInt64) throws {
    var chance = SeededChance(seed: seed)
    for _ in 0..<500 {
      let bytes = (0..<chance.below(30)).map { _ in
        chance.oneIn(3) ? UInt8(chance.below(256)) : UInt8(chance.below(128))
      }
      let json = try JSONEncoder().encode(Wire.OfDocument(path: WirePath(bytes)))
      let read = try JSONDecoder().decode(Wire.OfDocument.self, from: json)
      #expect(read.wirePath?.bytes == bytes, "seed \(seed)")
    }
  }
}
