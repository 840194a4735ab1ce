import Testing

/// `bash Tests/PlantedBugs/run` plants bugs and shows that each is found, which takes minutes. Here it
/// is only looked at whether they can still be planted.
@Suite struct `Planted bugs` {
  static let folder = "Tests/PlantedBugs"

  /// By name, in the order in which they are applied.
  static func patches() throws -> [(name: String, patch: Patch)] {
    try Project.paths(below: folder).filter { $0.hasSuffix(".patch") }.map { path in
      let name = path.dropFirst(folder.count + 1).dropLast(".patch".count)
      return (String(name), Patch(try Project.text(path)))
    }
  }

  @Test func `all of them together still fit the sources`() throws {
    var texts: [String: [Substring]] = [:]
    for (name, patch) in try Self.patches() {
      #expect(patch.path.hasPrefix("Sources/") && !patch.hunks.isEmpty, "\(name)")
      var lines =
        try texts[patch.path]
        ?? Project.text(patch.path).split(separator: "\n", omittingEmptySubsequences: false)
      for hunk in patch.hunks {
        let places = hunk.places(in: lines)
        #expect(places.count == 1, "\(name) fits \(patch.path) in \(places.count) places")
        guard let place = places.first else { continue }
        lines.replaceSubrange(place..<(place + hunk.old.count), with: hunk.new)
      }
      texts[patch.path] = lines
    }
  }

  @Test func `each is switched on by its own name alone`() throws {
    for (name, patch) in try Self.patches() {
      let added = patch.hunks.flatMap { $0.new.filter { $0.contains("isPlanted(") } }
      #expect(added.contains { $0.contains("isPlanted(\"\(name)\")") }, "\(name)")
    }
  }

  @Test func `there are at least thirty, and each has a detector`() throws {
    let names = try Self.patches().map(\.name)
    #expect(names.count >= 30)
    let listed = try Project.text(Self.folder + "/bugs").split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: " ") }
    #expect(listed.map { String($0[0]) }.sorted() == names.sorted())
    for words in listed {
      #expect(words.count == 3 && ["seeds", "orders", "test"].contains(words[1]), "\(words)")
    }
  }
}

/// A unified diff of one file.
struct Patch {
  struct Hunk {
    var old: [Substring] = []
    var new: [Substring] = []

    /// Where its old lines stand.
    func places(in lines: [Substring]) -> [Int] {
      guard lines.count >= old.count else { return [] }
      return (0...(lines.count - old.count)).filter {
        lines[$0..<($0 + old.count)].elementsEqual(old)
      }
    }
  }

  private(set) var path = ""
  private(set) var hunks: [Hunk] = []

  init(_ text: String) {
    for line in text.split(separator: "\n") {
      if line.hasPrefix("+++ b/") {
        path = String(line.dropFirst("+++ b/".count))
      } else if line.hasPrefix("@@") {
        hunks.append(Hunk())
      } else if let last = hunks.indices.last {
        if line.first != "+" { hunks[last].old.append(line.dropFirst()) }
        if line.first != "-" { hunks[last].new.append(line.dropFirst()) }
      }
    }
  }
}
