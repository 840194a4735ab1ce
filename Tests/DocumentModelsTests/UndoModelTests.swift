import Documents
import Testing

@Suite @MainActor struct UndoModelTests {
  @Test func `an edit is undone and done again`() async throws {
    let manager = UndoManager()
    manager.groupsByEvent = false
    let outline = Outline()
    outline.insert("one", at: 0, undoManager: manager)
    outline.insert("two", at: 1, undoManager: manager)
    outline.remove(at: 0, undoManager: manager)
    #expect(outline.lines == ["two"])
    manager.undo()
    #expect(outline.lines == ["one", "two"])
    manager.undo()
    manager.undo()
    #expect(outline.lines == [])
    #expect(!manager.canUndo)
    manager.redo()
    manager.redo()
    #expect(outline.lines == ["one", "two"])

    let folder = try ModelFolder()
    try await save(outline, to: folder.file("a.txt"), as: .plainText)
    #expect(try folder.read("a.txt") == "one\ntwo")
  }
}
