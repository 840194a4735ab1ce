/// Where a name stands: its directory, held open, so that the calls on the name can't be led
/// elsewhere by a symbolic link or a rename of what lies above it.
package struct Place: ~Copyable, Sendable {
  package let directory: Descriptor
  package let name: [UInt8]

  package init(directory: consuming Descriptor, name: [UInt8]) {
    self.directory = directory
    self.name = name
  }
}

extension Descriptor {
  /// The place of a path beneath this directory, reached without following a symbolic link.
  /// Nothing need stand there yet; its directory must. The directory can be synced and listed.
  /// An empty path has no place, and is refused as invalid.
  ///
  /// Wraps `openat2(2)`.
  package func place(of path: [UInt8]) throws(SystemError) -> Place {
    let slash = path.lastIndex(of: UInt8(ascii: "/"))
    let name = Array(path[(slash.map { $0 + 1 } ?? 0)...])
    guard isComponent(name) else {
      throw SystemError(call: "openat2", errno: .invalid, path: path)
    }
    return Place(directory: try openDirectory(Array(path[..<(slash ?? 0)])), name: name)
  }
}
