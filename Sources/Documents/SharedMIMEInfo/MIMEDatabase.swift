import Reconciliation

/// What the system's shared MIME-info database says: names' patterns, kinds of kinds, other names.
///
/// Built from `globs2`, `subclasses` and `aliases`, which `update-mime-database(1)` writes. A line
/// that makes no sense is passed over: the database belongs to the system, not to us.
struct MIMEDatabase: Sendable {
  /// A pattern that names are matched with.
  struct Glob: Sendable {
    let mediaType: String
    let weight: Int
    let isCaseSensitive: Bool
    let pattern: [UInt8]
  }

  private(set) var globs = GlobIndex()
  private(set) var supertypes: [String: [String]] = [:]
  private(set) var aliases: [String: String] = [:]
  private(set) var known: Set<String> = []

  /// Nothing is known.
  init() {}

  /// Reads folders from the least to the most important: a later one's word goes first.
  init(folders: [Folder]) {
    var all: [Glob] = []
    for folder in folders {
      let (globs, replaced) = Self.globs(in: folder.globs)
      all.removeAll { replaced.contains($0.mediaType) }
      all.append(contentsOf: globs)
      for (type, supertype) in Self.pairs(in: folder.subclasses) {
        supertypes[type, default: []].append(supertype)
      }
      for (alias, type) in Self.pairs(in: folder.aliases) { aliases[alias] = type }
    }
    known = Set(all.map(\.mediaType)).union(supertypes.keys).union(aliases.values)
    globs = GlobIndex(all)
  }

  /// The three files of one `mime` folder; empty where one is missing.
  struct Folder: Sendable {
    var globs: [UInt8] = []
    var subclasses: [UInt8] = []
    var aliases: [UInt8] = []
  }

  /// A media type's proper name, its letters small.
  func canonical(_ mediaType: String) -> String {
    let name = mediaType.lowercased()
    return aliases[name] ?? name
  }

  /// `weight:type:pattern[:flags]`, a line each.
  private static func globs(in content: [UInt8]) -> (globs: [Glob], replaced: Set<String>) {
    var globs: [Glob] = []
    var replaced: Set<String> = []
    // For readers that know no flags, a pattern with flags comes again without.
    var flagged: Set<[UInt8]> = []
    for line in lines(of: content) {
      let fields = line.split(
        separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3, let weight = number(fields[0]), let type = text(fields[1]) else {
        continue
      }
      if fields[2].elementsEqual("__NOGLOBS__".utf8) {
        replaced.insert(type)
        globs.removeAll { $0.mediaType == type }
        continue
      }
      let (pattern, isCaseSensitive) = withoutFlags(fields[2])
      guard !pattern.isEmpty else { continue }
      let key = Array(fields[1]) + [0] + pattern
      if isCaseSensitive { flagged.insert(key) } else if flagged.contains(key) { continue }
      globs.append(
        Glob(mediaType: type, weight: weight, isCaseSensitive: isCaseSensitive, pattern: pattern))
    }
    return (globs, replaced)
  }

  /// Two media types between blanks, a line each.
  private static func pairs(in content: [UInt8]) -> [(String, String)] {
    lines(of: content).compactMap { line in
      let fields = line.split(separator: UInt8(ascii: " "))
      guard fields.count == 2, let first = text(fields[0]), let second = text(fields[1]) else {
        return nil
      }
      return (first, second)
    }
  }

  private static func lines(of content: [UInt8]) -> [ArraySlice<UInt8>] {
    content.split(separator: UInt8(ascii: "\n")).filter { $0.first != UInt8(ascii: "#") }
  }

  private static func number(_ field: ArraySlice<UInt8>) -> Int? {
    Int(String(decoding: field, as: UTF8.self)).flatMap { (0...100).contains($0) ? $0 : nil }
  }

  private static func text(_ field: ArraySlice<UInt8>) -> String? {
    let name = String(decoding: field, as: UTF8.self).lowercased()
    return MediaType.isPlausible(name) ? name : nil
  }

  private static func withoutFlags(_ field: ArraySlice<UInt8>) -> ([UInt8], Bool) {
    let parts = field.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    let flags = parts.dropFirst().joined(separator: [UInt8(ascii: ",")])
    let isCaseSensitive = flags.split(separator: UInt8(ascii: ","))
      .contains { $0.elementsEqual("cs".utf8) }
    return (parts.first.map(Array.init) ?? [], isCaseSensitive)
  }
}
