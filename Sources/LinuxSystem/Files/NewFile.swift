import Glibc

/// A file that was just made under a name that nothing had, and its descriptor.
package struct NewFile: ~Copyable, Sendable {
  package let descriptor: Descriptor
  package let name: [UInt8]
}

extension Descriptor {
  /// Makes an empty file in this directory under a new name: `prefix` and 16 random digits. Open
  /// for reading and writing.
  ///
  /// Wraps `openat2(2)` with `O_EXCL`.
  package func createFile(prefix: [UInt8], mode: UInt32) throws(SystemError) -> NewFile {
    var attempts = 0
    while true {
      let digits = String(UInt64.random(in: .min ... .max), radix: 16)
      let name =
        prefix + Array(repeating: UInt8(ascii: "0"), count: 16 - digits.utf8.count)
        + Array(digits.utf8)
      do {
        return NewFile(
          descriptor: try open(beneath: name, [.readWrite, .create, .exclusive], mode: mode),
          name: name)
      } catch {
        attempts += 1
        guard error.errno == .exists, attempts < 100 else { throw error }
      }
    }
  }

  /// Makes an empty file without a name on this directory's file system, to be given one by
  /// `link(into:as:)`; without one it goes with its descriptor. Open for reading and writing.
  ///
  /// Throws `.notSupported` where the file system can't. Wraps `openat(2)` with `O_TMPFILE`.
  package func createUnnamedFile(mode: UInt32) throws(SystemError) -> Descriptor {
    try open(beneath: [], [.readWrite, .unnamed], mode: mode)
  }
}
