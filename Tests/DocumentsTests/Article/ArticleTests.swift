import Documents
import Foundation
import TestSupport
import Testing

/// What the article “A document-based program” says is so.
@MainActor
@Suite struct ArticleTests {
  @Test func `the article's code is what is compiled here, block by block`() throws {
    let article = try text("Sources/Documents/Documents.docc/ADocumentBasedProgram.md")
    let compiled =
      try text("Tests/DocumentsTests/Article/ReadingList.swift")
      + text("Tests/DocumentsTests/Article/ReadingListProgram.swift")
    let blocks = article.components(separatedBy: "```swift\n").dropFirst().map {
      $0.components(separatedBy: "```")[0]
    }
    #expect(blocks.count == 8)
    for block in blocks where !compiled.contains(block) {
      Issue.record("only the article has this block:\n\(block)")
    }
  }

  @Test func `the program leaves a list with one book, as the article shows it`() async throws {
    let folder = try TemporaryFolder()
    let list = URL(filePath: String(decoding: folder.path(of: "summer.readinglist"), as: UTF8.self))
    try await begin(list)
    let content = try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: list)) as? [String: [[String: Any]]])
    let book = try #require(content["books"]?.first)
    #expect(
      try String(contentsOf: list, encoding: .utf8) == """
        {
          "books": [
            {
              "id": "\(try #require(book["id"] as? String))",
              "isRead": false,
              "title": "Middlemarch"
            }
          ]
        }

        """)
  }

  @Test func `reading everything ticks a book that another program has added`() async throws {
    let folder = try TemporaryFolder()
    let list = URL(filePath: String(decoding: folder.path(of: "summer.readinglist"), as: UTF8.self))
    try await begin(list)
    let added = #"{"id": "11111111-2222-3333-4444-555555555555", "title": "Emma", "isRead": false}"#
    try String(contentsOf: list, encoding: .utf8)
      .replacingOccurrences(of: "\n  ]", with: ",\n    \(added)\n  ]")
      .write(to: list, atomically: true, encoding: .utf8)
    try await readAll(list)
    let snapshot = try KeyedValue<ReadingList>(content: Data(contentsOf: list))
    #expect(snapshot.value.books.map(\.title) == ["Middlemarch", "Emma"])
    #expect(snapshot.value.books.map(\.isRead) == [true, true])
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: ProjectFolder.root.appending(path: path), encoding: .utf8)
  }
}
