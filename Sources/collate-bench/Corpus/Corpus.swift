import LinuxSystem
import TestSupport

/// Many small documents in a tree of folders, the same for the same seed.
final class Corpus {
  static let folderName = "documents"
  private static let documentsPerFolder = 20
  private static let foldersPerGroup = 25

  let count: Int
  let root: [UInt8]
  private let seed: UInt64
  /// How often each document was written: its content follows from that.
  private var editions: [Int]
  /// Of all first editions.
  private(set) var bytes = 0

  var folderCount: Int { (count + Self.documentsPerFolder - 1) / Self.documentsPerFolder }

  init(in place: Workplace, count: Int, seed: UInt64) throws {
    self.count = count
    self.seed = seed
    root = place.path(of: Self.folderName)
    editions = Array(repeating: 0, count: count)
    for folder in 0..<folderCount {
      let path = Self.folderPath(folder)
      try makeDirectories(root + Array("/\(path)".utf8), mode: 0o700)
      let directory = try openPath(root + Array("/\(path)".utf8), .directory)
      let first = folder * Self.documentsPerFolder
      for index in first..<min(first + Self.documentsPerFolder, count) {
        let content = content(of: index)
        bytes += content.count
        try directory.open(
          beneath: name(of: index), [.writeOnly, .create, .exclusive], mode: 0o600
        ).writeAll(content)
      }
    }
  }

  private static func folderPath(_ folder: Int) -> String {
    "group \(folder / foldersPerGroup)/folder \(folder)"
  }

  private func kind(of index: Int) -> DocumentText.Kind {
    switch index % 20 {
    case 0..<14: .markdown
    case 14..<17: .json
    default: .plain
    }
  }

  func name(of index: Int) -> [UInt8] {
    Array("document \(index).\(kind(of: index).rawValue)".utf8)
  }

  /// From the root.
  func path(of index: Int) -> String {
    Self.folderPath(index / Self.documentsPerFolder) + "/"
      + String(decoding: name(of: index), as: UTF8.self)
  }

  /// What the document holds now.
  func content(of index: Int) -> [UInt8] {
    let base = seed &* 0x1_0000_0001 &+ UInt64(index)
    return DocumentText.make(
      kind(of: index), edition: editions[index], chance: SeededChance(seed: base))
  }

  /// The folder that holds the document, here or in a replica.
  func openFolder(of index: Int, in replica: [UInt8]? = nil) throws -> Descriptor {
    let path = Self.folderPath(index / Self.documentsPerFolder)
    return try openPath((replica ?? root) + Array("/\(path)".utf8), .directory)
  }

  /// Whether a replica holds the document as it is now.
  func isCurrent(_ index: Int, in replica: [UInt8]) throws -> Bool {
    do {
      return try openFolder(of: index, in: replica).openDocument(name(of: index))
        .readAll(limit: 1 << 20) == content(of: index)
    } catch let error as SystemError where error.errno == .noSuchFile {
      return false
    }
  }

  /// Writes the next edition in place, here or in a replica. Returns when it was about to be closed.
  func rewrite(_ index: Int, in replica: [UInt8]? = nil) throws -> Int64 {
    editions[index] += 1
    let content = content(of: index)
    let file = try openFolder(of: index, in: replica)
      .open(beneath: name(of: index), [.writeOnly, .truncate])
    try file.writeAll(content)
    let time = steadyClock()
    _ = consume file
    return time
  }

  /// Writes the next edition beside it and renames it into place. Returns when it was about to be.
  func replace(_ index: Int) throws -> Int64 {
    editions[index] += 1
    let content = content(of: index)
    let folder = try openFolder(of: index)
    let name = name(of: index)
    let temporary = name + Array(".tmp".utf8)
    try folder.open(beneath: temporary, [.writeOnly, .create, .exclusive]).writeAll(content)
    let time = steadyClock()
    try folder.rename(temporary, to: folder, as: name, .replace)
    return time
  }
}
