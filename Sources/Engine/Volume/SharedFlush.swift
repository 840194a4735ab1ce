import LinuxSystem
import Reconciliation

/// Flushes a file system as a whole, which waits for the disk once however many files were written.
///
/// It flushes what other programs wrote there, too. Where that held it up, files are flushed one by
/// one for a while.
struct SharedFlush {
  /// Fewer files are flushed as quickly one by one.
  static let fewest = 8
  /// How long it may take for each file that is flushed, and besides.
  private static let timeForFile = Nanoseconds.milliseconds(5)
  private static let timeBesides = Nanoseconds.milliseconds(250)
  /// How long files are flushed one by one then.
  private static let pause = Nanoseconds.seconds(60)

  private var trusted: [UInt64: Bool] = [:]
  private var notBefore: Int64 = .min

  /// Whether a flush of all that is written there can be relied on: a program behind a file system,
  /// or another machine, is not told of it.
  mutating func isTrusted(on directory: borrowing Descriptor, _ device: UInt64) -> Bool {
    if let known = trusted[device] { return known }
    do throws(SystemError) {
      let isTrusted: Bool
      switch try directory.fileSystemStatus().type {
      case .ext, .xfs, .btrfs, .tmpfs, .overlay, .fat, .exfat: isTrusted = true
      default: isTrusted = false
      }
      trusted[device] = isTrusted
      return isTrusted
    } catch {
      return false
    }
  }

  /// Whether so many files are better flushed together.
  mutating func isWorthwhile(
    for count: Int, on directory: borrowing Descriptor, _ device: UInt64
  ) -> Bool {
    count >= Self.fewest && steadyClock() >= notBefore && isTrusted(on: directory, device)
  }

  /// Makes everything durable that was written on the directory's file system.
  mutating func flush(_ count: Int, on directory: borrowing Descriptor) throws(SystemError) {
    let start = steadyClock()
    do throws(SystemError) {
      try directory.syncFileSystem()
    } catch {
      notBefore = steadyClock() + Self.pause
      throw error
    }
    let end = steadyClock()
    if end - start > Self.timeBesides + Int64(count) * Self.timeForFile {
      notBefore = end + Self.pause
    }
  }
}
