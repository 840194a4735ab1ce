import FoundationEssentials
import LinuxSystem

extension Descriptor {
  /// Writes all of it at the file's offset, a part at a time.
  func writeAll(_ data: Data, _ transfer: Transfer?) throws(SystemError) {
    var offset = 0
    while offset < data.count {
      let end = min(offset + Transfer.part, data.count)
      let start = data.startIndex
      try writeAll([UInt8](data[(start + offset)..<(start + end)]))
      try transfer?.pass(end - offset)
      offset = end
    }
  }

  /// Becomes a copy, sharing the blocks on disk where the file system can. `passed` is told the bytes
  /// that have passed, and ends it by throwing.
  func copyContent(
    of original: borrowing Descriptor, passed: (Int) throws(SystemError) -> Void
  ) throws(SystemError) {
    do throws(SystemError) {
      try clone(from: original)
    } catch {
      return try copyRest(of: original, passed: passed)
    }
    try passed(Int(clamping: original.status().size))
  }

  /// As the owner of all files one keeps whose they are; another user can't give files away.
  func takeOwner(of status: FileStatus) throws(SystemError) {
    guard currentUser() == 0 else { return }
    do throws(SystemError) {
      try setOwner(status.owner, group: status.group)
    } catch {
      guard error.errno == .notPermitted || error.errno.isLack else { throw error }
    }
  }

  /// File systems without modes refuse to set one.
  func setModeWhereSupported(_ mode: UInt32) throws(SystemError) {
    do throws(SystemError) {
      try setMode(mode)
    } catch {
      guard error.errno == .notPermitted || error.errno.isLack else { throw error }
    }
  }

  /// Whether the file has this content and no more. A transfer that is given up ends it.
  func holds(_ data: Data, _ transfer: Transfer?) throws(SystemError) -> Bool {
    var offset = 0
    while true {
      let bytes = try read(at: Int64(offset), count: 256 << 10)
      if bytes.isEmpty { return offset == data.count }
      guard offset + bytes.count <= data.count else { return false }
      let start = data.startIndex + offset
      guard data[start..<(start + bytes.count)].elementsEqual(bytes) else { return false }
      offset += bytes.count
      try transfer?.pass(0)
    }
  }
}
