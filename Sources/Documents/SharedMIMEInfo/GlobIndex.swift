import Reconciliation

/// The patterns of a MIME database, so laid out that a name is looked up and not searched for.
///
/// Of several patterns that fit, a literal name beats others, then the greater weight, then the
/// one in the name's own case, then the longer. As the specification has it, case counts for
/// patterns that say so, and for no others.
struct GlobIndex: Sendable {
  private struct Candidate {
    let glob: MIMEDatabase.Glob
    /// Nil for literal names and for `*.ending`, which need none.
    let pattern: GlobPattern?
  }

  private var literals: [[UInt8]: [Candidate]] = [:]
  private var endings: [[UInt8]: [Candidate]] = [:]
  private var others: [Candidate] = []
  private var extensions: [String: [String]] = [:]

  init() {}

  init(_ globs: [MIMEDatabase.Glob]) {
    for glob in globs { insert(glob) }
  }

  /// The media types of files with this name, the likeliest first.
  func mediaTypes(ofName name: [UInt8]) -> [String] {
    let folded = lowercasedASCII(name)
    var found = candidates(at: folded, in: literals, name: name, folded: folded)
    if found.isEmpty {
      for start in folded.indices where folded[start] == UInt8(ascii: ".") {
        found += candidates(at: Array(folded[start...]), in: endings, name: name, folded: folded)
      }
      found += others.filter { candidate in
        candidate.pattern?.matches(candidate.glob.isCaseSensitive ? name[...] : folded[...])
          ?? false
      }
    }
    return found.sorted(by: goesFirst).map(\.glob.mediaType)
  }

  /// The endings of a media type's names, without the dot, in the database's order.
  func extensions(of mediaType: String) -> [String] { extensions[mediaType] ?? [] }

  private mutating func insert(_ glob: MIMEDatabase.Glob) {
    let special: Set<UInt8> = [
      UInt8(ascii: "*"), UInt8(ascii: "?"), UInt8(ascii: "["), UInt8(ascii: "\\"),
    ]
    let key = lowercasedASCII(glob.pattern)
    if !key.contains(where: special.contains) {
      literals[key, default: []].append(Candidate(glob: glob, pattern: nil))
    } else if key.starts(with: "*.".utf8), key.count > 2,
      !key.dropFirst().contains(where: special.contains)
    {
      let ending = Array(key.dropFirst())
      endings[ending, default: []].append(Candidate(glob: glob, pattern: nil))
      let name = String(decoding: ending.dropFirst(), as: UTF8.self)
      extensions[glob.mediaType, default: []].append(name)
    } else if let pattern = GlobPattern(glob.isCaseSensitive ? glob.pattern : key) {
      others.append(Candidate(glob: glob, pattern: pattern))
    }
  }

  private func candidates(
    at key: [UInt8], in table: [[UInt8]: [Candidate]], name: [UInt8], folded: [UInt8]
  ) -> [Candidate] {
    (table[key] ?? []).filter { candidate in
      guard candidate.glob.isCaseSensitive else { return true }
      let literal = candidate.glob.pattern.drop { $0 == UInt8(ascii: "*") }
      return name.suffix(literal.count).elementsEqual(literal)
    }
  }

  private func goesFirst(_ left: Candidate, _ right: Candidate) -> Bool {
    let (one, other) = (left.glob, right.glob)
    if one.weight != other.weight { return one.weight > other.weight }
    if one.isCaseSensitive != other.isCaseSensitive { return one.isCaseSensitive }
    if one.pattern.count != other.pattern.count { return one.pattern.count > other.pattern.count }
    return one.mediaType < other.mediaType
  }
}

/// The bytes with the letters A to Z made small: what case means for names of any encoding.
func lowercasedASCII(_ bytes: [UInt8]) -> [UInt8] {
  bytes.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
}
