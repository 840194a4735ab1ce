import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite struct ProcessTests {
  private func run(_ script: String, environment: [String] = []) throws -> LinuxSystem.ExitStatus {
    let process = try spawn(
      ["sh", "-c", script].map { Array($0.utf8) }, environment: environment.map { Array($0.utf8) })
    return try waitForExit(of: process)
  }

  @Test func `a program's end is told`() throws {
    #expect(try run("exit 7") == .exited(7))
    #expect(try run("kill -TERM $$") == .killed(.terminate))
    #expect(LinuxSystem.ExitStatus.killed(.terminate).code == 143)
    #expect(LinuxSystem.ExitStatus.exited(7).code == 7)
  }

  @Test func `arguments are passed byte for byte`() throws {
    let folder = try TemporaryFolder()
    let name: [UInt8] = [0x20, 0xFF, 0x0A, 0x27]
    let process = try spawn([Array("touch".utf8), Array("--".utf8), folder.path + [0x2F] + name])
    #expect(try waitForExit(of: process) == .exited(0))
    #expect(try folder.directory.list().map(\.name) == [name])
  }

  @Test func `variables are inherited, and set anew`() throws {
    #expect(
      try run(
        "test \"$COLLATE_TEST\" = 'a b' && test -n \"$PATH\"", environment: ["COLLATE_TEST=a b"])
        == .exited(0))
    #expect(
      try run(
        "test \"$HOME\" = /new && test $(env | grep -c ^HOME=) = 1", environment: ["HOME=/new"])
        == .exited(0))
  }

  @Test func `what we ignore, a program that we start does not`() throws {
    ignoreSignals([.fileSizeLimit])
    let script =
      "mask=$(sed -n 's/^SigIgn:.//p' /proc/self/status); test $((0x$mask & 1 << 24)) = 0"
    #expect(try run(script) == .exited(0))
  }

  @Test func `a program that isn't there is an error that names it`() {
    do throws(SystemError) {
      _ = try spawn([Array("collate-no-such-program".utf8)])
      Issue.record("started what isn't there")
    } catch {
      #expect(
        error
          == SystemError(
            call: "posix_spawnp", errno: .noSuchFile, path: Array("collate-no-such-program".utf8)))
    }
    #expect(errno { () throws(SystemError) in _ = try spawn([]) } == .invalid)
    #expect(errno { () throws(SystemError) in _ = try spawn([[0x61, 0]]) } == .invalid)
  }

  @Test func `a blocked signal waits to be taken`() throws {
    let taken = try onOwnThread { () -> [Signal?] in
      do {
        try blockSignals([.user1, .user2])
        let before = try waitForSignal(in: [.user1, .user2], milliseconds: 0)
        pthread_kill(pthread_self(), SIGUSR2)
        return [before, try waitForSignal(in: [.user1, .user2])]
      } catch {
        return []
      }
    }
    #expect(taken == [nil, .user2])
  }

  @Test func `the environment and the host are read`() throws {
    #expect(environmentVariable("PATH")?.isEmpty == false)
    #expect(environmentVariable("COLLATE_NO_SUCH_VARIABLE") == nil)
    #expect(try !hostName().isEmpty)
    #expect(try workingDirectory().first == UInt8(ascii: "/"))
    #expect(
      try resolvedPath(Array("/proc/self/../self/fd/..".utf8))
        == Array("/proc/\(currentProcess())".utf8))
    #expect(
      errno { () throws(SystemError) in _ = try resolvedPath(Array("/no/such".utf8)) }
        == .noSuchFile)
  }
}
