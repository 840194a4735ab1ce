import Glibc

/// Makes a directory and those above it that are missing, each durable in the one above. The
/// path may lead through symbolic links. One that is there keeps its mode.
///
/// Wraps `mkdir(2)`.
package func makeDirectories(_ path: [UInt8], mode: UInt32) throws(SystemError) {
  let slash = UInt8(ascii: "/")
  var made: [UInt8] = path.first == slash ? [slash] : [UInt8(ascii: ".")]
  for name in path.split(separator: slash) {
    let parent = made
    made += [slash] + name
    do {
      try retrying("mkdir", path: made) { mkdirat(AT_FDCWD, $0, mode_t(mode)) }
    } catch {
      // A file there gives this too; whoever opens the path learns of it.
      guard error.errno == .exists else { throw error }
      continue
    }
    try openPath(parent, .directory).sync()
  }
}
