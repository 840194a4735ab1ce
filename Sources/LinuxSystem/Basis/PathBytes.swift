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
  var terminated = bytes.map { CChar(bitPattern: $0) }
  terminated.append(0)
  return terminated
}

/// Whether the bytes are one name: neither empty, `.` nor `..`, without a slash or NUL.
func isComponent(_ name: some Collection<UInt8>) -> Bool {
  if name.isEmpty || name.elementsEqual([0x2E]) || name.elementsEqual([0x2E, 0x2E]) {
    return false
  }
  return !name.contains { $0 == 0 || $0 == UInt8(ascii: "/") }
}
