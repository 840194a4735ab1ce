import LinuxSystem

/// How well the stamps of a file system tell two writes apart.
///
/// A stamp is as coarse as the kernel's tick (up to 10 ms), or as the file system's own (a second
/// on some, two on FAT). Two writes of the same size within one step leave the same stamp, so a
/// version read just after the first would hide the second for ever. Kernels from 6.13 give a
/// finer stamp to each change after a `stat`, on the file systems that take part; which those
/// are is measured, on a file of our own.
struct StampClock {
  /// Longer than any tick; a stamp older than this can't be met again.
  static let tick: Int64 = 20_000_000
  /// For file systems that keep whole seconds.
  static let coarseTick: Int64 = 2_500_000_000

  /// By device: whether each change after a `stat` has a stamp of its own.
  private var isFine: [UInt64: Bool] = [:]

  /// Whether a later write could leave the very stamp that `status` has.
  func mayRepeat(_ status: FileStatus, now: Int64) -> Bool {
    if isFine[status.device] == true { return false }
    let second: Int64 = 1_000_000_000
    let isCoarse =
      status.changed.isMultiple(of: second) && status.modified.isMultiple(of: second)
    let step = isCoarse ? Self.coarseTick : Self.tick
    // A stamp from the future comes of a clock that was put back: the next will not be like it,
    // but for one close by.
    return abs(now.subtractingClamped(status.changed)) < step
  }

  /// What was found of the device, nil where nothing was measured.
  func isFine(on device: UInt64) -> Bool? { isFine[device] }

  /// Measures the file system of a file that is open for writing and nobody else's: writes to it.
  mutating func measure(_ file: borrowing Descriptor) throws(SystemError) {
    let device = try file.status().device
    guard isFine[device] == nil else { return }
    let start = steadyClock()
    var stamps: Set<Int64> = []
    let rounds = 8
    for round in 0..<rounds {
      try file.writeAll([UInt8(round)], at: 0)
      stamps.insert(try file.status().changed)
    }
    // Where the rounds took longer than a tick (1 ms on the fastest clocks), differing stamps
    // prove nothing: it stays open, and counts as coarse.
    if stamps.count < rounds {
      isFine[device] = false
    } else if steadyClock() - start < 1_000_000 {
      isFine[device] = true
    }
  }
}

extension Int64 {
  fileprivate func subtractingClamped(_ other: Int64) -> Int64 {
    let (difference, overflows) = subtractingReportingOverflow(other)
    return overflows ? .max : difference
  }
}
