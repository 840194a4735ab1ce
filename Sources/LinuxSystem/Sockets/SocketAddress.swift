import Glibc

/// Where a Unix socket listens: a path, or a name of the kernel's own.
package struct SocketAddress: Hashable, Sendable {
  /// What follows the family in `sockaddr_un`.
  let bytes: [UInt8]
  /// For messages.
  package let path: [UInt8]

  /// How long a path can be, without the NUL after it.
  package static let longestPath = capacity - 1

  /// A socket in the file system. One that is too long throws `.nameTooLong`: the kernel would
  /// cut it, and so bind another path.
  package init(path: [UInt8]) throws(SystemError) {
    guard !path.isEmpty, !path.contains(0) else {
      throw SystemError(call: "bind", errno: .invalid, path: path)
    }
    guard path.count <= Self.longestPath else {
      throw SystemError(call: "bind", errno: .nameTooLong, path: path)
    }
    bytes = path + [0]
    self.path = path
  }

  /// A name without a file, gone with its last socket; written with `@` before it.
  package init(abstract name: [UInt8]) throws(SystemError) {
    path = [UInt8(ascii: "@")] + name
    guard name.count < Self.capacity else {
      throw SystemError(call: "bind", errno: .nameTooLong, path: path)
    }
    bytes = [0] + name
  }

  /// Lends the address as the calls want it.
  func withSystemAddress<Result>(
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let size = Self.start + bytes.count
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(size)) }
    }
  }

  private static let start = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
  private static let capacity = MemoryLayout<sockaddr_un>.size - start
}
