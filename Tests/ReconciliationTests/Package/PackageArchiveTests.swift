import Reconciliation
import TestSupport
import Testing

@Suite struct PackageArchiveTests {
  private let sample = PackageArchive(["text.md": "hello\n", "pages/a.txt": "a", "empty/": ""])

  private func path(_ text: String) throws -> RelativePath { try #require(RelativePath(text)) }

  @Test func `an archive holds its members in byte order, each with a header`() throws {
    let archive = PackageArchive(["b": "xy", "a/c": ""])
    let expected: [UInt8] =
      [0] + Array("package".utf8) + [0, 0, 0, 1, 0, 0, 0, 3]
      + [0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0] + Array("a".utf8)
      + [1, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0] + Array("a/c".utf8)
      + [1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2] + Array("bxy".utf8)
    #expect(archive.bytes == expected)
  }

  @Test func `what was written is read again`() throws {
    let members =
      sample.members + [
        .init(path: try path("run"), content: .file([0xFF, 0], isExecutable: true)),
        .init(path: try path("link"), content: .symbolicLink(Array("../x".utf8))),
      ]
    let archive = try #require(PackageArchive(members))
    #expect(PackageArchive(decoding: archive.bytes) == archive)
    #expect(PackageArchive(decoding: PackageArchive.empty.bytes) == .empty)
  }

  @Test func `members in any order make the same bytes`() throws {
    let turned = try #require(PackageArchive(sample.members.reversed()))
    #expect(turned.bytes == sample.bytes)
  }

  @Test func `an archive cut off anywhere is none`() {
    let bytes = sample.bytes
    for count in 0..<bytes.count {
      #expect(PackageArchive(decoding: Array(bytes[..<count])) == nil, "\(count)")
    }
    #expect(PackageArchive(decoding: bytes + [0]) == nil)
  }

  @Test func `any changed byte makes another archive or none, and never ends the program`() {
    let bytes = sample.bytes
    for index in bytes.indices {
      for change in [1, 0x80, 0xFF] as [UInt8] {
        var other = bytes
        other[index] ^= change
        if let read = PackageArchive(decoding: other) {
          #expect(read != sample)
          #expect(read.bytes == other)
        }
      }
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `random bytes are no archive`(seed: UInt64) {
    var chance = SeededChance(seed: seed)
    let head = Array(sample.bytes.prefix(16))
    for _ in 0..<2_000 {
      let tail = (0..<chance.below(60)).map { _ in UInt8(chance.below(256)) }
      if let read = PackageArchive(decoding: head + tail) { #expect(read.bytes == head + tail) }
    }
  }

  @Test func `what is no tree is no package`() throws {
    let file = PackageArchive.Member(
      path: try path("a"), content: .file([], isExecutable: false))
    let inside = PackageArchive.Member(
      path: try path("a/b"), content: .file([], isExecutable: false))
    #expect(PackageArchive([file, file]) == nil)
    #expect(PackageArchive([file, inside]) == nil)
    #expect(PackageArchive([inside]) == nil)
    #expect(PackageArchive([.init(path: .root, content: .directory)]) == nil)
  }

  @Test func `a member is found by its path`() throws {
    #expect(sample[try path("pages/a.txt")] == .file([UInt8(ascii: "a")], isExecutable: false))
    #expect(sample[try path("pages")] == .directory)
    #expect(sample[try path("pages/b.txt")] == nil)
    #expect(sample[try path("zzz")] == nil)
  }
}

@Suite struct PackageNamesTests {
  private let names = PackageNames(extensions: [Array("rtfd".utf8), Array("textbundle".utf8)])

  @Test(arguments: [
    ("a.rtfd", true), ("A.RtfD", true), ("a.b.textbundle", true), ("a.rtf", false),
    (".rtfd", false), ("rtfd", false), ("a.rtfd.bak", false), ("", false), (".", false),
  ])
  func `a name is a package's by its extension`(name: String, isPackage: Bool) {
    #expect(names.contains(Array(name.utf8)) == isPackage)
  }

  @Test(arguments: [
    ("a.rtfd", nil), ("a.rtfd/x", "a.rtfd"), ("d/a.rtfd/x/y", "d/a.rtfd"),
    ("a.rtfd/b.rtfd/x", "a.rtfd"), ("d/a.rtf/x", nil), ("x", nil), ("", nil),
  ])
  func `the outermost package holds a path`(path: String, package: String?) throws {
    let path = try #require(RelativePath(path))
    #expect(names.package(holding: path) == package.flatMap { RelativePath($0) })
  }
}
