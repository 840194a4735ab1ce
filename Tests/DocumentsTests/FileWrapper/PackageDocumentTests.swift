import Documents
import Foundation
import LinuxSystem
import TestSupport
import Testing

/// The reader and the writer of packages, with what a session remembers between them.
@Suite struct PackageDocumentTests {
  private func read(_ url: URL) async throws -> [String] {
    let reader = FileWrapperDocumentReader<[String]>(.init(contentType: .package)) { package in
      (package.fileWrappers?["pages"]?.fileWrappers ?? [:]).keys.sorted()
    }
    let progress = ProgressManager(totalCount: 1)
    let names = try await reader.read(
      from: url, progress: progress.subprogress(assigningCount: 1))
    #expect(progress.isFinished)
    return names
  }

  /// Writes the manifest, and leaves the rest.
  private func write(_ manifest: String, to url: URL) async throws {
    let writer = FileWrapperDocumentWriter<String>(.init(contentType: .package)) { text, existing in
      let package = existing ?? FileWrapper(directoryWithFileWrappers: [:])
      replace("metadata.json", in: package, by: text)
      return package
    }
    let progress = ProgressManager(totalCount: 1)
    try await writer.write(
      snapshot: manifest, to: url, previous: nil,
      progress: progress.subprogress(assigningCount: 1))
    #expect(progress.isFinished)
  }

  @Test func `the writer is handed what was read, and writes what is different`() async throws {
    let notebook = try PackageFolder()
    let activity = FileActivity()
    try await FileActivity.$current.withValue(activity) {
      try await FileMemory.$current.withValue(FileMemory()) {
        #expect(try await read(notebook.package) == ["1.txt", "2.txt", "3.txt"])
        try await write("one", to: notebook.package)
        try await write("two", to: notebook.package)
        try await write("two", to: notebook.package)
      }
    }
    #expect(activity.counts.filesWritten == 2)
    #expect(activity.counts.filesLinked == 6)
    // The manifest, to see that it is as it was.
    #expect(activity.counts.filesRead == 2)
    #expect(try notebook.folder.read("Trip.notebook/metadata.json") == "two")
  }

  @Test func `what was read is known, and a change since is a conflict or stays`() async throws {
    let notebook = try PackageFolder()
    let memory = FileMemory()
    try await FileMemory.$current.withValue(memory) {
      _ = try await read(notebook.package)
      #expect(try memory.isCurrent())
      try notebook.folder.write("theirs", to: "Trip.notebook/pages/1.txt")
      #expect(try !memory.isCurrent())
      try await write("mine", to: notebook.package)
      #expect(try notebook.folder.read("Trip.notebook/pages/1.txt") == "theirs")
      #expect(try !memory.isCurrent())
      _ = try await read(notebook.package)
      #expect(try memory.isCurrent())
      try notebook.folder.write("theirs", to: "Trip.notebook/metadata.json")
      await #expect(throws: FileChangedError.self) {
        try await write("mine again", to: notebook.package)
      }
      #expect(try notebook.folder.read("Trip.notebook/metadata.json") == "theirs")
    }
  }

  @Test func `a version that is made beside its document links what is unchanged`() async throws {
    let notebook = try PackageFolder()
    let memory = FileMemory()
    let activity = FileActivity()
    try notebook.folder.directory.makeDirectory(Array("staging".utf8), mode: 0o700)
    let pipe = notebook.url("Trip.notebook/pipe").path
    mkfifo(pipe, 0o600)
    let staged = notebook.url("staging/Trip.notebook")
    try await FileActivity.$current.withValue(activity) {
      try await FileMemory.$current.withValue(memory) {
        _ = try await read(notebook.package)
        try await FileMemory.$replaced.withValue(notebook.package) {
          try await write("new", to: staged)
        }
      }
    }
    #expect(activity.counts.filesWritten == 1)
    #expect(activity.counts.filesLinked == 4)
    #expect(activity.counts.filesCopied == 0)
    #expect(try notebook.folder.read("Trip.notebook/metadata.json") == "{}")
    #expect(try notebook.folder.read("staging/Trip.notebook/metadata.json") == "new")
    #expect(try notebook.status("staging/Trip.notebook/pipe").kind == .special)

    // As a session puts it in place.
    let staging = try notebook.folder.directory.openDirectory(Array("staging".utf8))
    let name = Array("Trip.notebook".utf8)
    try staging.rename(name, to: notebook.folder.directory, as: name, .exchange)
    try FileManager.default.removeItem(at: staged)
    try memory.move(to: notebook.package)
    #expect(try memory.isCurrent())
  }

  @Test func `a document behind a link is read and written where it lies`() async throws {
    let notebook = try PackageFolder()
    try notebook.folder.directory.makeSymbolicLink(
      Array("link".utf8), to: Array("Trip.notebook".utf8))
    #expect(try await read(notebook.url("link")).count == 3)
    try await write("new", to: notebook.url("link"))
    #expect(try notebook.status("link").kind == .symbolicLink)
    #expect(try notebook.folder.read("Trip.notebook/metadata.json") == "new")
  }

  @Test func `members read before a rename are read after it`() async throws {
    let notebook = try PackageFolder()
    let memory = FileMemory()
    let reader = FileWrapperDocumentReader<Page>(.init(contentType: .package)) { package in
      Page(status: package.fileWrappers?["pages"]?.fileWrappers?["1.txt"]?.fileAttributes.count)
    }
    let page = try await FileMemory.$current.withValue(memory) {
      try await reader.read(
        from: notebook.package,
        progress: ProgressManager(totalCount: 1).subprogress(assigningCount: 1))
    }
    #expect(page.status == 7)
    let moved = notebook.url("Moved.notebook")
    try FileManager.default.moveItem(at: notebook.package, to: moved)
    try memory.move(to: moved)
    try await FileMemory.$current.withValue(memory) { try await write("after", to: moved) }
    #expect(try notebook.folder.read("Moved.notebook/metadata.json") == "after")
    #expect(try notebook.folder.read("Moved.notebook/pages/1.txt") == "page 1")
  }

  struct Page { var status: Int? }

  @Test func `a large file is reported as it passes, and a cancelled read ends`() async throws {
    let notebook = try PackageFolder()
    let large = Data(repeating: 7, count: 5 << 20)
    let writer = FileWrapperDocumentWriter<Data>(.init(contentType: .data)) { data, _ in
      FileWrapper(regularFileWithContents: data)
    }
    let writing = ProgressManager(totalCount: 1)
    try await writer.write(
      snapshot: large, to: notebook.url("large"), previous: nil,
      progress: writing.subprogress(assigningCount: 1))
    #expect(writing.isFinished)
    let reader = FileWrapperDocumentReader<Int>(.init(contentType: .data)) { file in
      file.regularFileContents?.count ?? 0
    }
    let reading = ProgressManager(totalCount: 1)
    let count = try await reader.read(
      from: notebook.url("large"), progress: reading.subprogress(assigningCount: 1))
    #expect(count == 5 << 20)
    #expect(reading.isFinished)

    let before = try notebook.paths()
    let url = notebook.url("large")
    let cancelled = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await writer.write(
        snapshot: Data(repeating: 8, count: 5 << 20), to: url, previous: nil,
        progress: ProgressManager(totalCount: 1).subprogress(assigningCount: 1))
    }
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    #expect(try notebook.paths() == before)
    #expect(try Data(contentsOf: url) == large)
  }
}
