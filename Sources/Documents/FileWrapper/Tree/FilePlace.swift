package import FoundationEssentials
package import LinuxSystem

/// Where a file stands: its directory, all symbolic links on the way resolved, and its name, which
/// may be a symbolic link itself.
package struct FilePlace: Hashable, Sendable {
  package let directory: [UInt8]
  package let name: [UInt8]

  /// The place that a path names; its directory must be there.
  package init(path: [UInt8]) throws(SystemError) {
    var path = path[...]
    while path.last == slash { path = path.dropLast() }
    let name = path.split(separator: slash).last.map { Array($0) } ?? []
    let isRelative = path.first != slash
    let above = path.dropLast(name.count)
    guard !name.isEmpty, name != [dot], name != [dot, dot] else {
      throw SystemError(call: "open", errno: .invalid, path: Array(path))
    }
    directory = try resolvedPath(above.isEmpty ? [isRelative ? dot : slash] : Array(above))
    self.name = name
  }

  /// The place where the content is that a path leads to: the target, where it is a link.
  package init(following path: [UInt8]) throws(SystemError) {
    do throws(SystemError) {
      try self.init(path: try resolvedPath(path))
    } catch {
      // A new document: nothing stands there yet.
      guard error.errno == .noSuchFile else { throw error }
      try self.init(path: path)
    }
  }

  /// A name in a directory whose path leads through no symbolic link.
  init(resolvedDirectory directory: [UInt8], name: [UInt8]) {
    self.directory = directory
    self.name = name
  }

  /// From the root of the file system.
  package var path: [UInt8] {
    directory == [slash] ? directory + name : directory + [slash] + name
  }

  /// Holds the directory open.
  package func open() throws(SystemError) -> Place {
    Place(directory: try openPath(directory, [.readOnly, .directory]), name: name)
  }
}

/// The bytes of a file URL's path, whatever they are: its percent encoding holds those that are no
/// UTF-8, which `path` does not. Nil for a URL of another kind.
package func pathBytes(of url: URL) -> [UInt8]? {
  guard url.isFileURL else { return nil }
  let encoded = Array(url.absoluteURL.path(percentEncoded: true).utf8)
  var bytes: [UInt8] = []
  bytes.reserveCapacity(encoded.count)
  var index = 0
  while index < encoded.count {
    if encoded[index] == UInt8(ascii: "%"), index + 2 < encoded.count,
      let byte = UInt8(
        String(decoding: encoded[(index + 1)...(index + 2)], as: UTF8.self), radix: 16)
    {
      bytes.append(byte)
      index += 3
    } else {
      bytes.append(encoded[index])
      index += 1
    }
  }
  return bytes
}

private let slash = UInt8(ascii: "/")
private let dot = UInt8(ascii: ".")
