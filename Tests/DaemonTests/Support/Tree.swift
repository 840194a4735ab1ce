import Control
import LinuxSystem
import Reconciliation

/// The documents beneath a directory with their contents, and what else is there. A symbolic link
/// counts as one that holds what stands for it.
struct Tree: Equatable {
  var files: [WirePath: [UInt8]] = [:]
  /// FIFOs and the like.
  var others: Set<WirePath> = []

  /// Just these files.
  init(files: [WirePath: [UInt8]]) {
    self.files = files
  }

  /// Reads it. A file named `.empty` only keeps an empty folder in a catalogue, and is left out.
  /// A file too large for a test counts as empty.
  init(of directory: [UInt8]) throws {
    try read(openPath(directory, .directory), [])
  }

  private mutating func read(_ directory: borrowing Descriptor, _ prefix: [UInt8]) throws {
    for entry in try directory.list() where entry.name != Array(".empty".utf8) {
      let path = prefix + entry.name
      switch try directory.status(of: entry.name).kind {
      case .directory:
        try read(directory.openDirectory(entry.name), path + [UInt8(ascii: "/")])
      case .file:
        files[WirePath(path)] =
          try directory.openDocument(entry.name).readAll(limit: 64 << 20) ?? []
      case .symbolicLink:
        files[WirePath(path)] =
          SymbolicLink(to: try directory.readSymbolicLink(entry.name))?.content ?? []
      case .special: others.insert(WirePath(path))
      }
    }
  }

  var digests: [WirePath: String] { files.mapValues { digest(of: $0) } }

  /// Whether some file holds these bytes.
  func holds(_ bytes: [UInt8]) -> Bool {
    files.values.contains { !$0.ranges(of: bytes).isEmpty || bytes.isEmpty }
  }
}
