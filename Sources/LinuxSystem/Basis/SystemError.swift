/// What the kernel refused: which call, on what, and why.
package struct SystemError: Error, Hashable, Sendable {
  /// The call's name, as its manual page has it.
  package var call: String
  package var errno: Errno
  /// The path or name the call was about, where it was about one.
  package var path: [UInt8]?

  package init(call: String, errno: Errno, path: [UInt8]? = nil) {
    self.call = call
    self.errno = errno
    self.path = path
  }
}

extension SystemError: CustomStringConvertible {
  /// For logs: "openat2 of notes/a.md: Permission denied (errno 13)". Control bytes of the path
  /// are escaped, so that no name can forge a line.
  package var description: String {
    guard let path else { return "\(call): \(errno)" }
    return "\(call) of \(printable(path)): \(errno)"
  }
}

private func printable(_ path: [UInt8]) -> String {
  var text = ""
  for scalar in String(decoding: path, as: UTF8.self).unicodeScalars {
    if scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) {
      text += "\\x" + String(scalar.value + 0x100, radix: 16).dropFirst()
    } else {
      text.unicodeScalars.append(scalar)
    }
  }
  return text
}
