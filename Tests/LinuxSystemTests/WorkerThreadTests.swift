import LinuxSystem
import Synchronization
import Testing

@Suite struct `Worker threads` {
  @Test func `do every piece once, and are done when they say so`() throws {
    let threads = try WorkerThreads(name: "worker", count: 3)
    for count in [0, 1, 2, 3, 100, 1_000] {
      let counts = Counts()
      threads.forEach(count) { number in counts.add(number) }
      #expect(counts.all == Dictionary(uniqueKeysWithValues: (0..<count).map { ($0, 1) }))
    }
  }

  @Test func `leave the work to a caller who finds them busy`() throws {
    let threads = try WorkerThreads(name: "worker", count: 2)
    let inner = Counts()
    threads.forEach(4) { _ in
      threads.forEach(5) { number in inner.add(number) }
    }
    #expect(inner.all == [0: 4, 1: 4, 2: 4, 3: 4, 4: 4])
  }
}

/// How often each piece was done.
private final class Counts: Sendable {
  private let counts = Mutex<[Int: Int]>([:])

  var all: [Int: Int] { counts.withLock { $0 } }

  func add(_ number: Int) { counts.withLock { $0[number, default: 0] += 1 } }
}
