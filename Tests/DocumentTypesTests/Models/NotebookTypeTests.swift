import Documents
import FoundationEssentials
import Reconciliation
import TestSupport
import Testing

@testable import DocumentTypes

/// Notebooks as the daemon has them: each one content, made of its members.
@Suite struct NotebookTypeTests {
  private let type = documentType("a.notebook")
  private let packing = "pages/0b7c9d52-1c1b-4f6e-9a3e-5f0f2f6d7a10.txt"
  private let route = "pages/5a3f6f0e-2d4c-4b8f-8a51-9a1f6c3b2e77.txt"

  /// The members of a fixture, by path.
  private func members(_ name: String) throws -> [String: String] {
    let root = ProjectFolder.fixtures("documents").appending(path: "notebook/" + name)
    return try ModelFolder().contents(of: root).mapValues { String(decoding: $0, as: UTF8.self) }
  }

  private func archive(_ members: [String: String]) throws -> [UInt8] {
    var all: [PackageArchive.Member] = []
    for (path, text) in members {
      let path = try #require(RelativePath(path))
      all.append(.init(path: path, content: .file(Array(text.utf8), isExecutable: false)))
      if !path.parent.isRoot, !all.contains(where: { $0.path == path.parent }) {
        all.append(.init(path: path.parent, content: .directory))
      }
    }
    let archive = PackageArchive(all)
    return try #require(archive).bytes
  }

  /// The files of a content, by path.
  private func files(_ content: [UInt8]) throws -> [String: String] {
    var files: [String: String] = [:]
    for member in try #require(PackageArchive(decoding: content)).members {
      guard case .file(let bytes, _) = member.content else { continue }
      files[member.path.description] = String(decoding: bytes, as: UTF8.self)
    }
    return files
  }

  private func merged(
    _ base: [String: String], _ ours: [String: String], _ theirs: [String: String]
  ) throws -> [String: String] {
    let sides = try [base, ours, theirs].map { try archive($0) }
    let outcome = type.merge(base: sides[0], ours: sides[1], theirs: sides[2])
    #expect(
      outcome == type.merge(base: sides[0], ours: sides[2], theirs: sides[1]), "the same either way"
    )
    switch outcome {
    case .merged(let content): return try files(content)
    case .conflict(let reason): return ["conflict": reason]
    }
  }

  @Test func `every fixture is read or refused as its verdict says`() throws {
    for (name, verdict) in try DocumentFixtures("notebook").verdicts
    where name != "no-text.notebook" {
      let inspection = type.inspect(try archive(try members(name)))
      #expect(
        inspection == (verdict == "readable" ? .readable : .unreadable(reason: verdict)), "\(name)")
    }
  }

  @Test func `a half-arrived notebook is suspicious where the one before was whole`() throws {
    let whole = try archive(try members("current.notebook"))
    let half = try archive(try members("manifest-first.notebook"))
    #expect(
      type.suspicion(previous: whole, new: half)
        == "not complete yet: page `\(route)`, which `metadata.json` names, has not arrived")
  }

  @Test func `pages and what isn't known are joined, each as it is`() throws {
    let base = try members("unknown-content.notebook")
    var (ours, theirs) = (base, base)
    ours[packing] = "hat\ncoat\ncamera\n"
    ours["attachments/map.txt"] = "x marks it\nand y\n"
    ours["metadata.json"] = base["metadata.json"]?.replacing("Trip", with: "Journey")
    theirs[packing] = "coat\ncamera\nfilm\n"
    theirs["attachments/list.txt"] = "new\n"
    theirs["metadata.json"] = base["metadata.json"]?.replacing("sea", with: "hills")
    var expected = base
    expected[packing] = "hat\ncoat\ncamera\nfilm\n"
    expected["attachments/map.txt"] = ours["attachments/map.txt"]
    expected["attachments/list.txt"] = "new\n"
    expected["metadata.json"] = base["metadata.json"]?.replacing("Trip", with: "Journey")
      .replacing("sea", with: "hills")
    #expect(try merged(base, ours, theirs) == expected)
  }

  @Test func `a removed page goes, and one that was written in meanwhile stays`() throws {
    let base = try members("current.notebook")
    var (ours, theirs) = (base, base)
    ours["metadata.json"] = base["metadata.json"]?.replacing(
      ",\n    {\"id\": \"5a3f6f0e-2d4c-4b8f-8a51-9a1f6c3b2e77\", \"title\": \"Route\"}", with: "")
    ours[route] = nil
    theirs[packing] = "coat\n"
    var expected = ours
    expected[packing] = "coat\n"
    #expect(try merged(base, ours, theirs) == expected)
    theirs[route] = "on foot\n"
    expected[route] = "on foot\n"
    let joined = try merged(base, ours, theirs)
    #expect(joined["metadata.json"]?.contains("5a3f6f0e-2d4c-4b8f-8a51-9a1f6c3b2e77") == true)
    expected["metadata.json"] = joined["metadata.json"]
    #expect(joined == expected)
  }

  @Test func `what both changed of a member that isn't known is a conflict that names it`() throws {
    let base = try members("unknown-content.notebook")
    var (ours, theirs) = (base, base)
    ours["attachments/map.txt"] = "a\n"
    theirs["attachments/map.txt"] = "b\n"
    #expect(
      try merged(base, ours, theirs) == ["conflict": "attachments/map.txt: both changed line 1"])
  }

  @Test func `changes are told by page, and of other members by name`() throws {
    let base = try members("unknown-content.notebook")
    var new = base
    new[packing] = "coat\n"
    new["attachments/map.txt"] = nil
    #expect(
      type.changes(from: try archive(base), to: try archive(new))
        == [
          "page “Packing”: 1 line removed", "attachments: removed", "attachments/map.txt: removed",
        ])
  }

  @Test func `what only makes a page executable is told, and joined with an edit`() throws {
    let base = try archive(try members("current.notebook"))
    let path = try #require(RelativePath(route))
    let ours = PackageArchive(
      try #require(PackageArchive(decoding: base)).members.map { member in
        guard member.path == path, case .file(let bytes, _) = member.content else { return member }
        return .init(path: path, content: .file(bytes, isExecutable: true))
      })
    let made = try #require(ours)
    #expect(type.changes(from: base, to: made.bytes) == ["\(route): made executable"])
    var theirs = try members("current.notebook")
    theirs[packing] = "coat\n"
    guard
      case .merged(let content) = type.merge(
        base: base, ours: made.bytes, theirs: try archive(theirs))
    else {
      Issue.record("not merged")
      return
    }
    let joined = try #require(PackageArchive(decoding: content))
    #expect(joined[path] == made[path])
    #expect(try files(content) == theirs)
  }

  @Test func `a file with a notebook's name is no notebook`() {
    #expect(
      type.inspect(Array("text".utf8))
        == .unreadable(reason: "a file, and it has to be a package"))
  }

  @Test func `directories that lie too deep in it are refused, however deep they lie`() throws {
    for depth in [201, 3000] {
      var deep: [PackageArchive.Member] = []
      var path = RelativePath.root
      for _ in 0..<depth {
        path = try #require(path.appending(Array("d".utf8)))
        deep.append(.init(path: path, content: .directory))
      }
      let package = PackageArchive(deep)
      #expect(
        type.inspect(try #require(package).bytes)
          == .unreadable(
            reason: "“d” lies deeper in it than the 200 directories that are looked into"))
    }
  }
}
