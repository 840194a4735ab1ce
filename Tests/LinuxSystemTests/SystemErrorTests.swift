import LinuxSystem
import Testing

@Suite struct SystemErrorTests {
  @Test func `an error says the call, the path and what the system said`() {
    let error = SystemError(call: "openat2", errno: .noSuchFile, path: Array("a/b.md".utf8))
    #expect(error.description == "openat2 of a/b.md: No such file or directory (errno 2)")
  }

  @Test func `an error about no path says the call alone`() {
    let error = SystemError(call: "poll", errno: .noMemory)
    #expect(error.description == "poll: Cannot allocate memory (errno 12)")
  }

  @Test func `an unknown number survives`() {
    #expect(Errno(rawValue: 4095).description.contains("4095"))
  }

  @Test func `no name forges a line of a log`() {
    let error = SystemError(call: "open", errno: .exists, path: Array("a\nb\u{1B}[31m".utf8))
    #expect(error.description == "open of a\\x0ab\\x1b[31m: File exists (errno 17)")
  }
}

/// What a call throws; nil where it succeeds.
func errno(_ body: () throws(SystemError) -> Void) -> Errno? {
  do {
    try body()
    return nil
  } catch {
    return error.errno
  }
}
