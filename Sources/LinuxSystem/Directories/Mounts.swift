/// One mount of this process's view of the files.
package struct Mount: Hashable, Sendable {
  /// The file system's number, `major:minor`.
  package var device: [UInt8]
  /// What of the file system is mounted: a path in it, `/` for all.
  package var root: [UInt8]
  /// Where, absolute.
  package var point: [UInt8]

  package init(device: [UInt8], root: [UInt8], point: [UInt8]) {
    self.device = device
    self.root = root
    self.point = point
  }

  /// A line of `/proc/self/mountinfo`; nil for what is none.
  init?(line: some Collection<UInt8>) {
    let words = line.split(separator: UInt8(ascii: " "))
    guard words.count > 5 else { return nil }
    device = Array(words[2])
    root = unescaped(words[3])
    point = unescaped(words[4])
  }
}

/// All mounts, the one that covers another after it.
///
/// Reads `/proc/self/mountinfo`.
package func mounts() throws(SystemError) -> [Mount] {
  let path = Array("/proc/self/mountinfo".utf8)
  let content = try openPath(path, [.readOnly]).readAll(limit: 16 << 20) ?? []
  return content.split(separator: UInt8(ascii: "\n")).compactMap { Mount(line: $0) }
}

/// Blanks, tabs, newlines and backslashes stand there as a backslash and three octal digits.
private func unescaped(_ word: some Collection<UInt8>) -> [UInt8] {
  let bytes = Array(word)
  var plain: [UInt8] = []
  var index = 0
  while index < bytes.count {
    let digits = bytes[index...].dropFirst().prefix(3)
    if bytes[index] == UInt8(ascii: "\\"), digits.count == 3,
      let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
    {
      plain.append(value)
      index += 4
    } else {
      plain.append(bytes[index])
      index += 1
    }
  }
  return plain
}
