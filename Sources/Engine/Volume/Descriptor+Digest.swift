import LinuxSystem
import Reconciliation
import StateStore

extension Descriptor {
  /// The digest of the whole file, a part at a time.
  func digest() throws(SystemError) -> Digest {
    var sha = SHA256()
    var offset: Int64 = 0
    while true {
      let part = try read(at: offset, count: 1 << 20)
      sha.update(part)
      offset += Int64(part.count)
      if part.count < 1 << 20 { return sha.finish() }
    }
  }
}
