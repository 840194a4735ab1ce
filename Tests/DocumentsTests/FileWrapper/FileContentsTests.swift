import FoundationEssentials
import LinuxSystem
import TestSupport
import Testing

@testable import Documents

@Suite struct FileContentsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("0123456789", to: "ten")
  }

  private func url(_ name: String) -> URL {
    URL(filePath: String(decoding: folder.path(of: name), as: UTF8.self))
  }

  private func text(_ data: Data) -> String { String(decoding: data, as: UTF8.self) }

  @Test func `any part of a file can be read, and nothing beyond its end`() throws {
    for contents in [try FileContents(url: url("ten")), FileContents(Data("0123456789".utf8))] {
      #expect(contents.count == 10)
      #expect(text(try contents.data()) == "0123456789")
      #expect(text(try contents.data(at: 3, count: 4)) == "3456")
      #expect(text(try contents.data(at: 8, count: 100)) == "89")
      #expect(text(try contents.data(at: 8, count: .max)) == "89")
      #expect(try contents.data(at: 10, count: 1).isEmpty)
      #expect(try contents.data(at: -1, count: 5).isEmpty)
      #expect(try contents.data(at: 0, count: 0).isEmpty)
    }
  }

  @Test func `a part of another slice of memory is the right one`() throws {
    let slice = Data("0123456789".utf8).dropFirst(4)
    #expect(text(try FileContents(slice).data(at: 1, count: 2)) == "56")
  }

  @Test func `opening reads nothing, and reading counts what it reads`() throws {
    let activity = FileActivity()
    try FileActivity.$current.withValue(activity) {
      let contents = try FileContents(url: url("ten"))
      #expect(activity.counts.filesRead == 0)
      _ = try contents.data()
      #expect(activity.counts.bytesRead == 10)
    }
  }

  @Test func `a file that was changed since is an error`() throws {
    let contents = try FileContents(url: url("ten"))
    try folder.write("another moment's", to: "ten")
    #expect(throws: CocoaError.self) { try contents.data() }
    #expect(throws: CocoaError.self) { try contents.data(at: 0, count: 1) }
  }

  @Test func `what is no file has no contents`() throws {
    try folder.directory.makeDirectory(Array("folder".utf8), mode: 0o700)
    #expect(throws: CocoaError.self) { try FileContents(url: url("folder")) }
    #expect(throws: CocoaError.self) { try FileContents(url: url("none")) }
  }

  @Test func `it is copied with its progress, and not where it is already`() async throws {
    let contents = try FileContents(url: url("ten"))
    let activity = FileActivity()
    try await FileActivity.$current.withValue(activity) {
      let progress = ProgressManager(totalCount: 2)
      try await contents.write(
        to: url("copy"), progress: progress.subprogress(assigningCount: 1))
      #expect(progress.fractionCompleted == 0.5)
      try await contents.write(to: url("ten"), progress: progress.subprogress(assigningCount: 1))
      #expect(progress.isFinished)
    }
    #expect(activity.counts.filesWritten == 0)
    #expect(text(try Data(contentsOf: url("copy"))) == "0123456789")
  }

  @Test func `the same place at the same moment is known to be the same`() throws {
    let one = try FileContents(url: url("ten"))
    #expect(one.isKnownSame(as: try FileContents(url: url("ten"))))
    #expect(!one.isKnownSame(as: FileContents(Data("0123456789".utf8))))
    #expect(FileContents(Data([1])).isKnownSame(as: FileContents(Data([1]))))
    #expect(!FileContents(Data([1])).isKnownSame(as: FileContents(Data([2]))))
  }
}
