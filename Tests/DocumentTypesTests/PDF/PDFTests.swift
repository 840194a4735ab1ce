import Documents
import FoundationEssentials
import TestSupport
import Testing

@testable import DocumentTypes

@Suite struct PDFTests {
  private let fixtures: DocumentFixtures

  init() throws {
    fixtures = try DocumentFixtures("pdf")
  }

  private func info(_ name: String) throws -> PDFInfo {
    try PDFSnapshot(content: Data(try fixtures.content(name)), contentType: .pdf).info
  }

  @Test func `pages and title are found by tables, updates and streams`() throws {
    #expect(
      try info("table.pdf") == PDFInfo(version: "1.4", pageCount: 3, title: "Fig (and) plumé"))
    #expect(try info("updated.pdf") == PDFInfo(version: "1.4", pageCount: 3, title: "New title"))
    #expect(try info("stream.pdf") == PDFInfo(version: "1.5", pageCount: 12, title: "Pläne"))
  }

  @Test func `what can't be known is not guessed`() throws {
    #expect(
      try info("encrypted.pdf") == PDFInfo(version: "1.4", pageCount: 3, isEncrypted: true))
    for name in ["no-cross-reference.pdf", "wrong-offset.pdf", "ring.pdf"] {
      let info = try info(name)
      #expect(info.pageCount == nil && info.title == nil, "\(name)")
    }
  }

  @Test func `changes are told in its words`() throws {
    #expect(
      documentType("a.pdf").changes(
        from: try fixtures.content("table.pdf"), to: try fixtures.content("stream.pdf"))
        == ["12 pages instead of 3 pages", "title now “Pläne”"])
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `no bytes end the reader`(seed: UInt64) throws {
    var chance = SeededChance(seed: seed)
    for name in ["table.pdf", "stream.pdf", "updated.pdf"] {
      let whole = try fixtures.content(name)
      for _ in 0..<150 {
        var bytes = whole
        for _ in 0...chance.below(4) {
          bytes[chance.below(bytes.count)] = UInt8(chance.below(256))
        }
        if chance.oneIn(3) { bytes.removeSubrange(0..<chance.below(bytes.count)) }
        // Whatever it says, it comes back, the same twice: seed in the arguments.
        let type = documentType(name)
        #expect(type.inspect(bytes) == type.inspect(bytes))
      }
    }
  }

  @Test func `packed bytes are unpacked, and nothing beyond the limit`() throws {
    let packed: [UInt8] = [
      0x78, 0xDA, 0x4B, 0x4C, 0x4A, 0x4E, 0x1C, 0x6A, 0x08, 0x00, 0x5D, 0xA8, 0x44, 0xE9,
    ]
    let text = Array(String(repeating: "abc", count: 60).utf8)
    #expect(try Inflate.unpack(packed, limit: 180) == text)
    #expect(throws: Inflate.Failure.self) { try Inflate.unpack(packed, limit: 179) }
    let stored: [UInt8] = [
      0x78, 0x01, 0x01, 0x06, 0x00, 0xF9, 0xFF, 0x73, 0x74, 0x6F, 0x72, 0x65, 0x64, 0x09, 0x3C,
    ]
    #expect(try Inflate.unpack(stored, limit: 6) == Array("stored".utf8))
    for count in 0..<10 {
      #expect(throws: Inflate.Failure.self) {
        try Inflate.unpack(Array(packed.prefix(count)), limit: 180)
      }
    }
  }
}
