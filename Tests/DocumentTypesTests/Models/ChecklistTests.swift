import Documents
import FoundationEssentials
import Reconciliation
import TestSupport
import Testing

@testable import DocumentTypes

@MainActor @Suite struct ChecklistTests {
  private let folder: ModelFolder
  private let undo = UndoManager()

  init() throws {
    folder = try ModelFolder()
  }

  private func opened(_ name: String) async throws -> (ChecklistDocument, URL) {
    let url = try folder.copy("checklist", name)
    let list = ChecklistDocument()
    try await open(list, at: url, as: .checklist)
    return (list, url)
  }

  @Test func `items are read`() async throws {
    let (list, _) = try await opened("current.checklist")
    #expect(list.title == "Market")
    #expect(
      list.items == [
        .init(id: "milk", "Milk", isDone: true), .init(id: "figs", "Figs"),
        .init(id: "bread", "Bread"),
      ])
  }

  @Test func `saving what nobody touched writes nothing`() async throws {
    for (name, verdict) in try DocumentFixtures("checklist").verdicts where verdict == "readable" {
      let (list, url) = try await opened(name)
      let before = try folder.contents(of: url)
      let counts = try await counting { try await save(list, to: url, as: .checklist) }
      #expect(counts.filesWritten == 0, "\(name)")
      #expect(try folder.contents(of: url) == before, "\(name)")
    }
  }

  @Test func `what is not known stays through an edit`() async throws {
    let (list, url) = try await opened("unknown-fields.checklist")
    let before = try folder.text("unknown-fields.checklist")
    list.setDone(true, "figs", undoManager: undo)
    list.move("milk", to: 1, undoManager: undo)
    try await save(list, to: url, as: .checklist)
    let milk =
      #"    {"id": "milk", "text": "Milk", "done": true, "price": 1.50, "tags": ["dairy"]}"#
    let figs = #"    {"id": "figs", "text": "Figs", "done": false}"#
    #expect(before.contains(milk + ",\n" + figs))
    #expect(
      try folder.text("unknown-fields.checklist")
        == before.replacing(
          milk + ",\n" + figs, with: figs.replacing("false", with: "true") + ",\n" + milk))
  }

  @Test func `the oldest format becomes the newest with the first edit`() async throws {
    let (list, url) = try await opened("oldest-format.checklist")
    #expect(list.items == [.init(id: "1", "Milk"), .init(id: "2", "Figs")])
    list.setDone(true, "2", undoManager: undo)
    try await save(list, to: url, as: .checklist)
    #expect(
      try folder.text("oldest-format.checklist") == """
        {
          "title": "Market",
          "items": [
            {
              "done": false,
              "id": "1",
              "text": "Milk"
            },
            {
              "done": true,
              "id": "2",
              "text": "Figs"
            }
          ],
          "version": 2
        }

        """)
  }

  @Test func `every edit can be undone and done again`() async throws {
    let (list, _) = try await opened("current.checklist")
    undo.groupsByEvent = false
    let start = list.items
    list.setDone(true, "figs", undoManager: undo)
    list.setText("Dried figs", "figs", undoManager: undo)
    list.move("bread", to: 0, undoManager: undo)
    list.remove("milk", undoManager: undo)
    list.add(.init(id: "tea", "Tea"), undoManager: undo)
    list.rename("Shop", undoManager: undo)
    let end = list.items
    #expect(end.map(\.text) == ["Bread", "Dried figs", "Tea"])
    while undo.canUndo { undo.undo() }
    #expect(list.items == start)
    #expect(list.title == "Market")
    while undo.canRedo { undo.redo() }
    #expect(list.items == end)
    #expect(list.title == "Shop")
  }

  @Test func `an edit of what is not there changes nothing`() async throws {
    let (list, _) = try await opened("current.checklist")
    let start = list.items
    list.setDone(true, "none", undoManager: undo)
    list.setDone(true, "milk", undoManager: undo)
    list.setText("x", "none", undoManager: undo)
    list.remove("none", undoManager: undo)
    list.move("milk", to: 9, undoManager: undo)
    #expect(list.items == start)
    #expect(!undo.canUndo)
  }

  @Test func `it is exported as Markdown`() async throws {
    let (list, _) = try await opened("current.checklist")
    list.setText("Figs *or*\ndates", "figs", undoManager: undo)
    try await save(list, to: folder.url("list.md"), as: .markdown)
    #expect(
      try folder.text("list.md")
        == "# Market\n\n- [x] Milk\n- [ ] Figs \\*or\\* dates\n- [ ] Bread\n")
  }

  @Test func `the daemon speaks of it in its words, and joins it by item`() throws {
    let fixtures = try DocumentFixtures("checklist")
    let type = documentType("a.checklist")
    #expect(type.identifier == "org.collate.checklist")
    let base = String(decoding: try fixtures.content("current.checklist"), as: UTF8.self)
    let ours = base.replacing(#""done": false"#, with: #""done": true"#)
    let theirs = base.replacing("Figs", with: "Dates").replacing("Market", with: "Shop")
    #expect(type.changes(from: bytes(base), to: bytes(ours)) == ["item “Figs” ticked"])
    #expect(
      type.changes(from: bytes(base), to: bytes(theirs))
        == ["title now “Shop”", "item “Figs” now “Dates”"])
    #expect(
      type.merge(base: bytes(base), ours: bytes(ours), theirs: bytes(theirs))
        == .merged(bytes(theirs.replacing(#""done": false"#, with: #""done": true"#))))
    let evil = base.replacing("Figs", with: #"\u001b[2J"#)
    #expect(
      type.changes(from: bytes(base), to: bytes(evil)) == ["item “Figs” now “\\e[2J”"])
  }

  @Test func `a huge list is read and edited`() async throws {
    let items = (0..<5000).map { Checklist.Item(id: "i\($0)", "Item \($0)") }
    let content = try KeyedValue(Checklist(title: "Huge", items: items)).content()
    try content.write(to: folder.url("huge.checklist"))
    let list = ChecklistDocument()
    try await open(list, at: folder.url("huge.checklist"), as: .checklist)
    list.setDone(true, "i4999", undoManager: undo)
    try await save(list, to: folder.url("huge.checklist"), as: .checklist)
    let again = ChecklistDocument()
    try await open(again, at: folder.url("huge.checklist"), as: .checklist)
    #expect(again.items.filter(\.isDone).map(\.id) == ["i4999"])
  }
}
