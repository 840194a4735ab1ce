import LinuxSystem
import Reconciliation

/// A private copy of a document for an editor to work on.
///
/// In a directory of its own that only this user can enter, under the document's own name, so
/// that the editor knows what kind of file it is. In `/var/tmp`, which outlives a restart of the
/// machine, since what can't be saved stays there.
struct WorkingCopy: ~Copyable {
  let path: [UInt8]
  private let parent: Descriptor
  private let directoryName: [UInt8]
  private let directory: Descriptor
  private let name: [UInt8]

  /// Files to look at beside it: where each is.
  let besides: [[UInt8]]

  init(
    of name: [UInt8], content: [UInt8], beside others: [(name: [UInt8], content: [UInt8])] = [],
    system: System
  ) throws(Failure) {
    let place = system.temporaryFolder()
    do {
      let parent = try openPath(place, [.readOnly, .directory])
      let digits = String(UInt64.random(in: .min ... .max), radix: 36)
      let directoryName = Array("collate-edit-\(digits)".utf8)
      try parent.makeDirectory(directoryName, mode: 0o700)
      let directory = try parent.openDirectory(directoryName)
      for (name, content) in [(name, content)] + others {
        let file = try directory.open(
          beneath: name, [.readWrite, .create, .exclusive], mode: 0o600)
        try file.writeAll(content)
      }
      self.parent = parent
      self.directoryName = directoryName
      self.directory = directory
      self.name = name
      let slash = [UInt8(ascii: "/")]
      let prefix = place + slash + directoryName + slash
      path = prefix + name
      besides = others.map { prefix + $0.name }
    } catch {
      throw Failure(
        error, "no working copy of \(displayed(name)) can be made in \(displayed(place))")
    }
  }

  /// What the editor left; an editor may have put another file in its place.
  func content() throws(Failure) -> [UInt8] {
    do {
      let file = try directory.open(beneath: name, [.readOnly, .nonBlocking])
      if let content = try file.readAll(limit: System.contentLimit) { return content }
    } catch {
      throw Failure(error, "the working copy \(displayed(path)) can't be read")
    }
    throw Failure(
      .badInput, "the working copy \(displayed(path)) is larger than can be saved",
      advice: ["It is kept there"])
  }

  /// Removes it, with the backups and swap files that the editor left beside it.
  func remove() throws(Failure) {
    do {
      for entry in try directory.list() where entry.kind != .directory {
        try directory.removeFile(entry.name)
      }
      try parent.removeDirectory(directoryName)
    } catch {
      throw Failure(error, "the working copy \(displayed(path)) can't be removed")
    }
  }
}
