import FoundationEssentials
import LinuxSystem

extension FileRecord {
  /// As `scan`, but something must stand there that can be read, and its stamps can be trusted.
  /// Throws a `CocoaError`.
  static func readable(at place: FilePlace) throws -> FileRecord {
    do throws(SystemError) {
      var record = try scanned(place)
      var attempts = 0
      while attempts < 3, record.isJustWritten(at: wallClock()) {
        try pause(milliseconds: stampTick)
        record = try scanned(place)
        attempts += 1
      }
      guard case .special = record else { return record }
    } catch {
      throw CocoaError.file(.read, error, at: place.path(of: error))
    }
    throw CocoaError.file(
      .read, .fileReadUnknown, "it is a FIFO, socket or device.", at: place.path)
  }

  private static func scanned(_ place: FilePlace) throws(SystemError) -> FileRecord {
    guard let record = try scan(place) else {
      throw SystemError(call: "fstatat", errno: .noSuchFile, path: place.name)
    }
    return record
  }

  /// Whether some file was written so recently that one more write could leave the same stamps:
  /// file systems stamp by the kernel's clock, which ticks every few milliseconds.
  private func isJustWritten(at now: Int64) -> Bool {
    let tick = Int64(stampTick) * 1_000_000
    return switch self {
    case .file(let status):
      // A stamp far ahead is a server's, whose clock says nothing here.
      (-tick...tick).contains(now.subtractingReportingOverflow(status.changed).partialValue)
    case .directory(_, let members): members.values.contains { $0.isJustWritten(at: now) }
    case .symbolicLink, .special: false
    }
  }
}

/// In milliseconds: a little longer than the longest tick, of a kernel with 100 a second.
private let stampTick: Int32 = 12
