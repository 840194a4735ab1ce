package import LinuxSystem

/// A directory on a real disk that one test has for itself; removed, with all in it, when it goes.
package final class TemporaryFolder: Sendable {
  package let path: [UInt8]
  /// The directory, held open.
  package let directory: Descriptor

  /// Makes it in `base`, by default where `COLLATE_TEST_FOLDER` says, so that tests can be run on
  /// any file system, else in `/tmp`. `/dev/shm` is on another one than that almost everywhere.
  package init(in base: String? = nil) throws {
    let usual = environmentVariable("COLLATE_TEST_FOLDER") ?? Array("/tmp".utf8)
    let name = "collate-test-" + String(UInt64.random(in: .min ... .max), radix: 36)
    path = (base.map { Array($0.utf8) } ?? usual) + [UInt8(ascii: "/")] + Array(name.utf8)
    try makeDirectories(path, mode: 0o700)
    directory = try openPath(path, .directory)
  }

  deinit {
    do {
      try removeAll(in: directory)
      let slash = path.lastIndex(of: UInt8(ascii: "/")) ?? 0
      try openPath(Array(path[..<slash]), .directory)
        .removeDirectory(Array(path[(slash + 1)...]))
    } catch {
      print("left behind: \(error)")
    }
  }

  /// The whole path of something in it.
  package func path(of name: String) -> [UInt8] {
    path + [UInt8(ascii: "/")] + Array(name.utf8)
  }

  /// Writes a file in place, made with the mode where it is missing.
  package func write(_ content: String, to name: String, mode: UInt32 = 0o600) throws {
    try directory.open(beneath: Array(name.utf8), [.writeOnly, .create, .truncate], mode: mode)
      .writeAll(Array(content.utf8))
  }

  /// The text of a file; nil where it is larger than a test's files are.
  package func read(_ name: String) throws -> String? {
    try directory.openDocument(Array(name.utf8)).readAll(limit: 64 << 20)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// The names in it or in a folder of it, sorted bytewise.
  package func names(in folder: String = "") throws -> [String] {
    try directory.openDirectory(Array(folder.utf8)).list()
      .map(\.name).sorted { $0.lexicographicallyPrecedes($1) }
      .map { String(decoding: $0, as: UTF8.self) }
  }
}

private func removeAll(in directory: borrowing Descriptor) throws(SystemError) {
  for entry in try directory.list() {
    guard try directory.status(of: entry.name).kind == .directory else {
      try directory.removeFile(entry.name)
      continue
    }
    let inner = try directory.openDirectory(entry.name)
    // A test may have taken its own permissions away.
    try inner.setMode(0o700)
    try removeAll(in: inner)
    try directory.removeDirectory(entry.name)
  }
}
