import Documents
import FoundationEssentials
import Reconciliation
import TestSupport
import Testing

@testable import DocumentTypes

@Suite struct ImageTests {
  private let fixtures: DocumentFixtures

  init() throws {
    fixtures = try DocumentFixtures("image")
  }

  private func info(_ name: String) throws -> ImageInfo {
    try ImageSnapshot(content: Data(try fixtures.content(name)), contentType: .image).info
  }

  @Test func `a header says what the picture is`() throws {
    #expect(
      try info("orchard.png")
        == ImageInfo(
          format: .png, width: 3, height: 2, bitsPerSample: 8,
          metadata: ["Software": "Collateé", "Comment": "Under the trees"]))
    #expect(
      try info("orchard.jpg")
        == ImageInfo(
          format: .jpeg, width: 12, height: 8, bitsPerSample: 8, orientation: 6,
          metadata: [
            "Make": "Fig", "Model": "Orchard One", "DateTimeOriginal": "2026:05:01 10:11:12",
            "Comment": "Under the trees",
          ]))
    #expect(try info("png-inside.jpg").format == .png)
  }

  @Test func `a picture's changes are told in its words`() throws {
    let type = documentType("a.jpg")
    #expect(
      type.changes(
        from: try fixtures.content("plain.jpg"), to: try fixtures.content("orchard.jpg"))
        == [
          "turned", "metadata `DateTimeOriginal` added", "metadata `Make` added",
          "metadata `Model` added",
        ])
    #expect(
      type.changes(
        from: try fixtures.content("plain.jpg"), to: try fixtures.content("orchard.png"))
        == [
          "PNG instead of JPEG", "3 × 2 pixels instead of 12 × 8", "metadata `Software` added",
        ])
    #expect(
      type.changes(
        from: try fixtures.content("plain.jpg"), to: try fixtures.content("trailing.jpg"))
        == ["another picture of the same size"])
  }

  @Test func `pictures are never joined`() throws {
    let base = try fixtures.content("plain.jpg")
    #expect(
      documentType("a.jpg").merge(
        base: base, ours: base + [1], theirs: try fixtures.content("orchard.jpg"))
        == .conflict(reason: "both changed"))
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `no bytes end the reader`(seed: UInt64) throws {
    var chance = SeededChance(seed: seed)
    for name in ["orchard.png", "orchard.jpg", "plain.jpg"] {
      let whole = try fixtures.content(name)
      for _ in 0..<200 {
        var bytes = whole
        for _ in 0...chance.below(4) {
          bytes[chance.below(bytes.count)] = UInt8(chance.below(256))
        }
        if chance.oneIn(3) { bytes.removeLast(chance.below(bytes.count)) }
        // Whatever it says, it comes back, the same twice: seed in the arguments.
        let type = documentType(name)
        #expect(type.inspect(bytes) == type.inspect(bytes))
      }
    }
  }
}
