import LinuxSystem

/// The ways in which programs save a document. Each gives back the file that it wrote, which is
/// complete then.
enum SavingWay: CaseIterable {
  case inPlace
  case truncateAndWrite
  case temporaryAndRename
  case backupAndRename
  case unnamedAndLink
  case exchange

  func save(
    _ content: [UInt8], as name: [UInt8], in directory: borrowing Descriptor
  ) throws -> Descriptor {
    let temporary = [UInt8(ascii: ".")] + name + Array(".tmp".utf8)
    switch self {
    case .inPlace:
      let file = try directory.open(beneath: name, [.writeOnly, .create], mode: 0o644)
      try file.writeAll(content, at: 0)
      try file.truncate(to: Int64(content.count))
      return try kept(file)
    case .truncateAndWrite:
      let file = try directory.open(beneath: name, [.writeOnly, .create, .truncate], mode: 0o644)
      try file.writeAll(content)
      return try kept(file)
    case .temporaryAndRename:
      let file = try make(temporary, content, in: directory)
      try directory.rename(temporary, to: directory, as: name, .replace)
      return file
    case .backupAndRename:
      let backup = name + [UInt8(ascii: "~")]
      try whereThere { () throws(SystemError) in
        try directory.rename(name, to: directory, as: backup, .replace)
      }
      let file = try directory.open(beneath: name, [.writeOnly, .create, .truncate], mode: 0o644)
      try file.writeAll(content)
      try whereThere { () throws(SystemError) in try directory.removeFile(backup) }
      return try kept(file)
    case .unnamedAndLink:
      let file = try directory.createUnnamedFile(mode: 0o644)
      try file.writeAll(content)
      // Some tools carry others' temporary files about, and bring them back.
      try whereThere { () throws(SystemError) in try directory.removeFile(temporary) }
      try file.link(into: directory, as: temporary)
      try directory.rename(temporary, to: directory, as: name, .replace)
      return try kept(file)
    case .exchange:
      let file = try make(temporary, content, in: directory)
      do throws(SystemError) {
        try directory.rename(temporary, to: directory, as: name, .exchange)
        try directory.removeFile(temporary)
      } catch {
        guard error.errno == .noSuchFile else { throw error }
        try directory.rename(temporary, to: directory, as: name, .replace)
      }
      return file
    }
  }

  private func make(
    _ name: [UInt8], _ content: [UInt8], in directory: borrowing Descriptor
  ) throws -> Descriptor {
    let file = try directory.open(
      beneath: name, [.writeOnly, .create, .truncate], mode: 0o644)
    try file.writeAll(content)
    return try kept(file)
  }

  /// The file, open for reading only: who has it open for writing is not done with it.
  private func kept(_ file: consuming Descriptor) throws -> Descriptor {
    let number = file.release()
    let old = Descriptor(owning: number)
    let again = try openPath(Array("/proc/self/fd/\(number)".utf8), .readOnly)
    try old.close()
    return again
  }

  private func whereThere(_ body: () throws(SystemError) -> Void) throws(SystemError) {
    do throws(SystemError) {
      try body()
    } catch {
      guard error.errno == .noSuchFile else { throw error }
    }
  }
}
