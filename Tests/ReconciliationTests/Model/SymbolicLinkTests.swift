import Reconciliation
import Testing

@Suite struct SymbolicLinkTests {
  private func link(_ target: String) throws -> SymbolicLink {
    try #require(SymbolicLink(to: Array(target.utf8)))
  }

  @Test(arguments: ["real/t.md", "..", "/etc/hostname", "nowhere", "a\nb", " "])
  func `a link's content says where it leads, as it is written`(target: String) throws {
    let content = try link(target).content
    #expect(content == [0] + Array("symlink".utf8) + Array(target.utf8))
    #expect(SymbolicLink(decoding: content) == (try link(target)))
    #expect(SymbolicLink.isLink(content))
  }

  @Test func `names are bytes`() throws {
    let link = try #require(SymbolicLink(to: [0x63, 0xE9]))
    #expect(SymbolicLink(decoding: link.content)?.target == [0x63, 0xE9])
  }

  @Test func `what no link can hold is none`() {
    let magic = [0] + Array("symlink".utf8)
    #expect(SymbolicLink(to: []) == nil)
    #expect(SymbolicLink(to: [0x61, 0]) == nil)
    #expect(SymbolicLink(to: Array(repeating: 0x61, count: 4095)) != nil)
    #expect(SymbolicLink(to: Array(repeating: 0x61, count: 4096)) == nil)
    for content in [[], magic, magic + [0], Array(magic.dropFirst()) + [0x61], [0x61]] {
      #expect(!SymbolicLink.isLink(content))
    }
  }

  @Test func `a fingerprint tells a link from a file that is like it`() {
    let file = Fingerprint(inode: 7, size: 3, modified: 9, changed: 9, mode: 0o777)
    var link = file
    link.mode = Fingerprint.linkMode
    #expect(link.isLink)
    #expect(!file.isLink)
    #expect(!file.isSameContent(as: link))
    #expect(link.isSameContent(as: link))
  }

  @Test func `what was agreed of a link says that it is one, and keeps the document's mode`() {
    let link = Fingerprint(
      inode: 7, size: 3, modified: 9, changed: 9, mode: Fingerprint.linkMode)
    let digest = Digest(words: (1, 2, 3, 4))
    var base = Base(digest: digest, readability: .readable, fingerprint: link, mode: 0o600)
    #expect(base.fingerprint.isLink)
    #expect(base.mode == 0o600)
    base.set(nil, in: 0)
    #expect(base.fingerprint.isLink)
  }
}
