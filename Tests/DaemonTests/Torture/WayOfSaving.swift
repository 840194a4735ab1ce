import LinuxSystem
import TestSupport

/// The ways in which programs save a document.
enum WayOfSaving: CaseIterable {
  case inPlace
  case inPlaceWithPauses
  case truncatedFirst
  case temporaryAndRename
  case backupAndRename
  case unnamedAndLink
  case exchange
  case deletedFirst

  /// Saves one version. When this returns, it is complete.
  func save(
    _ content: [UInt8], as name: String, in directory: borrowing Descriptor,
    _ chance: inout SeededChance
  ) async throws {
    let bytes = Array(name.utf8)
    let temporary = Array(".\(name).tmp\(chance.below(100_000))".utf8)
    switch self {
    case .inPlace:
      try write(content, to: bytes, [.writeOnly, .create, .truncate], in: directory)
    case .inPlaceWithPauses:
      try await writeWithPauses(content, to: bytes, in: directory, &chance)
    case .truncatedFirst:
      try write([], to: bytes, [.writeOnly, .create, .truncate], in: directory)
      try await pause(&chance)
      try write(content, to: bytes, .writeOnly, in: directory)
    case .temporaryAndRename:
      try write(content, to: temporary, [.writeOnly, .create, .exclusive], in: directory)
      try directory.rename(temporary, to: directory, as: bytes, .replace)
    case .backupAndRename:
      let backup = bytes + [UInt8(ascii: "~")]
      try whereThere { () throws(SystemError) in
        try directory.rename(bytes, to: directory, as: backup, .replace)
      }
      try await pause(&chance)
      try write(content, to: bytes, [.writeOnly, .create, .truncate], in: directory)
      try whereThere { () throws(SystemError) in try directory.removeFile(backup) }
    case .unnamedAndLink:
      let file = try directory.createUnnamedFile(mode: 0o644)
      try file.writeAll(content)
      try file.link(into: directory, as: temporary)
      try directory.rename(temporary, to: directory, as: bytes, .replace)
    case .exchange:
      guard isThere(bytes, in: directory) else {
        return try write(content, to: bytes, [.writeOnly, .create], in: directory)
      }
      try write(content, to: temporary, [.writeOnly, .create, .exclusive], in: directory)
      try directory.rename(temporary, to: directory, as: bytes, .exchange)
      try directory.removeFile(temporary)
    case .deletedFirst:
      try whereThere { () throws(SystemError) in try directory.removeFile(bytes) }
      try await pause(&chance)
      try write(content, to: bytes, [.writeOnly, .create, .truncate], in: directory)
    }
  }

  private func write(
    _ content: [UInt8], to name: [UInt8], _ options: OpenOptions,
    in directory: borrowing Descriptor
  ) throws(SystemError) {
    try directory.open(beneath: name, options, mode: 0o644).writeAll(content)
  }

  private func writeWithPauses(
    _ content: [UInt8], to name: [UInt8], in directory: borrowing Descriptor,
    _ chance: inout SeededChance
  ) async throws {
    let file = try directory.open(
      beneath: name, [.writeOnly, .create, .truncate], mode: 0o644)
    let third = content.count / 3 + 1
    for start in stride(from: 0, to: content.count, by: third) {
      try file.writeAll(Array(content[start..<min(start + third, content.count)]))
      try await pause(&chance)
    }
  }

  private func pause(_ chance: inout SeededChance) async throws {
    let milliseconds = [0, 0, 1, 20, 80][chance.below(5)]
    if milliseconds > 0 { try await Task.sleep(for: .milliseconds(milliseconds)) }
  }

  private func isThere(_ name: [UInt8], in directory: borrowing Descriptor) -> Bool {
    do throws(SystemError) {
      _ = try directory.status(of: name)
      return true
    } catch {
      return false
    }
  }

  private func whereThere(_ body: () throws(SystemError) -> Void) throws(SystemError) {
    do throws(SystemError) {
      try body()
    } catch {
      guard error.errno == .noSuchFile else { throw error }
    }
  }
}
