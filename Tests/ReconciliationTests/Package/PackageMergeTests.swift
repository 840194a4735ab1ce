import Reconciliation
import TestSupport
import Testing

@Suite struct PackageMergeTests {
  private let base = PackageArchive(["a": "1", "b": "2", "pages/c": "3"])

  private func merge(_ ours: [String: String], _ theirs: [String: String]) -> PackageMergeOutcome {
    mergePackages(base: base, ours: PackageArchive(ours), theirs: PackageArchive(theirs)) {
      _, base, ours, theirs in mergeLines(base: base, ours: ours, theirs: theirs)
    }
  }

  @Test func `changes of different members are joined`() {
    #expect(
      merge(
        ["a": "1+", "b": "2", "pages/c": "3"], ["a": "1", "b": "2", "pages/c": "3", "pages/d": "4"])
        == .merged(PackageArchive(["a": "1+", "b": "2", "pages/c": "3", "pages/d": "4"])))
  }

  @Test func `a removal and another's change of another member are joined`() {
    #expect(
      merge(["b": "2", "pages/c": "3"], ["a": "1", "b": "2+", "pages/c": "3"])
        == .merged(PackageArchive(["b": "2+", "pages/c": "3"])))
  }

  @Test func `a member that both changed is joined by its own type`() {
    let text = "one\ntwo\nthree\nfour\nfive\n"
    let base = PackageArchive(["t": text])
    let ours = PackageArchive(["t": text.replacing("one", with: "1")])
    let theirs = PackageArchive(["t": text.replacing("five", with: "5")])
    var asked: [String] = []
    let outcome = mergePackages(base: base, ours: ours, theirs: theirs) { path, base, one, other in
      asked.append("\(path)")
      return mergeLines(base: base, ours: one, theirs: other)
    }
    #expect(outcome == .merged(PackageArchive(["t": "1\ntwo\nthree\nfour\n5\n"])))
    #expect(asked == ["t"])
  }

  @Test func `one member that can't be joined is a conflict of the whole, which names it`() {
    #expect(
      merge(["a": "x", "b": "2", "pages/c": "4"], ["a": "1", "b": "2", "pages/c": "5"])
        == .conflict(reason: "pages/c: both changed line 1"))
  }

  @Test func `removed by one and changed by the other is a conflict`() {
    let reason = "a: one side removed it, the other changed it"
    let (removed, changed) = (
      ["b": "2", "pages/c": "3"], ["a": "x", "b": "2", "pages/c": "3"]
    )
    #expect(merge(removed, changed) == .conflict(reason: reason))
    #expect(merge(changed, removed) == .conflict(reason: reason))
  }

  @Test func `a member that both made is a conflict unless it is the same`() {
    let (one, other) = (
      ["a": "1", "b": "2", "pages/c": "3", "n": "x"],
      ["a": "1", "b": "2", "pages/c": "3", "n": "y"]
    )
    #expect(merge(one, one) == .merged(PackageArchive(one)))
    #expect(
      merge(one, other) == .conflict(reason: "n: both sides made it, with different content"))
  }

  @Test func `what was put into a directory that the other side removed is a conflict`() {
    let reason = "pages/d: one side put it where the other removed the directory"
    #expect(
      merge(["a": "1", "b": "2"], ["a": "1", "b": "2", "pages/c": "3", "pages/d": "4"])
        == .conflict(reason: reason))
  }

  @Test func `a mode and a content that were changed apart are joined`() throws {
    let path = try #require(RelativePath("run"))
    func package(_ text: String, _ isExecutable: Bool) throws -> PackageArchive {
      try #require(
        PackageArchive([
          .init(path: path, content: .file(Array(text.utf8), isExecutable: isExecutable))
        ]))
    }
    let outcome = mergePackages(
      base: try package("a", false), ours: try package("a", true), theirs: try package("b", false)
    ) { _, _, _, _ in .conflict(reason: "asked") }
    #expect(outcome == .merged(try package("b", true)))
  }

  @Test func `sides swapped make the same package`() {
    for seed in 0..<300 as Range<UInt64> {
      var chance = SeededChance(seed: seed)
      let (one, other) = (changed(&chance), changed(&chance))
      switch (merge(one, other), merge(other, one)) {
      case (.merged(let first), .merged(let second)): #expect(first == second, "seed \(seed)")
      case (.conflict, .conflict): break
      case (let first, let second): Issue.record("seed \(seed): \(first) and \(second)")
      }
    }
  }

  private func changed(_ chance: inout SeededChance) -> [String: String] {
    var files = base.texts
    for _ in 0..<(1 + chance.below(3)) {
      let name = ["a", "b", "pages/c", "pages/d", "new/e", "a/f"][chance.below(6)]
      if name == "a/f" { files["a"] = nil }
      if name == "a" { files["a/f"] = nil }
      files[name] = chance.oneIn(3) ? nil : ["1", "2", "3", "x"][chance.below(4)]
    }
    return files
  }

  @Test func `what changed is said member by member`() {
    let new = PackageArchive(["a": "1+", "pages/c": "3", "pages/d": "four", "new/": ""])
    let words = packageChangesInWords(from: base, to: new) { _, old, new in
      ["\(old.count) to \(new.count)"]
    }
    #expect(
      words == [
        "a: 1 to 2", "b: removed", "new: added as a directory", "pages/d: added, 4 bytes",
      ])
  }

  @Test func `many changes are counted`() {
    let many = Dictionary(
      uniqueKeysWithValues: (0..<30).map { ("m\($0 + 10)", "x") })
    let words = packageChangesInWords(from: .empty, to: PackageArchive(many)) { _, _, _ in [] }
    #expect(words.count == 21)
    #expect(words.first == "m10: added, 1 byte")
    #expect(words.last == "10 other members changed")
  }
}
