import LinuxSystem
import Reconciliation
import StateStore

extension DirectoryVolume {
  /// Writes into a file that has several names, so that all of them show the new version.
  ///
  /// Under its lock, its old content being in history. What lies beyond the old end is written
  /// first: a full disk is met before anything is overwritten. RACE: What a program that takes no
  /// lock writes at the same time may be mixed with it, as it would be between any two programs.
  func writeInPlace(
    _ installation: Installation, over file: borrowing LockedFile, at place: borrowing Place
  ) throws(SystemError) -> InstallOutcome {
    let writer = try place.directory.open(beneath: place.name, [.writeOnly, .nonBlocking])
    guard try writer.status().isSameFile(as: file.status) else { return .superseded }
    calls.beforeRename()
    let oldSize = Int(file.status.size)
    let old = try file.descriptor.read(at: 0, count: oldSize)
    // RACE: what another program writes from here to the end is overwritten; with several links
    // there is no name to exchange.
    guard installation.expecting == SHA256.digest(old) else { return .superseded }
    let content = installation.content
    do throws(SystemError) {
      if content.count > oldSize {
        try writer.writeAll(Array(content[oldSize...]), at: Int64(oldSize))
      }
      try writer.writeAll(Array(content.prefix(oldSize)), at: 0)
      try writer.truncate(to: Int64(content.count))
      try writer.sync()
    } catch {
      // Room that the old content had is still its own, but where a file system copies on write.
      _ = Result { () throws(SystemError) in
        try writer.writeAll(old, at: 0)
        try writer.truncate(to: Int64(oldSize))
      }
      throw error
    }
    if let mode = installation.mode, mode != file.status.mode { try writer.setMode(mode) }
    if let attributes = installation.attributes {
      var changes: [[UInt8]: [UInt8]?] = attributes.mapValues { $0 }
      for name in try file.descriptor.travellingAttributes().keys where attributes[name] == nil {
        changes[name] = .some(nil)
      }
      try writer.setTravellingAttributes(changes)
    }
    if let modified = installation.modified { try writer.setModified(modified) }
    return .installed(fingerprint(of: try writer.status()), displaced: false)
  }
}
