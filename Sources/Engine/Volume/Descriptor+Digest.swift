import LinuxSystem
import Reconciliation
import StateStore

extension Descriptor {
  /// The digest of the whole file, a part at a time.
  func digest() throws(SystemError) -> Digest {
    var sha = SHA256()
    var offset: Int64 = 0
    // One more than there is: a part that comes short is the last.
    let count = Int(clamping: min(try status().size, 1 << 20)) + 1
    while true {
      let part = try read(at: offset, count: count)
      sha.update(part)
      offset += Int64(part.count)
      if part.count < count { return sha.finish() }
    }
  }
}
