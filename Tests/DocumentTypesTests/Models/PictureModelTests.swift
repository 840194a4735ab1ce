import Documents
import FoundationEssentials
import TestSupport
import Testing

@testable import DocumentTypes

@MainActor @Suite struct PictureModelTests {
  private let folder: ModelFolder

  init() throws {
    folder = try ModelFolder()
  }

  /// A PNG of one chunk of this many bytes that nobody knows, before its picture.
  private func largePicture(_ count: Int) throws -> Data {
    let small = Data(try DocumentFixtures("image").content("orchard.png"))
    let head = withUnsafeBytes(of: UInt32(count).bigEndian) { Data($0) } + Data("fiLl".utf8)
    return small.prefix(33) + head + Data(count: count + 4) + small.dropFirst(33)
  }

  @Test func `of a picture the header alone is read`() async throws {
    try largePicture(32 << 20).write(to: folder.url("large.png"))
    let picture = ImageDocument()
    try await open(picture, at: folder.url("large.png"), as: .png)
    #expect(picture.info?.width == 3)
    #expect(picture.info?.metadata["Comment"] == "Under the trees")
    let counts = try await counting {
      try await open(picture, at: folder.url("large.png"), as: .png)
    }
    #expect(counts.bytesRead == 0, "no whole content was read")
  }

  @Test func `a copy has the same bytes, and where they are already nothing is written`()
    async throws
  {
    let url = try folder.copy("image", "orchard.jpg")
    let picture = ImageDocument()
    try await open(picture, at: url, as: .jpeg)
    let counts = try await counting { try await save(picture, to: url, as: .jpeg) }
    #expect(counts.filesWritten == 0 && counts.filesCopied == 0)
    try await save(picture, to: folder.url("copy.jpg"), as: .jpeg)
    #expect(try Data(contentsOf: url) == Data(contentsOf: folder.url("copy.jpg")))
  }

  @Test func `a picture is not saved as another kind, nor without one`() async throws {
    let picture = ImageDocument()
    await #expect(throws: UnreadableContent.self) {
      try await save(picture, to: folder.url("a.png"), as: .png)
    }
    try await open(picture, at: try folder.copy("image", "orchard.jpg"), as: .jpeg)
    await #expect(throws: UnreadableContent(reason: "a JPEG is saved as such alone")) {
      try await save(picture, to: folder.url("a.png"), as: .png)
    }
  }

  @Test func `every fixture is opened or refused as its verdict says`() async throws {
    for (name, verdict) in try DocumentFixtures("image").verdicts {
      let url = try folder.copy("image", name)
      #expect(
        await problem(opening: ImageDocument(), at: url, as: .image) ?? "readable" == verdict,
        "\(name)")
    }
    for (name, verdict) in try DocumentFixtures("pdf").verdicts {
      let url = try folder.copy("pdf", name)
      #expect(
        await problem(opening: PDFDocument(), at: url, as: .pdf) ?? "readable" == verdict,
        "\(name)")
    }
  }

  @Test func `a PDF is opened to see what it is`() async throws {
    let paper = PDFDocument()
    try await open(paper, at: try folder.copy("pdf", "stream.pdf"), as: .pdf)
    #expect(paper.info == PDFInfo(version: "1.5", pageCount: 12, title: "Pläne"))
  }
}
