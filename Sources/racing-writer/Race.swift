import LinuxSystem
import Reconciliation
import StateStore
import TestSupport

/// One writer in one directory: an editor that reads a document, changes a line of its own, and
/// saves the whole.
final class Race {
  /// What was saved last of a document, held open, so that no other file gets its number.
  private final class Saved {
    let file: Descriptor
    let digest: String

    init(_ file: consuming Descriptor, _ digest: String) {
      self.file = file
      self.digest = digest
    }
  }

  /// Documents that can be joined by line, and one that can't be joined at all.
  private static let names = ["race 0.md", "race 1.md", "race 2.txt", "race 3.dat"]

  private let directory: Descriptor
  private let log: Descriptor
  private let writer: Int
  private let pause: Int32
  private var chance: SeededChance
  private var last: [String: Saved] = [:]
  private var version = 0

  init(in directory: [UInt8], log: [UInt8], writer: Int, pause: Int32) throws {
    self.directory = try openPath(directory, .directory)
    self.log = try openPath(log, [.writeOnly, .create, .append], mode: 0o644)
    self.writer = writer
    self.pause = pause
    chance = SeededChance(seed: UInt64(writer) &* 1_000_003 &+ 7)
  }

  func run(seconds: Int64) throws {
    let end = steadyClock() + seconds * 1_000_000_000
    while steadyClock() < end {
      try save(Self.names[chance.below(Self.names.count)])
      if pause > 0 { try LinuxSystem.pause(milliseconds: pause) }
    }
  }

  /// Saves a document once, and logs what became of the writer's own version before.
  private func save(_ name: String) throws {
    version += 1
    let read = try content(of: name)
    let text = Self.edited(read, writer: writer, version: version, name)
    let way = SavingWay.allCases[chance.below(SavingWay.allCases.count)]
    let old = try last[name]?.file.status()
    // What has the name a moment before is what the save takes it from.
    let wasThere = try old.map { try isNamed(name, $0) } ?? false
    let file = try way.save(text, as: Array(name.utf8), in: directory)
    var isReplaced = false
    if let old, let previous = last[name] {
      let isSame = try file.status().inode == old.inode
      // In another's hands, it would have a name still.
      isReplaced = try isSame || (wasThere && previous.file.status().links == 0)
    }
    let digest = SHA256.digest(text).description
    let words = [
      "\(writer)", "\(version)", "\(way)", digest, SHA256.digest(read).description,
      isReplaced ? last[name]?.digest ?? "-" : "-", name,
    ]
    try log.writeAll(Array((words.joined(separator: "\t") + "\n").utf8))
    last[name] = Saved(file, digest)
  }

  private func isNamed(_ name: String, _ file: FileStatus) throws -> Bool {
    do throws(SystemError) {
      return try directory.status(of: Array(name.utf8)).isSameFile(as: file)
    } catch {
      guard error.errno == .noSuchFile else { throw error }
      return false
    }
  }

  private func content(of name: String) throws -> [UInt8] {
    do throws(SystemError) {
      return try directory.openDocument(Array(name.utf8)).readAll(limit: 1 << 20) ?? []
    } catch {
      guard error.errno == .noSuchFile else { throw error }
      return []
    }
  }

  /// What was read with the writer's own line changed, far from those of others.
  private static func edited(
    _ content: [UInt8], writer: Int, version: Int, _ name: String
  ) -> [UInt8] {
    var lines = content.split(separator: 10, omittingEmptySubsequences: false).map(Array.init)
    if lines.count != 41 { lines = (0..<40).map { Array("line \($0) of \(name)".utf8) } + [[]] }
    lines[4 + 10 * (writer % 4)] = Array("writer \(writer) version \(version) of \(name)".utf8)
    return Array(lines.joined(separator: [10]))
  }
}
