import LinuxSystem
import Reconciliation

extension Fingerprint {
  init(_ status: FileStatus) {
    self.init(
      inode: status.inode, size: status.size, modified: status.modified,
      changed: status.changed,
      mode: status.kind == .symbolicLink ? Fingerprint.linkMode : status.mode)
  }

  /// Itself, but with a `changed` that no file has: so that the next scan reads again.
  var distrusted: Fingerprint {
    var copy = self
    copy.changed = 0
    return copy
  }
}

extension Entry {
  init(name: [UInt8], _ status: FileStatus) {
    self.init(
      name: name, kind: Kind(status.kind), fingerprint: Fingerprint(status), links: status.links)
  }
}

extension Entry.Kind {
  init(_ kind: FileStatus.Kind) {
    self =
      switch kind {
      case .file: .file
      case .directory: .directory
      case .symbolicLink: .symbolicLink
      case .special: .special
      }
  }
}
