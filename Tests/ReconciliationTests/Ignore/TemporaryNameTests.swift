import Reconciliation
import Testing

@Suite struct TemporaryNameTests {
  private func plain(_ name: String, beside siblings: String...) -> String? {
    let present = siblings.map { Array($0.utf8) }
    return temporaryCandidate(name: Array(name.utf8)) { present.contains($0) }
      .map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: [
    "n.tmp.md", "n.md.tmp", "n.md.TMP", ".n.md.tmp", "n.md.aB3xYz", "n.md.backup", ".n.md.aB3xYz",
    "n.aB3xYz.md", "n-tmp.md", "n_temp.md", "n~.md", ".n.tmp.md", "~n.md", ".~n.md", "n.md.new",
    "n.md.old", "n.md.part", "n.md.orig", ".tmp.n.md", "n.md.save", ".n.md.tmp4711", "n.md.tmp-a1",
  ])
  func `a name made from a document's is its temporary file`(name: String) {
    #expect(plain(name, beside: "n.md", name) == "n.md")
    #expect(plain(name, beside: name, "m.md") == nil)
  }

  @Test(arguments: [
    "n.md", "n2.md", "n-new.md", "n.old.md", "nn.md", "n.md.txt", "n (1).md", "n.recipe.md",
    "n-school.md", ".n.md", "n.md.12345", "n.md.1234567", "n.md.ab-cde", "",
  ])
  func `a person's variant of a name is not`(name: String) {
    #expect(plain(name, beside: "n.md", name) == nil)
  }

  @Test func `a folder that is being replaced is one too`() {
    #expect(plain("N.new", beside: "N", "N.new") == "N")
    #expect(plain("N.old", beside: "N", "N.old") == "N")
  }

  @Test func `a name ends by chance where no word does`() {
    for name in ["n.md.aB3xYz", "n.md.QWERTY", "n.md.a1b2c3"] {
      #expect(endsLikeTemporary(Array(name.utf8)), "\(name)")
    }
    for name in ["n.md.backup", "n.sketch", "n.123456", "aB3xYz", ".aB3xYz", "n.aB3xY"] {
      #expect(!endsLikeTemporary(Array(name.utf8)), "\(name)")
    }
  }
}
