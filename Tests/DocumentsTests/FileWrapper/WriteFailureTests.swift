import Documents
import Foundation
import Glibc
import LinuxSystem
import TestSupport
import Testing

/// What goes wrong while a document is written: the old one stays, and nothing lies beside it.
@Suite struct WriteFailureTests {
  @Test func `a member that has gone since ends the save, and leaves nothing`() throws {
    let notebook = try PackageFolder()
    try notebook.folder.write("elsewhere", to: "other.txt")
    let other = try FileWrapper(url: notebook.url("other.txt"))
    let wrapper = try FileWrapper(url: notebook.package)
    wrapper.addFileWrapper(other)
    try notebook.folder.directory.removeFile(Array("other.txt".utf8))
    let before = try notebook.status("Trip.notebook")
    let error = #expect(throws: CocoaError.self) {
      try wrapper.write(to: notebook.package, originalContentsURL: notebook.package)
    }
    #expect(error?.code == .fileNoSuchFile)
    #expect(error?.filePath == notebook.url("other.txt").path)
    #expect(try notebook.status("Trip.notebook") == before)
    #expect(try notebook.folder.names() == ["Trip.notebook"])
  }

  @Test(.enabled(if: geteuid() == 0, "needs to mount a small disk"))
  func `a full disk ends the save, and the next one succeeds when there is room`() throws {
    let folder = try TemporaryFolder()
    try onSmallDisk(folder) {
      let url = URL(filePath: String(decoding: folder.path, as: UTF8.self))
      let package = url.appending(path: "Trip.notebook")
      let wrapper = FileWrapper(directoryWithFileWrappers: [:])
      wrapper.addRegularFile(withContents: Data("{}".utf8), preferredFilename: "metadata.json")
      try wrapper.write(to: package, originalContentsURL: nil)
      try Data("old".utf8).write(to: url.appending(path: "note.md"))
      let filler = url.appending(path: "filler")
      try Data(count: 512 << 10).write(to: filler)

      let large = Data(repeating: 1, count: 800 << 10)
      wrapper.addRegularFile(withContents: large, preferredFilename: "large.bin")
      let full = #expect(throws: CocoaError.self) {
        try wrapper.write(to: package, originalContentsURL: package)
      }
      #expect(full?.code == .fileWriteOutOfSpace)
      #expect(full?.filePath == package.appending(path: "large.bin").path)
      #expect(full?.underlying as? POSIXError == POSIXError(.ENOSPC))
      let note = #expect(throws: CocoaError.self) {
        try FileWrapper(regularFileWithContents: large)
          .write(to: url.appending(path: "note.md"), originalContentsURL: nil)
      }
      #expect(note?.code == .fileWriteOutOfSpace)
      #expect(note?.filePath == url.appending(path: "note.md").path)
      #expect(
        try FileManager.default.subpathsOfDirectory(atPath: url.path).sorted()
          == ["Trip.notebook", "Trip.notebook/metadata.json", "filler", "note.md"])
      #expect(try Data(contentsOf: url.appending(path: "note.md")) == Data("old".utf8))

      try FileManager.default.removeItem(at: filler)
      try wrapper.write(to: package, originalContentsURL: package)
      #expect(try Data(contentsOf: package.appending(path: "large.bin")) == large)
    }
  }

  @Test(.enabled(if: geteuid() == 0, "needs to mount a small disk"))
  func `a disk that may not be written is an error that says so`() throws {
    let folder = try TemporaryFolder()
    try onSmallDisk(folder, readOnly: true) {
      let url = URL(filePath: String(decoding: folder.path, as: UTF8.self))
      let error = #expect(throws: CocoaError.self) {
        try FileWrapper(regularFileWithContents: Data())
          .write(to: url.appending(path: "note.md"), originalContentsURL: nil)
      }
      #expect(error?.code == .fileWriteVolumeReadOnly)
      #expect(error?.filePath == url.appending(path: "note.md").path)
    }
  }
}

/// Runs something on a thread that sees a disk of a megabyte at the folder.
private func onSmallDisk(
  _ folder: TemporaryFolder, readOnly: Bool = false, _ body: @escaping @Sendable () throws -> Void
) throws {
  let path = String(decoding: folder.path, as: UTF8.self)
  try DedicatedThread(name: "small disk", stackSize: 8 << 20) {
    do {
      try mountSmallDisk(path, readOnly: readOnly)
      try body()
    } catch {
      Issue.record(error)
    }
  }.join()
}

/// Mounts it for this thread alone, and what it starts; it goes with the thread.
private func mountSmallDisk(_ path: String, readOnly: Bool) throws {
  // Glibc's Swift module lacks both.
  typealias Unshare = @convention(c) (Int32) -> Int32
  typealias Mount =
    @convention(c) (
      UnsafePointer<CChar>?, UnsafePointer<CChar>, UnsafePointer<CChar>?, UInt,
      UnsafePointer<CChar>?
    ) -> Int32
  let unshare = unsafeBitCast(try #require(dlsym(nil, "unshare")), to: Unshare.self)
  let mount = unsafeBitCast(try #require(dlsym(nil, "mount")), to: Mount.self)
  let (newMounts, readOnlyFlag, isPrivate, recursive): (Int32, UInt, UInt, UInt) =
    (0x0002_0000, 1, 1 << 18, 1 << 14)
  try #require(unshare(newMounts) == 0)
  try #require(mount(nil, "/", nil, isPrivate | recursive, nil) == 0)
  try #require(mount("tmpfs", path, "tmpfs", readOnly ? readOnlyFlag : 0, "size=1m") == 0)
}
