import Documents

/// JSON by `Codable`, the whole class on the main actor, the reader and the writer nested.
@MainActor @Observable
final class Checklist: Document {
  struct Item: Codable, Hashable, Identifiable {
    var id = UUID()
    var title: String
    var isDone = false
  }

  nonisolated static var readableContentTypes: [UTType] { [.json] }

  var items: [Item] = []

  func add(_ title: String) {
    items.append(Item(title: title))
  }

  func toggle(_ id: Item.ID) {
    guard let index = items.firstIndex(where: { $0.id == id }) else { return }
    items[index].isDone.toggle()
  }

  struct Reader: DocumentReader {
    func read(
      from source: sending URL, progress: consuming Subprogress
    ) async throws -> sending [Item] {
      try JSONDecoder().decode([Item].self, from: Data(contentsOf: source))
    }
  }

  struct Writer: DocumentWriter {
    func write(
      snapshot: sending [Item], to destination: sending URL, previous: sending [Item]?,
      progress: consuming Subprogress
    ) async throws {
      guard snapshot != previous else { return }
      try JSONEncoder().encode(snapshot).write(to: destination, options: .atomic)
    }
  }

  nonisolated func reader(configuration: sending ReadConfiguration) -> sending Reader { Reader() }

  nonisolated func writer(configuration: sending WriteConfiguration) -> sending Writer { Writer() }

  func apply(snapshot: sending [Item], previous: sending [Item]?) async throws {
    items = snapshot
  }

  func snapshot(contentType: UTType) async throws -> sending [Item] {
    items
  }
}
