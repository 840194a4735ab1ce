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
    #expect(UTType(filenameExtension: "png", conformingTo: .text) != .png)
    #expect(UTType(mimeType: "image/png", conformingTo: .text) != .png)
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

  @Test func `a type knows all that it is a kind of`() {
    #expect(UTType.geoJSON.supertypes == [.json, .text, .data, .item, .content])
    #expect(UTType.item.supertypes == [])
  }

  @Test func `a type says how files and messages are marked`() {
    #expect(
      UTType.yaml.tags == [
        .filenameExtension: ["yaml", "yml"],
        .mimeType: ["application/yaml", "application/x-yaml", "text/yaml"],
      ])
    #expect(UTType.folder.tags == [:])
    #expect(UTType(tag: "yml", tagClass: .filenameExtension, conformingTo: nil) == .yaml)
    #expect(UTType(tag: "text/html", tagClass: .mimeType, conformingTo: .text) == .html)
    #expect(UTType(tag: "x", tagClass: UTTagClass(rawValue: "other"), conformingTo: nil) == nil)
    #expect(
      UTType.types(tag: "svg", tagClass: .filenameExtension, conformingTo: .image).first == .svg)
  }

  @Test func `what is declared, public or made up can be told`() throws {
    #expect(UTType.json.isDeclared && UTType.json.isPublic && !UTType.json.isDynamic)
    #expect(UTType.markdown.isDeclared && !UTType.markdown.isPublic)
    #expect(UTType.json.version == nil && UTType.json.referenceURL == nil)
    let made = try #require(UTType(filenameExtension: "unheard-of"))
    #expect(!made.isDeclared && made.isDynamic && !made.isPublic)
  }

  @Test func `every constant is built in`() {
    for type: UTType in [
      .bundle, .symbolicLink, .volume, .url, .fileURL, .executable, .unixExecutable, .diskImage,
      .database, .font, .message, .emailMessage, .contact, .vCard, .calendarEvent, .toDoItem,
      .bookmark, .playlist, .presentation, .spreadsheet, .threeDContent, .delimitedText,
      .utf16PlainText, .utf16ExternalPlainText, .propertyList, .xmlPropertyList,
      .binaryPropertyList, .css, .rtfd, .assemblyLanguageSource, .cHeader, .cPlusPlusSource,
      .cPlusPlusHeader, .objectiveCSource, .objectiveCPlusPlusSource, .makefile, .javaScript,
      .rubyScript, .perlScript, .phpScript, .rawImage, .heif, .bmp, .ico, .icns, .video, .mpeg,
      .mpeg4Movie, .mpeg4Audio, .quickTimeMovie, .avi, .mp3, .wav, .aiff, .midi, .m3uPlaylist,
      .bz2, .tarArchive,
    ] {
      #expect(UTType(type.identifier) == type)
      #expect(type.isDeclared && type.localizedDescription != nil, "\(type)")
    }
  }

  @Test func `every type of a document leads to an item or content`() {
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
