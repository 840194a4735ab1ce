// The model of the article “A document-based program”, block by block.

import Documents

struct ReadingList: KeyedContent {
  struct Book: Codable, Equatable, Identifiable, Sendable {
    var id = UUID()
    var title: String
    var isRead = false
  }

  var books: [Book] = []
}

extension UTType {
  static let readingList = UTType(exportedAs: "org.example.readinglist", conformingTo: .json)
}

@MainActor @Observable
final class ReadingListDocument: Document {
  nonisolated static let readableContentTypes: [UTType] = [.readingList]

  private var content = KeyedValue(ReadingList())

  nonisolated init() {}

  var books: [ReadingList.Book] { content.value.books }

  func add(_ title: String, undoManager: UndoManager?) {
    insert(ReadingList.Book(title: title), at: books.count, undoManager: undoManager)
    undoManager?.setActionName("Add Book")
  }

  func setRead(_ isRead: Bool, _ id: UUID, undoManager: UndoManager?) {
    guard let index = books.firstIndex(where: { $0.id == id }), books[index].isRead != isRead
    else { return }
    content.value.books[index].isRead = isRead
    undoManager?.registerUndo(withTarget: self) {
      $0.setRead(!isRead, id, undoManager: undoManager)
    }
    undoManager?.setActionName(isRead ? "Mark as Read" : "Mark as Unread")
  }

  private func insert(_ book: ReadingList.Book, at index: Int, undoManager: UndoManager?) {
    content.value.books.insert(book, at: min(index, books.count))
    undoManager?.registerUndo(withTarget: self) { $0.remove(book.id, undoManager: undoManager) }
  }

  private func remove(_ id: UUID, undoManager: UndoManager?) {
    guard let index = books.firstIndex(where: { $0.id == id }) else { return }
    let book = content.value.books.remove(at: index)
    undoManager?.registerUndo(withTarget: self) {
      $0.insert(book, at: index, undoManager: undoManager)
    }
  }

  nonisolated func reader(
    configuration: sending ReadConfiguration
  ) -> sending FileWrapperDocumentReader<KeyedValue<ReadingList>> {
    FileWrapperDocumentReader(configuration)
  }

  func apply(
    snapshot: sending KeyedValue<ReadingList>, previous: sending KeyedValue<ReadingList>?
  ) {
    content = snapshot
  }

  func snapshot(contentType: UTType) -> sending KeyedValue<ReadingList> { content }

  nonisolated func writer(
    configuration: sending WriteConfiguration
  ) -> sending FileWrapperDocumentWriter<KeyedValue<ReadingList>> {
    FileWrapperDocumentWriter(configuration)
  }
}
