import LinuxSystem
import Reconciliation

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
  private var isFine: [UInt64: Bool]

  init(isFine: [UInt64: Bool] = [:]) {
    self.isFine = isFine
  }

  /// Whether a later write could leave the very stamp of a file on this device.
  func mayRepeat(_ stamp: Fingerprint, on device: UInt64, now: Int64) -> Bool {
    if isFine[device] == true { return false }
    let second: Int64 = 1_000_000_000
    let isCoarse =
      stamp.changed.isMultiple(of: second) && stamp.modified.isMultiple(of: second)
    let step = isCoarse ? Self.coarseTick : Self.tick
    // A stamp from the future comes of a clock that was put back: the next will not be like it,
    // but for one close by.
    return abs(now.subtractingClamped(stamp.changed)) < step
  }

  /// What was found of the device, nil where nothing was measured.
  func isFine(on device: UInt64) -> Bool? { isFine[device] }

  /// Measures the file system of a file that is open for writing and nobody else's, if that was
  /// not done yet. Returns whether something was written to the file.
  @discardableResult
  mutating func measure(_ file: borrowing Descriptor) throws(SystemError) -> Bool {
    let device = try file.status().device
    guard isFine[device] == nil else { return false }
    for _ in 0..<3 {
      if let found = try areStampsFine(of: file) {
        isFine[device] = found
        break
      }
    }
    return true
  }

  /// Nil where it took so long that differing stamps prove nothing: that counts as coarse.
  private func areStampsFine(of file: borrowing Descriptor) throws(SystemError) -> Bool? {
    let start = steadyClock()
    var stamps: Set<Int64> = []
    let rounds = 8
    for round in 0..<rounds {
      try file.writeAll([UInt8(round)], at: 0)
      stamps.insert(try file.status().changed)
    }
    if stamps.count < rounds { return false }
    // The fastest tick is 1 ms.
    return steadyClock() - start < 1_000_000 ? true : nil
  }
}

extension Int64 {
  fileprivate func subtractingClamped(_ other: Int64) -> Int64 {
    let (difference, overflows) = subtractingReportingOverflow(other)
    return overflows ? .max : difference
  }
}
