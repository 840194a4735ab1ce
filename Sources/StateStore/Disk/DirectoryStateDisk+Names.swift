import LinuxSystem

/// What the name of a file that is being written begins with.
let temporaryPrefix = Array(".new-".utf8)

extension DirectoryStateDisk {
  package func names() throws(StateDiskError) -> [String] {
    try about("", "list") { () throws(SystemError) in
      var names: [String] = []
      try visit { (place, name) throws(SystemError) in
        if !name.starts(with: temporaryPrefix), place + name != StateLock.name {
          // What isn't text is none of ours.
          if let text = String(validating: place + name, as: UTF8.self) { names.append(text) }
        }
      }
      return names
    }
  }

  /// Removes what a crash left half-written. Only this process, which has the lock, makes such
  /// files.
  func removeLeftovers() throws(StateDiskError) {
    try about("", "clean up") { () throws(SystemError) in
      try visit { (place, name) throws(SystemError) in
        guard name.starts(with: temporaryPrefix) else { return }
        try directory.openDirectory(place.dropLast()).removeFile(name)
      }
    }
  }

  /// Makes the folder that a name is in, where it is missing.
  func makeFolder(of name: String) throws(SystemError) {
    let folder = folder(of: name)
    guard !folder.isEmpty else { return }
    do {
      try directory.makeDirectory(Array(folder.utf8), mode: 0o700)
      unsyncedFolders.insert("")
    } catch {
      guard error.errno == .exists else { throw error }
    }
  }

  /// The part of a name before its slash; empty for a file in the directory itself.
  func folder(of name: String) -> String {
    name.lastIndex(of: "/").map { String(name[..<$0]) } ?? ""
  }

  /// Calls `body` with each file's folder, its slash included, and its name.
  private func visit(
    _ body: ([UInt8], [UInt8]) throws(SystemError) -> Void
  ) throws(SystemError) {
    for entry in try directory.list() {
      guard try directory.kind(of: entry) == .directory else {
        try body([], entry.name)
        continue
      }
      let folder = try directory.openDirectory(entry.name)
      for inner in try folder.list() where try folder.kind(of: inner) == .file {
        try body(entry.name + [UInt8(ascii: "/")], inner.name)
      }
    }
  }
}

extension Descriptor {
  fileprivate func kind(of entry: DirectoryEntry) throws(SystemError) -> FileStatus.Kind {
    if let kind = entry.kind { return kind }
    return try status(of: entry.name).kind
  }
}
