import CLinux
import Glibc

extension Descriptor {
  /// The names of all its extended attributes that we may see.
  ///
  /// Throws `.notSupported` where the file system has none. Wraps `flistxattr(2)`.
  package func attributeNames() throws(SystemError) -> [[UInt8]] {
    let list = try growing("flistxattr") { clinux_flistxattr(raw, $0, $1) }
    return list.split(separator: 0).map { Array($0) }
  }

  /// Whether it has attributes that belong to its user (`user.*`).
  ///
  /// Wraps `flistxattr(2)`.
  package func hasUserAttributes() throws(SystemError) -> Bool {
    do {
      return try attributeNames().contains { $0.starts(with: "user.".utf8) }
    } catch {
      guard error.errno == .notSupported else { throw error }
      return false
    }
  }

  /// Nil where there is no such attribute.
  ///
  /// Throws `.notSupported` where the file system has none. Wraps `fgetxattr(2)`.
  package func attribute(_ name: [UInt8]) throws(SystemError) -> [UInt8]? {
    let terminated = terminated(name)
    do {
      return try growing("fgetxattr", path: name) { clinux_fgetxattr(raw, terminated, $0, $1) }
    } catch {
      guard error.errno == .noAttribute else { throw error }
      return nil
    }
  }

  /// Makes or replaces an attribute.
  ///
  /// Wraps `fsetxattr(2)`.
  package func setAttribute(_ name: [UInt8], to value: [UInt8]) throws(SystemError) {
    try retrying("fsetxattr", path: name) { clinux_fsetxattr(raw, $0, value, value.count) }
  }

  /// Removes an attribute; one that isn't there is no error.
  ///
  /// Wraps `fremovexattr(2)`.
  package func removeAttribute(_ name: [UInt8]) throws(SystemError) {
    do {
      try retrying("fremovexattr", path: name) { clinux_fremovexattr(raw, $0) }
    } catch {
      guard error.errno == .noAttribute else { throw error }
    }
  }

  /// Gives it the attributes of another file that belong to its user (`user.*`): labels and
  /// access lists of the system are made anew with each file. A source on a file system without
  /// attributes has none.
  ///
  /// Wraps `flistxattr(2)`, `fgetxattr(2)` and `fsetxattr(2)`.
  package func copyUserAttributes(from source: borrowing Descriptor) throws(SystemError) {
    let names: [[UInt8]]
    do {
      names = try source.attributeNames()
    } catch {
      guard error.errno == .notSupported else { throw error }
      return
    }
    for name in names where name.starts(with: "user.".utf8) {
      // Nil where it was removed since it was listed.
      if let value = try source.attribute(name) { try setAttribute(name, to: value) }
    }
  }
}

/// Makes a call that fills a buffer or says `.outOfRange`, with ever larger ones: what is asked
/// for may grow between two calls, so that asking for its size first settles nothing.
private func growing(
  _ call: String, path: [UInt8]? = nil, _ body: (UnsafeMutablePointer<CChar>?, Int) -> Int
) throws(SystemError) -> [UInt8] {
  var size = 1024
  while true {
    var buffer = [CChar](repeating: 0, count: size)
    do {
      let count = try retrying(call, path: path) { body(&buffer, size) }
      return buffer.prefix(count).map { UInt8(bitPattern: $0) }
    } catch {
      // The kernel gives at most 64 KiB.
      guard error.errno == .outOfRange, size < 64 << 10 else { throw error }
      size *= 4
    }
  }
}
