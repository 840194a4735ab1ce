import Glibc

/// A variable of the environment as bytes, which a path is; nil where it isn't set.
///
/// Wraps `getenv(3)`.
package func environmentVariable(_ name: String) -> [UInt8]? {
  guard let value = getenv(name) else { return nil }
  let count = strlen(value)
  return UnsafeBufferPointer(start: value, count: count).map { UInt8(bitPattern: $0) }
}

/// This process's number.
///
/// Wraps `getpid(2)`.
package func currentProcess() -> Int32 {
  getpid()
}

/// The user in whose name this process acts.
///
/// Wraps `geteuid(2)`.
package func currentUser() -> UInt32 {
  geteuid()
}

/// This machine's name, as far as the first dot.
///
/// Wraps `gethostname(2)`.
package func hostName() throws(SystemError) -> [UInt8] {
  // The kernel's longest is 64.
  var buffer = [CChar](repeating: 0, count: 256)
  try retrying("gethostname") { gethostname(&buffer, buffer.count - 1) }
  return buffer.prefix { $0 != 0 && $0 != CChar(bitPattern: UInt8(ascii: ".")) }
    .map { UInt8(bitPattern: $0) }
}

/// The working directory.
///
/// Wraps `getcwd(3)`.
package func workingDirectory() throws(SystemError) -> [UInt8] {
  var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
  guard getcwd(&buffer, buffer.count) != nil else {
    throw SystemError(call: "getcwd", errno: .current)
  }
  return buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
}

/// A path without symbolic links, `.` or `..`; what it names must be there.
///
/// Wraps `realpath(3)`.
package func resolvedPath(_ path: [UInt8]) throws(SystemError) -> [UInt8] {
  guard !path.contains(0) else {
    throw SystemError(call: "realpath", errno: .invalid, path: path)
  }
  guard let resolved = realpath(terminated(path), nil) else {
    throw SystemError(call: "realpath", errno: .current, path: path)
  }
  defer { free(resolved) }
  return UnsafeBufferPointer(start: resolved, count: strlen(resolved))
    .map { UInt8(bitPattern: $0) }
}
