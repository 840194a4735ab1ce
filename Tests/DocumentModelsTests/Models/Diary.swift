import Documents

/// The older protocol for objects, over a package.
final class Diary: ReferenceFileDocument {
  typealias Snapshot = [String: String]

  static var readableContentTypes: [UTType] { [.folder] }

  @Published var days: [String: String]

  init() {
    days = [:]
  }

  required init(configuration: ReadConfiguration) throws {
    guard let members = configuration.file.fileWrappers else {
      throw CocoaError(.fileReadCorruptFile)
    }
    days = members.compactMapValues { $0.regularFileContents }
      .mapValues { String(decoding: $0, as: UTF8.self) }
  }

  func write(_ text: String, on day: String) {
    objectWillChange.send()
    days[day] = text
  }

  func snapshot(contentType: UTType) throws -> [String: String] {
    days
  }

  func fileWrapper(
    snapshot: [String: String], configuration: WriteConfiguration
  ) throws -> FileWrapper {
    let package = configuration.existingFile ?? FileWrapper(directoryWithFileWrappers: [:])
    for (day, text) in snapshot {
      if let old = package.fileWrappers?[day] { package.removeFileWrapper(old) }
      package.addRegularFile(withContents: Data(text.utf8), preferredFilename: day)
    }
    return package
  }
}
