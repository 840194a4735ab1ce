import LinuxSystem
import TestSupport
import Testing

/// That a directory can't be listed must never look like an empty directory.
@Suite struct ListingFailureTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.directory.setMode(0o755)
    try makeDirectories(folder.path(of: "sub"), mode: 0o700)
    try folder.write("x", to: "sub/n.md")
  }

  @Test func `without permission it is an error`() throws {
    let folder = folder
    let outcome = try onOwnThread { () -> Errno? in
      becomeOrdinaryUser()
      return errno { () throws(SystemError) in
        _ = try folder.directory.openDirectory(Array("sub".utf8)).list()
      }
    }
    #expect(outcome == .accessDenied)
  }

  @Test func `a directory that was opened before it lost its permission is an error`() throws {
    let folder = folder
    let outcome = try onOwnThread { () -> Errno? in
      errno { () throws(SystemError) in
        let sub = try folder.directory.openDirectory(Array("sub".utf8))
        becomeOrdinaryUser()
        _ = try sub.list()
      }
    }
    #expect(outcome == .accessDenied)
  }

  @Test func `without a free descriptor it is an error`() throws {
    let folder = folder
    let outcome = try onOwnThread { () -> Errno? in
      useUpDescriptors()
      return errno { () throws(SystemError) in _ = try folder.directory.list() }
    }
    #expect(outcome == .tooManyOpen)
  }

  @Test func `the names are there again afterwards`() throws {
    #expect(try folder.names() == ["sub"])
  }
}
