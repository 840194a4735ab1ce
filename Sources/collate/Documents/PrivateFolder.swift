import LinuxSystem
import Reconciliation

/// A directory that only this user can enter, for files that are gone before this process is.
final class PrivateFolder: Sendable {
  let path: [UInt8]
  private let parent: Descriptor
  private let name: [UInt8]

  init(system: System) throws(Failure) {
    let place = system.temporaryFolder()
    name = Array("collate-export-\(String(UInt64.random(in: .min ... .max), radix: 36))".utf8)
    path = place + [UInt8(ascii: "/")] + name
    do {
      parent = try openPath(place, [.readOnly, .directory])
      try parent.makeDirectory(name, mode: 0o700)
    } catch {
      throw Failure(error, "nothing can be written in \(displayed(place))")
    }
  }

  /// Removes it, with the files in it.
  func remove() {
    do {
      let directory = try parent.openDirectory(name)
      for entry in try directory.list() { try directory.removeFile(entry.name) }
      try parent.removeDirectory(name)
    } catch {
      // Private, and where the system clears up: there is nothing better to do.
      return
    }
  }
}
