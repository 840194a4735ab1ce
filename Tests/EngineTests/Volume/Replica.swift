import LinuxSystem
import Reconciliation
import StateStore
import TestSupport
import Testing

@testable import Engine

/// A path beneath a root; the test fails where the text is none.
func beneath(_ text: String) throws -> RelativePath {
  try #require(RelativePath(text))
}

/// A replica on a real disk, with other programs' doings at hand.
final class Replica {
  /// Where root and state are.
  enum Disks: CaseIterable {
    case ext4
    case memory
    /// The root in memory, the state on the disk: files are staged in `.collate`.
    case apart

    fileprivate var root: String { self == .ext4 ? "/tmp" : "/dev/shm" }
    fileprivate var state: String { self == .memory ? "/dev/shm" : "/tmp" }
  }

  let files: TemporaryFolder
  let state: TemporaryFolder
  let volume: DirectoryVolume

  init(_ disks: Disks = .ext4, watcher: Watcher = Watcher(wake: {})) throws {
    files = try TemporaryFolder(in: disks.root)
    state = try TemporaryFolder(in: disks.state)
    volume = try DirectoryVolume(root: files.path, stateFolder: state.path, watcher: watcher)
    // A busy machine may be too slow to measure it; what these tests compare are plain stamps.
    volume.stamps = StampClock(isFine: [try files.directory.status().device: true])
  }

  /// Lists everything, as a scan does, and takes the hints that came before.
  @discardableResult
  func scan() throws -> [String] {
    var found: [String] = []
    var pending = [RelativePath.root]
    while let directory = pending.popLast() {
      for entry in try volume.list(directory) {
        let path = try #require(directory.appending(entry.name))
        found.append("\(path)")
        if entry.kind == .directory { pending.append(path) }
      }
    }
    _ = volume.takeHints()
    return found.sorted()
  }

  func contents(_ name: String) throws -> String? {
    guard case .content(let bytes, _) = try volume.contents(beneath(name), limit: 1 << 20) else {
      return nil
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Installs a text, expecting another one, or nothing.
  func install(
    _ text: String, at name: String, over old: String?, id: UInt64 = 1, mode: UInt32? = nil,
    modified: Int64? = nil
  ) throws -> InstallOutcome {
    try volume.install(
      Installation(
        id: id, path: beneath(name), content: Array(text.utf8), digest: digest(text),
        expecting: old.map(digest), mode: mode, modified: modified))
  }

  func remove(_ name: String, expecting old: String, id: UInt64 = 1) throws -> RemoveOutcome {
    try volume.remove(beneath(name), expecting: digest(old), id: id)
  }

  /// What lies in the displaced folder, as text by id.
  func displaced() throws -> [UInt64: String] {
    Dictionary(
      uniqueKeysWithValues: try volume.displaced().map {
        ($0.id, String(decoding: $0.content, as: UTF8.self))
      })
  }

  func digest(_ text: String) -> Digest { SHA256.digest(Array(text.utf8)) }

  /// Has something happen between the last look at what has a name and each rename onto it.
  func beforeRename(_ body: @escaping (Replica) throws -> Void) {
    volume.calls.beforeRename = { [unowned self] in
      do {
        try body(self)
      } catch {
        Issue.record(error)
      }
    }
  }

  /// Opens the replica anew, as after a crash.
  func reopened() throws -> DirectoryVolume {
    try DirectoryVolume(root: files.path, stateFolder: state.path, wake: {})
  }

  // MARK: Other programs

  func makeDirectory(_ name: String) throws {
    try makeDirectories(files.path(of: name), mode: 0o700)
  }

  /// Renames within the root.
  func move(_ name: String, to newName: String, _ mode: RenameMode = .replace) throws {
    let source = try files.directory.place(of: Array(name.utf8))
    let target = try files.directory.place(of: Array(newName.utf8))
    try source.directory.rename(source.name, to: target.directory, as: target.name, mode)
  }

  func delete(_ name: String) throws {
    let place = try files.directory.place(of: Array(name.utf8))
    if try place.directory.status(of: place.name).kind == .directory {
      try place.directory.removeDirectory(place.name)
    } else {
      try place.directory.removeFile(place.name)
    }
  }

  /// A program's descriptor, open for writing.
  func openForWriting(_ name: String) throws -> Descriptor {
    try files.directory.open(beneath: Array(name.utf8), .readWrite)
  }
}
