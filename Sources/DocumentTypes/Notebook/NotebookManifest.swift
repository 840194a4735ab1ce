import Documents

/// What `metadata.json` of a notebook says: its title, and which pages it has in which order.
package struct NotebookManifest: KeyedContent {
  package struct Entry: Codable, Equatable, Identifiable, Sendable {
    /// The page's file is named for it, so that it holds what a file's name can.
    package let id: String
    package var title: String

    package init(id: String = UUID().uuidString, title: String = "") {
      self.id = id
      self.title = title
    }

    private enum CodingKeys: String, CodingKey {
      case id, title
    }

    package init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: CodingKeys.self)
      id = try fields.decode(String.self, forKey: .id)
      title = try fields.decodeIfPresent(String.self, forKey: .title) ?? ""
      try refuseStrangeName(id, fields.codingPath + [CodingKeys.id])
    }
  }

  package static let formatVersion: Int? = 2

  package var title: String
  package var pages: [Entry]
  private let version = 2

  package init(title: String = "", pages: [Entry] = []) {
    self.title = title
    self.pages = pages
  }

  private enum CodingKeys: String, CodingKey {
    case version, title, pages
  }

  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    title = try fields.decodeIfPresent(String.self, forKey: .title) ?? ""
    if try fields.decodeIfPresent(Int.self, forKey: .version) ?? 1 >= 2 {
      pages = try fields.decode([Entry].self, forKey: .pages)
    } else {
      // The first version had the pages' names alone.
      pages = try fields.decode([String].self, forKey: .pages).map { Entry(id: $0) }
      for page in pages { try refuseStrangeName(page.id, fields.codingPath + [CodingKeys.pages]) }
    }
    var seen: Set<String> = []
    for page in pages where !seen.insert(page.id).inserted {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: fields.codingPath + [CodingKeys.pages],
          debugDescription: "two pages have the id \(page.id)"))
    }
  }
}

/// An id becomes a file's name: one that leads elsewhere must not.
private func refuseStrangeName(_ id: String, _ path: [any CodingKey]) throws {
  let isPlain = id.utf8.allSatisfy { byte in
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
  guard isPlain, (1...100).contains(id.utf8.count) else {
    throw DecodingError.dataCorrupted(
      .init(
        codingPath: path,
        debugDescription: "a page's id has letters, digits, - and _ alone, up to 100 of them"))
  }
}
