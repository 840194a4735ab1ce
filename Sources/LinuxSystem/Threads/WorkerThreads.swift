import Synchronization

/// A few threads that share out work which blocks: what waits for a disk is waited for together.
///
/// They are started when they are first needed, sleep while there is nothing to do, and are never
/// Swift's own pool.
package final class WorkerThreads: Sendable {
  package typealias Piece = @Sendable (Int) -> Void

  private struct State {
    var piece: Piece?
    var next = 0
    var count = 0
    /// Pieces that are not done yet.
    var open = 0
    var isStarted = false
    var isTaken = false
  }

  private let name: String
  private let wakes: [WakePipe]
  private let finished: WakePipe
  private let state = Mutex(State())

  /// - Parameter count: how many threads, besides the one that asks.
  package init(name: String, count: Int) throws(SystemError) {
    self.name = name
    var wakes: [WakePipe] = []
    for _ in 0..<count { wakes.append(try WakePipe()) }
    self.wakes = wakes
    finished = try WakePipe()
  }

  /// Does a piece of work for each number below `count`, several at once and on the caller's thread
  /// too, and returns when all are done. Where the threads are busy for another caller, or can't be
  /// started, the caller does all of it.
  package func forEach(_ count: Int, _ piece: @escaping Piece) {
    guard take(count, piece) else {
      for number in 0..<count { piece(number) }
      return
    }
    for wake in wakes { wake.wake() }
    work()
    while state.withLock({ $0.open > 0 }) {
      var entries = [finished.entry]
      // Only a lack of memory makes it fail: then it is asked again.
      _ = Result { () throws(SystemError) in try wait(for: &entries, milliseconds: 1_000) }
      finished.drain()
    }
    state.withLock { state in
      state.piece = nil
      state.isTaken = false
    }
  }

  private func take(_ count: Int, _ piece: @escaping Piece) -> Bool {
    let needsStart: Bool? = state.withLock { state in
      guard !state.isTaken else { return nil }
      state.isTaken = true
      state.piece = piece
      state.next = 0
      state.count = count
      state.open = count
      defer { state.isStarted = true }
      return !state.isStarted
    }
    guard let needsStart else { return false }
    if needsStart { start() }
    return true
  }

  /// Where a thread can't be started, those that can, and the caller, do its share.
  private func start() {
    for wake in wakes {
      _ = Result { () throws(SystemError) in
        try DedicatedThread(name: name, stackSize: 256 << 10) { [self] in serve(wake) }
      }
    }
  }

  private func serve(_ wake: WakePipe) {
    while true {
      var entries = [wake.entry]
      _ = Result { () throws(SystemError) in try wait(for: &entries, milliseconds: nil) }
      wake.drain()
      work()
    }
  }

  private func work() {
    while let (piece, number) = nextPiece() {
      piece(number)
      let isLast = state.withLock { state in
        state.open -= 1
        return state.open == 0
      }
      if isLast { finished.wake() }
    }
  }

  private func nextPiece() -> (Piece, Int)? {
    state.withLock { state in
      guard let piece = state.piece, state.next < state.count else { return nil }
      defer { state.next += 1 }
      return (piece, state.next)
    }
  }
}
