import FoundationEssentials
import LinuxSystem

/// Makes the files of a document that is written, where no one looks yet.
struct Staging {
  /// The file system's own directory entries of what was made, by path in the document.
  private(set) var written: [[UInt8]: FileRecord] = [:]
  /// Where the original is, if it was moved since it was read.
  private let source: FilePlace?
  private let transfer: Transfer?

  init(source: FilePlace?, transfer: Transfer?) {
    self.source = source
    self.transfer = transfer
  }

  // MARK: Files

  /// Makes a file's content and all that belongs to it, ready to be given a name.
  ///
  /// - Parameter old: the file that it takes the place of, whose attributes it keeps.
  func fill(
    _ file: borrowing Descriptor, with plan: FilePlan, mode: UInt32?, replacing old: FileRecord?,
    in oldDirectory: borrowing Descriptor, as oldName: [UInt8]
  ) throws(SystemError) {
    switch plan {
    case .write(let data, _):
      try file.writeAll(data, transfer)
      FileActivity.current?.noteWritten(data.count)
    case .copy(let stored, let cached, _):
      try copy(stored, cached, to: file)
    default: break
    }
    if case .file(let status)? = old {
      let original = try oldDirectory.openDocument(oldName)
      try file.copyUserAttributes(from: original)
      try file.takeOwner(of: status)
    }
    if let mode = mode ?? old.flatMap({ $0.isDirectory ? nil : $0.status.mode }) {
      try file.setModeWhereSupported(mode)
    }
    try flush(file)
  }

  /// What was written already has passed: here it can only be given up.
  private func flush(_ file: borrowing Descriptor) throws(SystemError) {
    try file.sync { _ throws(SystemError) in try transfer?.pass(0) }
  }

  private func copy(
    _ stored: StoredFile, _ cached: Data?, to file: borrowing Descriptor
  ) throws(SystemError) {
    do throws(SystemError) {
      let original = try openOriginal(of: stored)
      try file.copyContent(of: original) { bytes throws(SystemError) in
        try transfer?.pass(bytes)
      }
      try file.copyUserAttributes(from: original)
      try file.setModeWhereSupported(stored.status.mode)
      // Of a file that is unchanged.
      try file.setModified(stored.status.modified)
      FileActivity.current?.noteCopied()
    } catch {
      guard let cached, error.errno.isAbsence || error.errno == .stale else { throw error }
      try file.truncate(to: 0)
      try file.writeAll(cached, transfer)
      FileActivity.current?.noteWritten(cached.count)
    }
  }

  private func openOriginal(of stored: StoredFile) throws(SystemError) -> Descriptor {
    if let source {
      do throws(SystemError) {
        return try stored.open(at: source)
      } catch {
        guard error.errno.isAbsence || error.errno == .stale else { throw error }
      }
    }
    return try stored.open(at: stored.location.place)
  }

  // MARK: Directories

  /// Fills a directory that was just made. `old` is the directory that it takes the place of, or
  /// the new one itself where `seen` is nil.
  mutating func fill(
    _ directory: borrowing Descriptor, with plan: FilePlan, seen: FileRecord?,
    from old: borrowing Descriptor, at path: [UInt8]
  ) throws(SystemError) {
    let onDisk = seen?.members ?? [:]
    let names = plan.isKeep ? Array(onDisk.keys) : Array(plan.members.keys)
    for name in names {
      let inner = path.isEmpty ? name : path + [UInt8(ascii: "/")] + name
      do throws(SystemError) {
        try transfer?.pass(0)
        try make(
          plan.isKeep ? .keep : plan.members[name] ?? .keep, name, in: directory,
          seen: onDisk[name], from: old, as: name, at: inner)
      } catch {
        throw error.path == name || error.path?.first == UInt8(ascii: "/")
          ? error : error.inside(name)
      }
    }
    if let seen, seen.isDirectory {
      try directory.copyUserAttributes(from: old)
      try directory.takeOwner(of: seen.status)
    }
    if let mode = plan.mode ?? seen.flatMap({ $0.isDirectory ? $0.status.mode : nil }) {
      try directory.setModeWhereSupported(mode)
    }
    try directory.sync()
    written[path] = .directory(try directory.status(), [:])
  }

  /// Makes what is planned under a free name. `old` is the directory of what it takes the place
  /// of, where `seen` is something.
  mutating func make(
    _ plan: FilePlan, _ name: [UInt8], in directory: borrowing Descriptor, seen: FileRecord?,
    from old: borrowing Descriptor, as oldName: [UInt8], at path: [UInt8]
  ) throws(SystemError) {
    switch plan {
    case .keep:
      guard let seen else { return }
      if seen.isDirectory {
        try makeDirectory(plan, name, in: directory, seen: seen, from: old, as: oldName, at: path)
      } else {
        try keep(seen, name, in: directory, from: old, as: oldName, at: path)
      }
    case .directory:
      try makeDirectory(plan, name, in: directory, seen: seen, from: old, as: oldName, at: path)
    case .symbolicLink(let target):
      try directory.makeSymbolicLink(name, to: target)
      written[path] = .symbolicLink(target, try directory.status(of: name))
    case .write(_, let mode), .copy(_, _, let mode):
      let file = try directory.open(
        beneath: name, [.readWrite, .create, .exclusive], mode: plan.creationMode)
      try fill(file, with: plan, mode: mode, replacing: seen, in: old, as: oldName)
      written[path] = .file(try file.status())
    }
  }

  private mutating func makeDirectory(
    _ plan: FilePlan, _ name: [UInt8], in directory: borrowing Descriptor, seen: FileRecord?,
    from old: borrowing Descriptor, as oldName: [UInt8], at path: [UInt8]
  ) throws(SystemError) {
    try directory.makeDirectory(name, mode: 0o777)
    let made = try directory.openDirectory(name)
    if let seen, seen.isDirectory {
      try fill(made, with: plan, seen: seen, from: try old.openDirectory(oldName), at: path)
    } else {
      try fill(made, with: plan, seen: nil, from: made, at: path)
    }
  }

  /// Gives what stays one more name. That both packages have the file for a moment is safe: the
  /// old package goes, and what a program writes into the file meanwhile is in the new one too.
  private mutating func keep(
    _ seen: FileRecord, _ name: [UInt8], in directory: borrowing Descriptor,
    from old: borrowing Descriptor, as oldName: [UInt8], at path: [UInt8]
  ) throws(SystemError) {
    do throws(SystemError) {
      try old.link(oldName, to: directory, as: name)
      FileActivity.current?.noteLinked()
      return
    } catch {
      // Removed since it was seen: then it is so.
      if error.errno == .noSuchFile { return }
      guard error.errno.isLinkRefusal else { throw error }
    }
    switch seen {
    case .symbolicLink(let target, _):
      try directory.makeSymbolicLink(name, to: target)
      written[path] = .symbolicLink(target, try directory.status(of: name))
    case .file(let status):
      let original = try old.openDocument(oldName)
      let file = try directory.open(
        beneath: name, [.readWrite, .create, .exclusive], mode: 0o600)
      // Nobody expected it to pass.
      try file.copyContent(of: original) { _ throws(SystemError) in try transfer?.pass(0) }
      try file.copyUserAttributes(from: original)
      try file.takeOwner(of: status)
      try file.setModeWhereSupported(status.mode)
      try file.setModified(status.modified)
      try flush(file)
      FileActivity.current?.noteCopied()
      written[path] = .file(try file.status())
    case .directory, .special:
      throw SystemError(call: "linkat", errno: .notSupported, path: name)
    }
  }

  /// What was made of a document that is one file.
  mutating func note(_ record: FileRecord) {
    written[[]] = record
  }
}

extension FilePlan {
  /// Nobody else reads a file before it has the mode of the one that it replaces.
  var creationMode: UInt32 {
    if case .copy = self { 0o600 } else { 0o666 }
  }

  fileprivate var mode: UInt32? {
    if case .directory(_, let mode) = self { mode } else { nil }
  }
}
