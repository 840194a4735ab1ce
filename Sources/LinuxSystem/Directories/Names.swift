import Glibc

extension Descriptor {
  /// Makes a directory in this one.
  ///
  /// Wraps `mkdirat(2)`.
  package func makeDirectory(_ name: [UInt8], mode: UInt32) throws(SystemError) {
    try retrying("mkdirat", name: name) { mkdirat(raw, $0, mode_t(mode)) }
  }

  /// Removes a name that isn't a directory from this one.
  ///
  /// Wraps `unlinkat(2)`.
  package func removeFile(_ name: [UInt8]) throws(SystemError) {
    try retrying("unlinkat", name: name) { unlinkat(raw, $0, 0) }
  }

  /// Removes an empty directory from this one.
  ///
  /// Wraps `unlinkat(2)` with `AT_REMOVEDIR`.
  package func removeDirectory(_ name: [UInt8]) throws(SystemError) {
    try retrying("unlinkat", name: name) { unlinkat(raw, $0, AT_REMOVEDIR) }
  }

  /// Gives a file of this directory one more name, which must be free.
  ///
  /// Wraps `linkat(2)`.
  package func link(
    _ name: [UInt8], to directory: borrowing Descriptor, as newName: [UInt8]
  ) throws(SystemError) {
    let target = directory.raw
    guard isComponent(name) else {
      throw SystemError(call: "linkat", errno: .invalid, path: name)
    }
    let source = terminated(name)
    try retrying("linkat", name: newName) { linkat(raw, source, target, $0, 0) }
  }

  /// Gives this open file, which may have been made without a name, a name that must be free.
  ///
  /// Through `/proc`, since the direct way asks for a privilege. Wraps `linkat(2)`.
  package func link(
    into directory: borrowing Descriptor, as newName: [UInt8]
  ) throws(SystemError) {
    let target = directory.raw
    let source = "/proc/self/fd/\(raw)"
    try retrying("linkat", name: newName) {
      linkat(AT_FDCWD, source, target, $0, AT_SYMLINK_FOLLOW)
    }
  }

  /// Makes a symbolic link in this directory, which may lead nowhere.
  ///
  /// Wraps `symlinkat(2)`.
  package func makeSymbolicLink(_ name: [UInt8], to target: [UInt8]) throws(SystemError) {
    guard !target.contains(0) else {
      throw SystemError(call: "symlinkat", errno: .invalid, path: name)
    }
    let target = terminated(target)
    try retrying("symlinkat", name: name) { symlinkat(target, raw, $0) }
  }

  /// Where a symbolic link in this directory leads, as it is written.
  ///
  /// Wraps `readlinkat(2)`.
  package func readSymbolicLink(_ name: [UInt8]) throws(SystemError) -> [UInt8] {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = try retrying("readlinkat", name: name) {
      readlinkat(raw, $0, &target, Int(PATH_MAX))
    }
    return target.prefix(count).map { UInt8(bitPattern: $0) }
  }
}
