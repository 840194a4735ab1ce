import Reconciliation

/// A fixed story of a library in two or three directories: what stands in them at the start, what
/// is done to each while Collate is away and while it runs, and what all of them hold after that.
struct SyncStory: Sendable {
  /// Something that a program does in one of the directories.
  enum Deed: Sendable {
    case write(String, String, in: Int)
    case remove(String, in: Int)
    case rename(String, String, in: Int)
  }

  /// A part of it: at its end all directories hold the same.
  struct Chapter: Sendable {
    var deeds: [Deed] = []
    /// What holds then, by path.
    var documents: [String: String] = [:]
    /// The contents that stand side by side under a document's name and those of its copies.
    var clashes: [String: Set<String>] = [:]

    mutating func write(_ path: String, _ text: String, in replica: Int) {
      deeds.append(.write(path, text, in: replica))
    }
  }

  let replicas: Int
  /// What stands there when Collate first starts; what is done while it is away; and, at one
  /// moment, while it runs.
  private(set) var chapters: [Chapter] = []

  static let directories = ["documents", "second", "third"]

  init(replicas: Int) {
    self.replicas = replicas
    chapters = [beginning()]
    chapters.append(away(after: chapters[0]))
    chapters.append(running(after: chapters[1]))
  }

  private var last: Int { replicas - 1 }

  /// Twelve lines, some of them changed.
  static func lines(_ title: String, _ changed: [Int: String] = [:]) -> String {
    (0..<12).map { "\(changed[$0] ?? "\(title) \($0)")\n\n" }.joined()
  }

  /// What stands for a symbolic link that leads there.
  private static func link(_ target: String) -> String {
    String(decoding: SymbolicLink(to: Array(target.utf8))?.content ?? [], as: UTF8.self)
  }

  private static func settings(_ theme: String, _ size: String) -> String {
    "{\n  \"theme\": \"\(theme)\",\n  \"list\": [\n    1,\n    2\n  ],\n  \"size\": \(size)\n}\n"
  }

  private static func large(_ word: String) -> String {
    (0..<9000).map { "\(word) \($0) \($0 &* 2_654_435_761 % 1_000_003)\n" }.joined()
  }

  private func beginning() -> Chapter {
    var chapter = Chapter()
    var documents = [
      "lines.md": Self.lines("line"), "clash.md": Self.lines("clash"), "gone.md": "to be removed\n",
      "fought-over.md": "removed here, edited there\n", "old name.md": "a name to be changed\n",
      "settings.json": Self.settings("light", "1"), "large.bin": Self.large("first"),
      "out.md": Self.link("/etc/hostname"), "taken.md": Self.link("nowhere"),
      "sub/deep/far.txt": "far down\n", "book.textbundle/text.md": Self.lines("page"),
      "book.textbundle/info.json": "{\"version\": 2}\n",
      "book.textbundle/assets/p.txt": "picture\n",
    ]
    for number in 0..<12 { documents["filler \(number).md"] = "filler \(number)\n" }
    for (number, path) in documents.keys.sorted().enumerated() {
      // A package's members come from one of them.
      let replica = path.hasPrefix("book") ? 0 : number % replicas
      chapter.write(path, documents[path] ?? "", in: replica)
    }
    for replica in 0..<replicas {
      chapter.write("same.md", "the same everywhere\n", in: replica)
      chapter.write("differs.md", "of \(replica)\n", in: replica)
    }
    documents["same.md"] = "the same everywhere\n"
    chapter.documents = documents
    chapter.clashes["differs.md"] = Set((0..<replicas).map { "of \($0)\n" })
    return chapter
  }

  private func away(after earlier: Chapter) -> Chapter {
    var chapter = earlier
    chapter.deeds = []
    chapter.write("lines.md", Self.lines("line", [1: "first edit"]), in: 0)
    chapter.write("lines.md", Self.lines("line", [9: "second edit"]), in: 1)
    var edits = [1: "first edit", 9: "second edit"]
    if replicas > 2 {
      chapter.write("lines.md", Self.lines("line", [5: "third edit"]), in: 2)
      edits[5] = "third edit"
    }
    chapter.documents["lines.md"] = Self.lines("line", edits)

    let left = Self.lines("clash", [4: "left"])
    let right = Self.lines("clash", [4: "right"])
    chapter.write("clash.md", left, in: 0)
    chapter.write("clash.md", right, in: last)
    chapter.documents["clash.md"] = nil
    chapter.clashes["clash.md"] = [left, right]

    chapter.deeds.append(.remove("gone.md", in: 1))
    chapter.documents["gone.md"] = nil
    chapter.deeds.append(.remove("fought-over.md", in: 0))
    chapter.write("fought-over.md", "edited there\n", in: last)
    chapter.documents["fought-over.md"] = "edited there\n"
    chapter.deeds.append(.rename("old name.md", "new name.md", in: last))
    chapter.documents["new name.md"] = chapter.documents.removeValue(forKey: "old name.md")

    chapter.write("settings.json", Self.settings("dark", "1"), in: 0)
    chapter.write("settings.json", Self.settings("light", "22"), in: 1)
    chapter.documents["settings.json"] = Self.settings("dark", "22")
    edit("out.md", Self.link("lines.md"), in: last, &chapter)
    chapter.write("taken.md", Self.link("left"), in: 0)
    chapter.write("taken.md", Self.link("right"), in: last)
    chapter.documents["taken.md"] = nil
    chapter.clashes["taken.md"] = [Self.link("left"), Self.link("right")]
    edit("large.bin", Self.large("second"), in: 1, &chapter)
    edit("book.textbundle/text.md", Self.lines("page", [0: "new title"]), in: 0, &chapter)
    edit("book.textbundle/assets/p.txt", "another picture\n", in: last, &chapter)
    edit("sub/new.md", "made while it was away\n", in: last, &chapter)
    return chapter
  }

  private func running(after earlier: Chapter) -> Chapter {
    var chapter = earlier
    chapter.deeds = []
    edit("filler 1.md", "edited while it runs\n", in: 0, &chapter)
    edit("filler 2.md", "edited while it runs, too\n", in: last, &chapter)
    chapter.deeds.append(.remove("filler 3.md", in: 1))
    chapter.documents["filler 3.md"] = nil
    chapter.deeds.append(.rename("sub/deep/far.txt", "sub/near.txt", in: 1))
    chapter.documents["sub/near.txt"] = chapter.documents.removeValue(forKey: "sub/deep/far.txt")
    for replica in 0..<replicas {
      chapter.write("made twice.md", "made in \(replica)\n", in: replica)
      chapter.write("made alike.md", "alike\n", in: replica)
    }
    chapter.clashes["made twice.md"] = Set((0..<replicas).map { "made in \($0)\n" })
    chapter.documents["made alike.md"] = "alike\n"
    let old = earlier.documents["lines.md"] ?? ""
    let first = old.replacing("line 3", with: "left while it runs")
    let second = old.replacing("line 11", with: "right while it runs")
    chapter.write("lines.md", first, in: 0)
    chapter.write("lines.md", second, in: last)
    chapter.documents["lines.md"] = first.replacing("line 11", with: "right while it runs")
    edit("sub/up", Self.link(".."), in: last, &chapter)
    edit("out.md", Self.link("nowhere"), in: 0, &chapter)
    edit("large.bin", Self.large("third"), in: 0, &chapter)
    edit("book.textbundle/text.md", Self.lines("page", [0: "title", 7: "x"]), in: 1, &chapter)
    return chapter
  }

  private func edit(_ path: String, _ text: String, in replica: Int, _ chapter: inout Chapter) {
    chapter.write(path, text, in: replica)
    chapter.documents[path] = text
  }

  /// All that was written up to the end of a chapter, with the path of each.
  func written(upTo chapter: Int) -> [(path: String, text: String)] {
    chapters[...chapter].flatMap(\.deeds).compactMap { deed in
      if case .write(let path, let text, _) = deed { (path, text) } else { nil }
    }
  }
}
