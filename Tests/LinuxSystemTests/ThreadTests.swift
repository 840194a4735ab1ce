import LinuxSystem
import Synchronization
import TestSupport
import Testing

@Suite struct ThreadTests {
  @Test func `a thread has its name and ends before join returns`() throws {
    let name = try onOwnThread { () -> String? in
      do {
        let file = try openPath(Array("/proc/thread-self/comm".utf8), .readOnly)
        return try file.readAll(limit: 100).map { String(decoding: $0, as: UTF8.self) }
      } catch {
        return nil
      }
    }
    #expect(name == "test\n")
  }

  @Test func `joining twice is joining once`() throws {
    let thread = try DedicatedThread(name: "a name longer than the kernel keeps") {}
    try thread.join()
    try thread.join()
  }

  @Test func `a stack of a size that can't be is an error`() {
    let code = errno { () throws(SystemError) in
      _ = try DedicatedThread(name: "small", stackSize: 1) {}
    }
    #expect(code == .invalid)
  }

  @Test func `a task waits for work that blocks on a thread of its own`() async throws {
    let name = try await onOwnThread(name: "blocking") {
      try openPath(Array("/proc/thread-self/comm".utf8), .readOnly).readAll(limit: 100)
    }
    #expect(name == Array("blocking\n".utf8))
    await #expect(throws: SystemError(call: "work", errno: .busy)) {
      try await onOwnThread(name: "failing") {
        throw SystemError(call: "work", errno: .busy)
      }
    }
  }

  @Test func `a wake from another thread ends a wait`() throws {
    let pipe = try WakePipe()
    let thread = try DedicatedThread(name: "waker") { pipe.wake() }
    var entries = [pipe.entry, PollEntry(-1, .readable)]
    #expect(try wait(for: &entries, milliseconds: nil) == 1)
    #expect(entries.map(\.result) == [.readable, []])
    try thread.join()
  }

  @Test func `many wakes are one, and none is left after it`() throws {
    let pipe = try WakePipe()
    pipe.drain()
    for _ in 0..<1000 { pipe.wake() }
    var entries = [pipe.entry]
    #expect(try wait(for: &entries, milliseconds: nil) == 1)
    pipe.drain()
    #expect(try wait(for: &entries, milliseconds: 0) == 0)
    #expect(entries[0].result == [])
  }

  @Test func `what is not open is told`() throws {
    var entries = [PollEntry(Int32.max, .readable)]
    #expect(try wait(for: &entries, milliseconds: 0) == 1)
    #expect(entries[0].result == .notOpen)
  }
}
