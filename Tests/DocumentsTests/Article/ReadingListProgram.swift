// What the program of the article does, block by block.

import Documents

@MainActor
func begin(_ list: URL) async throws {
  let lists = DocumentGroup<ReadingListDocument> { _, _ in ReadingListDocument() }
  let session = try await lists.create(at: list)
  session.document.add("Ulysses", undoManager: session.undoManager)
  session.undoManager.undo()
  session.document.add("Middlemarch", undoManager: session.undoManager)
  try await session.close()
}

@MainActor
func readAll(_ list: URL) async throws {
  let lists = DocumentGroup<ReadingListDocument> { _, _ in ReadingListDocument() }
  let session = try await lists.open(list)
  for book in session.document.books {
    session.document.setRead(true, book.id, undoManager: session.undoManager)
  }
  try await session.save()
  try await session.close()
}

@MainActor
func settle(_ session: DocumentSession<ReadingListDocument>) async throws {
  for conflict in session.conflicts {
    print("\(conflict.copy.path): \(conflict.reason)")
    try await session.resolve(conflict, keeping: .both)
  }
}
