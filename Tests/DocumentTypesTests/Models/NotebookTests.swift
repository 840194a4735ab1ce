import Documents
import FoundationEssentials
import TestSupport
import Testing

@testable import DocumentTypes

@MainActor @Suite struct NotebookTests {
  private let folder: ModelFolder
  private let undo = UndoManager()
  private let packing = "0b7c9d52-1c1b-4f6e-9a3e-5f0f2f6d7a10"
  private let route = "5a3f6f0e-2d4c-4b8f-8a51-9a1f6c3b2e77"

  init() throws {
    folder = try ModelFolder()
  }

  private func opened(_ name: String) async throws -> (NotebookDocument, URL) {
    let url = try folder.copy("notebook", name)
    let notebook = NotebookDocument()
    try await open(notebook, at: url, as: .notebook)
    return (notebook, url)
  }

  @Test func `every fixture is opened or refused as its verdict says`() async throws {
    let fixtures = try DocumentFixtures("notebook")
    #expect(try fixtures.names() == fixtures.verdicts.keys.sorted())
    for (name, verdict) in fixtures.verdicts {
      let url = try folder.copy("notebook", name)
      let notebook = NotebookDocument()
      let found = await problem(opening: notebook, at: url, as: .notebook)
      #expect(found ?? "readable" == verdict, "\(name)")
      if found == nil {
        let before = try folder.contents(of: url)
        let counts = try await counting { try await save(notebook, to: url, as: .notebook) }
        #expect(counts.filesWritten == 0, "\(name)")
        #expect(try folder.contents(of: url) == before, "\(name)")
      }
    }
  }

  @Test func `pages are read, and one that is no text is told when it is asked for`() async throws {
    let (notebook, _) = try await opened("no-text.notebook")
    #expect(notebook.title == "Trip")
    #expect(try notebook.text(of: packing) == "coat\ncamera\n")
    #expect(throws: UnreadableContent.self) { try notebook.text(of: route) }
  }

  @Test func `what is not known stays through an edit`() async throws {
    let (notebook, url) = try await opened("unknown-content.notebook")
    var expected = try folder.contents(of: url)
    try notebook.edit(packing, text: "hat\n", undoManager: undo)
    notebook.removePage(route, undoManager: undo)
    try await save(notebook, to: url, as: .notebook)
    let manifest = String(decoding: try #require(expected["metadata.json"]), as: UTF8.self)
    expected["pages/\(packing).txt"] = Data("hat\n".utf8)
    expected["pages/\(route).txt"] = nil
    expected["metadata.json"] = Data(
      manifest.replacing(
        ",\n    {\"id\": \"\(route)\", \"title\": \"Route\"}", with: ""
      ).utf8)
    #expect(try folder.contents(of: url) == expected)
  }

  @Test func `the oldest format becomes the newest with the first edit`() async throws {
    let (notebook, url) = try await opened("oldest-format.notebook")
    #expect(notebook.pages.map(\.id) == [packing, route])
    notebook.rename("Journey", undoManager: undo)
    try await save(notebook, to: url, as: .notebook)
    let again = NotebookDocument()
    try await open(again, at: url, as: .notebook)
    #expect(again.title == "Journey")
    #expect(
      try folder.text("oldest-format.notebook/metadata.json").contains(#""version": 2"#))
  }

  @Test func `every edit can be undone and done again`() async throws {
    let (notebook, _) = try await opened("current.notebook")
    undo.groupsByEvent = false
    notebook.rename("Journey", undoManager: undo)
    try notebook.edit(packing, text: "hat\n", undoManager: undo)
    notebook.addPage(.init(id: "new", title: "New"), text: "n", at: 0, undoManager: undo)
    notebook.removePage(route, undoManager: undo)
    #expect(notebook.pages.map(\.id) == ["new", packing])
    while undo.canUndo { undo.undo() }
    #expect(notebook.title == "Trip")
    #expect(notebook.pages.map(\.id) == [packing, route])
    #expect(try notebook.text(of: packing) == "coat\ncamera\n")
    #expect(try notebook.text(of: route) == "by train to the coast\n")
    while undo.canRedo { undo.redo() }
    #expect(notebook.pages.map(\.id) == ["new", packing])
    #expect(try notebook.text(of: packing) == "hat\n")
  }

  @Test func `it is exported as Markdown`() async throws {
    let (notebook, _) = try await opened("current.notebook")
    try await save(notebook, to: folder.url("trip.md"), as: .markdown)
    #expect(
      try folder.text("trip.md")
        == "# Trip\n\n## Packing\n\ncoat\ncamera\n\n## Route\n\nby train to the coast\n")
  }

  /// A notebook of five hundred pages on disk.
  private func largeNotebook() async throws -> (NotebookDocument, URL) {
    let url = folder.url("large.notebook")
    let notebook = NotebookDocument()
    for page in 0..<500 {
      notebook.addPage(
        .init(id: "p\(page)", title: "Page \(page)"), text: "text \(page)\n", undoManager: nil)
    }
    let counts = try await counting { try await save(notebook, to: url, as: .notebook) }
    #expect(counts.filesWritten == 501)
    let again = NotebookDocument()
    try await open(again, at: url, as: .notebook)
    return (again, url)
  }

  @Test func `of five hundred pages one is read, and one is written`() async throws {
    let (notebook, url) = try await largeNotebook()
    let first = NotebookDocument()
    let opening = try await counting {
      try await open(first, at: url, as: .notebook)
      #expect(try first.text(of: "p0") == "text 0\n")
    }
    #expect(opening.filesRead == 2, "the manifest and the page")
    let saving = try await counting { try await save(notebook, to: url, as: .notebook) }
    #expect(saving.filesWritten == 0)
    try notebook.edit("p7", text: "other\n", undoManager: undo)
    let edited = try await counting { try await save(notebook, to: url, as: .notebook) }
    #expect(edited.filesWritten == 1, "the page")
    let twice = try await counting { try await save(notebook, to: url, as: .notebook) }
    #expect(twice.filesWritten == 0)
    notebook.addPage(.init(id: "last"), text: "end\n", undoManager: undo)
    let added = try await counting { try await save(notebook, to: url, as: .notebook) }
    #expect(added.filesWritten == 2, "the page and the manifest")
    #expect(try folder.contents(of: url).count == 502)
  }
}

@Suite struct NotebookMergeTests {
  private func notebook(_ pages: [(id: String, text: String)], title: String = "T") throws
    -> NotebookSnapshot
  {
    var snapshot = NotebookSnapshot(title: title)
    snapshot.manifest.value.pages = pages.map { .init(id: $0.id, title: $0.id) }
    for page in pages { snapshot.pages[page.id] = NotebookPage(LineText(page.text)) }
    return snapshot
  }

  private func words(_ notebook: NotebookSnapshot) throws -> String {
    try notebook.manifest.value.pages.map { entry in
      try entry.id + "=" + (notebook.pages[entry.id]?.text().string ?? "none")
    }.joined(separator: " ")
  }

  private func merged(
    _ base: NotebookSnapshot, _ ours: NotebookSnapshot, _ theirs: NotebookSnapshot
  ) throws -> String {
    let outcomes = try [(ours, theirs), (theirs, ours)].map { ours, theirs in
      switch NotebookSnapshot.merging(base: base, ours: ours, theirs: theirs) {
      case .merged(let joined): try words(joined)
      case .conflict(let reason): "conflict: " + reason
      }
    }
    #expect(outcomes[0] == outcomes[1], "swapping the sides changes nothing")
    return outcomes[0]
  }

  @Test func `pages are joined one by one, and the text within a page by line`() throws {
    let base = try notebook([("a", "1\n2\n3\n"), ("b", "x\n"), ("c", "y\n")])
    let ours = try notebook([("a", "one\n2\n3\n"), ("c", "y\n"), ("d", "new\n")])
    let theirs = try notebook([("a", "1\n2\nthree\n"), ("b", "x\n"), ("c", "Y\n")])
    #expect(try merged(base, ours, theirs) == "a=one\n2\nthree\n c=Y\n d=new\n")
  }

  @Test func `a page that one side removed and the other wrote in stays`() throws {
    let base = try notebook([("a", "1\n"), ("b", "x\n"), ("c", "z\n")])
    let ours = try notebook([("a", "1\n"), ("c", "z\n")])
    let theirs = try notebook([("a", "1\n"), ("b", "written\n"), ("c", "z\n")])
    #expect(try merged(base, ours, theirs) == "a=1\n b=written\n c=z\n")
  }

  @Test func `one line changed by both is a conflict that names the page`() throws {
    let base = try notebook([("a", "1\n")])
    #expect(
      try merged(base, notebook([("a", "2\n")]), notebook([("a", "3\n")]))
        == "conflict: page “a”: both changed line 1")
  }

  @Test func `changes are told by page`() throws {
    let base = try notebook([("a", "1\n"), ("b", "x\n")])
    let new = try notebook([("c", ""), ("d", ""), ("a", "1\n2\n")], title: "U")
    #expect(
      new.changes(since: base)
        == ["title now “U”", "2 pages added", "1 page removed", "page “a”: 1 line added"])
    #expect(base.changes(since: base) == [])
  }
}
