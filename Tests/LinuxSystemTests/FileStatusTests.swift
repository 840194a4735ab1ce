import TestSupport
import Testing

@testable import LinuxSystem

@Suite struct FileStatusTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("twelve bytes", to: "a.md", mode: 0o640)
  }

  @Test func `a status says what the file is`() throws {
    try folder.directory.link(Array("a.md".utf8), to: folder.directory, as: Array("b.md".utf8))
    let status = try folder.directory.status(of: Array("a.md".utf8))
    #expect(status.kind == .file)
    #expect(status.size == 12)
    #expect(status.mode == 0o640)
    #expect(status.links == 2)
    #expect(status.owner == currentUser())
    #expect(abs(status.modified - wallClock()) < 60_000_000_000)
    #expect(abs(status.changed - wallClock()) < 60_000_000_000)
  }

  @Test func `one file has one identity, by name and open`() throws {
    let opened = try folder.directory.openDocument(Array("a.md".utf8)).status()
    #expect(opened == (try folder.directory.status(of: Array("a.md".utf8))))
    #expect(!opened.isSameFile(as: try folder.directory.status()))
  }

  @Test(arguments: [
    // 1969-12-31 23:59:59.999999999, 1970, 2004, 2100.
    -1, 0, 1_078_000_000_123_456_789, 4_102_444_800_000_000_001,
  ])
  func `an mtime is kept to the nanosecond`(time: Int64) throws {
    let shared = try TemporaryFolder(in: "/dev/shm")
    try shared.write("x", to: "a.md")
    let file = try shared.directory.openDocument(Array("a.md".utf8))
    try file.setModified(time)
    #expect(try file.status().modified == time)
  }

  @Test(arguments: ["1601-01-01", "1900-01-01", "2262-12-31", "2446-01-01", "9999-12-31"])
  func `no year stops a status`(date: String) throws {
    let shared = try TemporaryFolder(in: "/dev/shm")
    try shared.write("x", to: "a.md")
    let arguments = ["touch", "-d", date, String(decoding: shared.path(of: "a.md"), as: UTF8.self)]
    let process = try spawn(arguments.map { Array($0.utf8) })
    #expect(try waitForExit(of: process) == .exited(0))
    let modified = try shared.directory.status(of: Array("a.md".utf8)).modified
    switch date.prefix(4) {
    case "1601": #expect(modified == .min)
    case "1900": #expect(modified < -2_000_000_000_000_000_000)
    default: #expect(modified == .max)
    }
  }

  @Test func `seconds that do not fit become the nearest`() {
    #expect(clampedNanoseconds(.max, 999_999_999) == .max)
    #expect(clampedNanoseconds(.min, 0) == .min)
    #expect(clampedNanoseconds(9_223_372_036, 854_775_807) == .max)
    #expect(clampedNanoseconds(9_223_372_036, 854_775_808) == .max)
    #expect(clampedNanoseconds(-9_223_372_037, 145_224_192) == .min)
    #expect(clampedNanoseconds(-1, 999_999_999) == -1)
  }

  @Test func `mode and creation mask`() throws {
    let file = try folder.directory.openDocument(Array("a.md".utf8))
    try file.setMode(0o4755)
    #expect(try file.status().mode == 0o4755)
    try file.setOwner(nil, group: nil)
    #expect(try file.status().owner == currentUser())
  }
}
