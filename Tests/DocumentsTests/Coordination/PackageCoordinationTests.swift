import Documents
import FoundationEssentials
import LinuxSystem
import TestSupport
import Testing

/// A package is one document: who touches a member holds the whole.
@Suite struct PackageCoordinationTests {
  let files: CoordinatedFiles

  init() throws {
    _ = UTType(exportedAs: "org.example.coordinated-package", conformingTo: .package)
    files = try CoordinatedFiles()
    try makeDirectories(files.folder.path(of: "My.coordinated-package/pages"), mode: 0o700)
    try files.folder.write("one", to: "My.coordinated-package/pages/1.txt")
  }

  @Test func `a member is coordinated on its package's directory`() async throws {
    let member = files.url("My.coordinated-package/pages/1.txt")
    let access = try await NSFileCoordinator().beginAccess(writingItemsAt: [member])
    #expect(try !files.isFree("My.coordinated-package", .shared))
    #expect(try files.isFree("My.coordinated-package/pages/1.txt", .exclusive))
    access.end()
    let new = files.url("My.coordinated-package/pages/2/a.txt")
    let other = try await NSFileCoordinator().beginAccess(readingItemsAt: [new])
    #expect(try files.isFree("My.coordinated-package", .shared))
    #expect(try !files.isFree("My.coordinated-package", .exclusive))
    other.end()
  }

  @Test func `members are free within an accessor of the package`() async throws {
    let member = files.url("My.coordinated-package/pages/1.txt")
    let text = try await NSFileCoordinator().coordinate(
      writingItemAt: files.url("My.coordinated-package")
    ) { _ in
      try await NSFileCoordinator().coordinate(readingItemAt: member) { url in
        try String(contentsOf: url, encoding: .utf8)
      }
    }
    #expect(text == "one")
  }

  @Test func `two members of one package can be held at once`() async throws {
    let access = try await NSFileCoordinator().beginAccess(
      readingItemsAt: [files.url("My.coordinated-package/pages/1.txt")],
      writingItemsAt: [files.url("My.coordinated-package/pages/2.txt")])
    #expect(try !files.isFree("My.coordinated-package", .shared))
    access.end()
    #expect(try files.isFree("My.coordinated-package", .exclusive))
  }

  @Test func `a new package is coordinated on the directory above`() async throws {
    let access = try await NSFileCoordinator().beginAccess(
      writingItemsAt: [files.url("New.coordinated-package")])
    #expect(try !files.isFree("", .shared))
    access.end()
  }
}
