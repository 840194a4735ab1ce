import LinuxSystem
import Reconciliation
import StateStore

/// What became of all versions that the writers completed.
struct Account {
  private var written: [(writer: String, digest: String, name: String, way: String)] = []
  /// Versions that the same writer wrote over in the same directory, nothing of others between.
  private var overwritten: Set<String> = []
  /// Versions that some writer had read before it wrote over what was there.
  private var read: Set<String> = []
  private var found: Set<String> = []

  mutating func read(log path: String) throws {
    let log = try openPath(Array(path.utf8), .readOnly).readAll(limit: 1 << 30) ?? []
    for line in String(decoding: log, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: "\t").map(String.init)
      guard words.count == 7 else { continue }
      written.append((words[0], words[3], words[6], words[2]))
      read.insert(words[4])
      if words[5] != "-" { overwritten.insert(words[5]) }
    }
  }

  /// Finds what stands in a directory, or in hidden folders of it.
  mutating func search(_ path: [UInt8]) throws {
    try search(openPath(path, .directory))
  }

  private mutating func search(_ directory: borrowing Descriptor) throws {
    for entry in try directory.list() {
      switch try directory.status(of: entry.name).kind {
      case .directory: try search(directory.openDirectory(entry.name))
      case .file:
        let content = try directory.openDocument(entry.name).readAll(limit: 1 << 20) ?? []
        found.insert(SHA256.digest(content).description)
      default: break
      }
    }
  }

  /// What is neither there nor was written over by its own writer.
  private var unaccounted: [(writer: String, digest: String, name: String, way: String)] {
    written.filter { !overwritten.contains($0.digest) && !found.contains($0.digest) }
  }

  /// Of those, each with whether another writer had read it before it wrote over it.
  var missing: [String] {
    unaccounted.map { version in
      let fate = read.contains(version.digest) ? "read" : "unread"
      return "\(version.digest) \(fate) \(version.writer) \(version.way) \(version.name)"
    }
  }

  var summary: String {
    let due = written.filter { !overwritten.contains($0.digest) }
    let unread = unaccounted.filter { !read.contains($0.digest) }
    return """
      written \(written.count)
      overwritten by their writer \(written.count - due.count)
      to be found \(due.count)
      found \(due.count - unaccounted.count)
      not there \(unaccounted.count), of which nobody had read \(unread.count)
      """
  }
}
