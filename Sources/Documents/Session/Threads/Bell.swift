/// Wakes the one that rests.
@MainActor
final class Bell {
  private var isRung = false
  private var resting: CheckedContinuation<Void, Never>?

  /// Ends the rest that is on, or else the next one.
  func ring() {
    if let resting {
      self.resting = nil
      resting.resume()
    } else {
      isRung = true
    }
  }

  /// Returns when it rings, or at that time.
  func rest(until time: Duration?, _ clock: SessionClock) async {
    if isRung {
      isRung = false
      return
    }
    let alarm = time.map { time in
      Task {
        do {
          try await clock.sleep(time)
          ring()
        } catch {
          // It rang before.
        }
      }
    }
    await withCheckedContinuation { resting = $0 }
    alarm?.cancel()
  }
}
