package import Documents

extension UTType {
  /// A checklist in JSON, named `.checklist`.
  package static let checklist = UTType(exportedAs: "org.collate.checklist", conformingTo: .json)
}

/// Things to do or to buy, and which of them are done.
package struct Checklist: KeyedContent {
  package struct Item: Codable, Equatable, Identifiable, Sendable {
    package let id: String
    package var text: String
    package var isDone: Bool

    package init(id: String = UUID().uuidString, _ text: String, isDone: Bool = false) {
      self.id = id
      self.text = text
      self.isDone = isDone
    }

    private enum CodingKeys: String, CodingKey {
      case id, text
      case isDone = "done"
    }

    package init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: CodingKeys.self)
      id = try fields.decode(String.self, forKey: .id)
      text = try fields.decode(String.self, forKey: .text)
      isDone = try fields.decodeIfPresent(Bool.self, forKey: .isDone) ?? false
    }
  }

  package static let formatVersion: Int? = 2

  package var title: String
  package var items: [Item]
  private let version = 2

  package init(title: String = "", items: [Item] = []) {
    self.title = title
    self.items = items
  }

  private enum CodingKeys: String, CodingKey {
    case version, title, items
  }

  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    title = try fields.decodeIfPresent(String.self, forKey: .title) ?? ""
    if try fields.decodeIfPresent(Int.self, forKey: .version) ?? 1 >= 2 {
      items = try fields.decode([Item].self, forKey: .items)
      try refuseTwice(items, fields.codingPath + [CodingKeys.items])
    } else {
      // The first version had words alone. Their places are names that are the same everywhere.
      items =
        try fields.decodeIfPresent([String].self, forKey: .items)?.enumerated()
        .map { Item(id: "\($0.offset + 1)", $0.element) } ?? []
    }
  }

  package func changes(since previous: Checklist) -> [String]? {
    var lines: [String] = []
    if title != previous.title { lines.append("title now “\(title)”") }
    let difference = KeyedDifference(from: previous.items, to: items)
    lines += difference.added.map { "item “\($0.text)” added" }
    lines += difference.removed.map { "item “\($0.text)” removed" }
    for (old, new) in difference.edited {
      if old.text != new.text { lines.append("item “\(old.text)” now “\(new.text)”") }
      if old.isDone != new.isDone {
        lines.append("item “\(new.text)” " + (new.isDone ? "ticked" : "unticked"))
      }
    }
    if difference.isReordered { lines.append("items reordered") }
    return lines
  }
}

/// Two items with one id would be taken for one another.
private func refuseTwice(_ items: [Checklist.Item], _ path: [any CodingKey]) throws {
  var seen: Set<String> = []
  for item in items where !seen.insert(item.id).inserted {
    throw DecodingError.dataCorrupted(
      .init(codingPath: path, debugDescription: "two items have the id \(item.id)"))
  }
}
