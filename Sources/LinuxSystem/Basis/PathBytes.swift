/// Makes a call on a path, which may lead anywhere. A NUL in it, at which the kernel would
/// silently cut it, is refused as invalid.
@discardableResult
func retrying<Result: SignedInteger>(
  _ call: String, path: [UInt8], _ body: (UnsafePointer<CChar>) -> Result
) throws(SystemError) -> Result {
  guard !path.contains(0) else { throw SystemError(call: call, errno: .invalid, path: path) }
  let terminated = terminated(path)
  return try retrying(call, path: path) { body(terminated) }
}

/// Makes a call on one name in a directory. What isn't a single component is refused as invalid,
/// so that no step of a path is ever a symbolic link followed by the kernel.
@discardableResult
func retrying<Result: SignedInteger>(
  _ call: String, name: [UInt8], _ body: (UnsafePointer<CChar>) -> Result
) throws(SystemError) -> Result {
  guard isComponent(name) else { throw SystemError(call: call, errno: .invalid, path: name) }
  return try retrying(call, path: name, body)
}

/// The bytes as C has them, with a NUL after them.
func terminated(_ bytes: [UInt8]) -> [CChar] {
  [CChar](unsafeUninitializedCapacity: bytes.count + 1) { buffer, count in
    bytes.withUnsafeBytes { UnsafeMutableRawBufferPointer(buffer).copyMemory(from: $0) }
    buffer[bytes.count] = 0
    count = bytes.count + 1
  }
}

/// Whether the bytes are one name: neither empty, `.` nor `..`, without a slash or NUL.
func isComponent(_ name: some Collection<UInt8>) -> Bool {
  name.withContiguousStorageIfAvailable { isComponent($0) }
    ?? Array(name).withUnsafeBufferPointer { isComponent($0) }
}

private func isComponent(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
  let dot = UInt8(ascii: ".")
  switch name.count {
  case 0: return false
  case 1 where name[0] == dot: return false
  case 2 where name[0] == dot && name[1] == dot: return false
  default:
    for byte in name where byte == 0 || byte == UInt8(ascii: "/") { return false }
    return true
  }
}
