import Documents
import FoundationEssentials
import Testing

@Suite struct UTTypeTests {
  @Test func `a type is found by its identifier, extension and media type`() {
    #expect(UTType("public.json") == .json)
    #expect(UTType("Public.JSON") == .json)
    #expect(UTType(filenameExtension: "json") == .json)
    #expect(UTType(filenameExtension: "MD") == .markdown)
    #expect(UTType(mimeType: "application/json") == .json)
    #expect(UTType(mimeType: "Text/Plain; charset=utf-8") == .plainText)
    #expect(UTType("com.example.unheard-of") == nil)
    #expect(UTType(filenameExtension: "") == nil)
    #expect(UTType(filenameExtension: "unheard/of") == nil)
    #expect(UTType(mimeType: "nonsense") == nil)
  }

  @Test func `an extension counts only for a type of the kind that is asked for`() {
    #expect(UTType(filenameExtension: "png", conformingTo: .image) == .png)
    #expect(UTType(filenameExtension: "png", conformingTo: .text) == nil)
    #expect(UTType(mimeType: "image/png", conformingTo: .text) == nil)
  }

  @Test func `types are kinds of other types`() {
    #expect(UTType.markdown.conforms(to: .plainText))
    #expect(UTType.markdown.conforms(to: .data))
    #expect(UTType.markdown.conforms(to: .content))
    #expect(UTType.json.conforms(to: .text))
    #expect(!UTType.json.conforms(to: .plainText))
    #expect(UTType.geoJSON.conforms(to: .json))
    #expect(UTType.svg.conforms(to: .image) && UTType.svg.conforms(to: .xml))
    #expect(UTType.package.conforms(to: .directory) && !UTType.package.conforms(to: .data))
    #expect(UTType.json.conforms(to: .json) && !UTType.json.isSubtype(of: .json))
    #expect(UTType.text.isSupertype(of: .html))
    #expect(!UTType.text.conforms(to: .html))
  }

  @Test func `a type says what its files are named and called`() {
    #expect(UTType.jpeg.preferredFilenameExtension == "jpg")
    #expect(UTType.jpeg.preferredMIMEType == "image/jpeg")
    #expect(UTType.jpeg.localizedDescription == "JPEG image")
    #expect(UTType.folder.preferredFilenameExtension == nil)
  }

  @Test func `every constant is built in, and every type leads to an item or content`() {
    for type: UTType in [
      .item, .content, .compositeContent, .data, .directory, .folder, .package, .archive, .text,
      .image, .audiovisualContent, .audio, .movie, .sourceCode, .script, .plainText,
      .utf8PlainText, .markdown, .commaSeparatedText, .tabSeparatedText, .json, .geoJSON, .xml,
      .yaml, .html, .rtf, .log, .swiftSource, .cSource, .shellScript, .pythonScript, .jpeg, .png,
      .gif, .tiff, .webP, .heic, .svg, .pdf, .epub, .zip, .gzip,
    ] {
      #expect(UTType(type.identifier) == type)
      #expect(type.localizedDescription != nil)
      #expect(type.conforms(to: .item) || type.conforms(to: .content), "\(type)")
    }
  }

  @Test func `a type is one string in JSON, known here or not`() throws {
    let data = try JSONEncoder().encode([UTType.markdown])
    #expect(String(decoding: data, as: UTF8.self) == "[\"net.daringfireball.markdown\"]")
    let decoded = try JSONDecoder().decode([UTType].self, from: Data("[\"com.example.x\"]".utf8))
    #expect(decoded.map(\.identifier) == ["com.example.x"])
  }
}
