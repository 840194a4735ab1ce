import FoundationEssentials
import TestSupport
import Testing

@testable import Documents

@Suite struct MIMEDatabaseTests {
  private func types(
    globs: String = "", subclasses: String = "", aliases: String = ""
  ) -> ContentTypes {
    ContentTypes(
      database: MIMEDatabase(folders: [
        .init(
          globs: Array(globs.utf8), subclasses: Array(subclasses.utf8),
          aliases: Array(aliases.utf8))
      ]))
  }

  private func name(_ name: String, in types: ContentTypes) -> String {
    types.type(forName: Array(name.utf8)).identifier
  }

  @Test func `the database knows what is not built in`() {
    let types = types(globs: "# a comment\n50:text/x-fancy:*.fancy\n50:font/x-odd:*.odd\n")
    #expect(name("a.fancy", in: types) == "org.freedesktop.mime.text.x-fancy")
    #expect(name("a.FANCY", in: types) == "org.freedesktop.mime.text.x-fancy")
    #expect(name("a.odd", in: types) == "org.freedesktop.mime.font.x-odd")
    #expect(name("a.unheard-of", in: types) == "public.data")
    let fancy = types.type(forName: Array("a.fancy".utf8))
    #expect(types.conforms(fancy, to: .plainText) && types.conforms(fancy, to: .data))
    #expect(types.fileNameExtensions(of: fancy) == ["fancy"])
    #expect(types.mediaTypes(of: fancy) == ["text/x-fancy"])
    #expect(types.type(identifier: fancy.identifier) == fancy)
    #expect(types.type(mediaType: "text/x-fancy") == fancy)
  }

  @Test func `what is built in goes first`() {
    let types = types(globs: "90:application/x-other:*.json\n90:application/x-other:makefile\n")
    #expect(name("a.json", in: types) == "public.json")
    #expect(name("Makefile", in: types) == "public.make-source")
  }

  @Test func `a literal name goes before endings, then weight, then length`() {
    let types = types(
      globs: """
        50:application/x-ending:*.q
        60:application/x-heavy:*.heavy.q
        50:application/x-longer:*.long.q
        50:application/x-literal:exact.long.q
        40:application/x-light:*.very.light.q
        """)
    #expect(name("a.q", in: types) == "org.freedesktop.mime.application.x-ending")
    #expect(name("a.heavy.q", in: types) == "org.freedesktop.mime.application.x-heavy")
    #expect(name("a.long.q", in: types) == "org.freedesktop.mime.application.x-longer")
    #expect(name("Exact.long.q", in: types) == "org.freedesktop.mime.application.x-literal")
    #expect(name("a.very.light.q", in: types) == "org.freedesktop.mime.application.x-ending")
  }

  @Test func `case counts only where a pattern says so`() {
    let types = types(
      globs: """
        50:text/x-big:*.Q:cs
        50:text/x-big:*.Q
        50:text/x-small:*.q
        50:text/x-core:core:cs
        50:text/x-core:core
        50:text/x-odd:odd[0-9]*.Z:cs
        """)
    #expect(name("a.Q", in: types) == "org.freedesktop.mime.text.x-big")
    #expect(name("a.q", in: types) == "org.freedesktop.mime.text.x-small")
    #expect(name("core", in: types) == "org.freedesktop.mime.text.x-core")
    #expect(name("Core", in: types) == "public.data")
    #expect(name("odd1x.Z", in: types) == "org.freedesktop.mime.text.x-odd")
    #expect(name("odd1x.z", in: types) == "public.data")
  }

  @Test func `other patterns match names that are not UTF-8 too`() {
    let types = types(globs: "50:text/x-read:read?e*\n")
    #expect(
      types.type(forName: [0x52, 0x45, 0x41, 0x44, 0xFF, 0x45]).identifier
        == "org.freedesktop.mime.text.x-read")
  }

  @Test func `subclasses and aliases are followed, rings included`() {
    let types = types(
      globs: "50:application/x-a:*.aa\n50:application/x-b:*.bb\n",
      subclasses: """
        application/x-a application/x-b
        application/x-b application/x-a
        application/x-b application/json
        """, aliases: "application/x-old application/x-a\n")
    let type = types.type(forName: Array("x.aa".utf8))
    #expect(types.conforms(type, to: .json) && types.conforms(type, to: .text))
    #expect(!types.conforms(type, to: .image))
    #expect(types.type(mediaType: "application/x-old") == type)
  }

  @Test func `a more important folder goes first, and can take patterns away`() {
    let database = MIMEDatabase(folders: [
      .init(globs: Array("50:text/x-a:*.aa\n50:text/x-b:*.bb\n".utf8)),
      .init(globs: Array("50:text/x-a:__NOGLOBS__\n50:text/x-a:*.aaa\n".utf8)),
    ])
    let types = ContentTypes(database: database)
    #expect(name("x.aa", in: types) == "public.data")
    #expect(name("x.aaa", in: types) == "org.freedesktop.mime.text.x-a")
    #expect(name("x.bb", in: types) == "org.freedesktop.mime.text.x-b")
  }

  @Test func `lines that make no sense are passed over`() {
    let types = types(
      globs: """
        nonsense
        :::
        50:text/x-a
        x:text/x-a:*.aa
        -1:text/x-a:*.ab
        999999999999999999999999:text/x-a:*.ac
        50:notype:*.ad
        50:text/:*.ae
        50:text/x-a:
        50:text/x-a:*.[
        50:text/x-a:\\
        50:text/x-a:*.af
        """, subclasses: "a\na b c\ntext/x-a\n", aliases: "x\n")
    for ending in ["aa", "ab", "ac", "ad", "ae"] {
      #expect(name("x." + ending, in: types) == "public.data")
    }
    #expect(name("x.af", in: types) == "org.freedesktop.mime.text.x-a")
  }

  @Test(arguments: UInt64(1)...20)
  func `any bytes are a database`(seed: UInt64) {
    var chance = SeededChance(seed: seed)
    let alphabet = Array("50:text/x-a *.[]?\\\n#,cs\u{FF}".utf8) + [0, 0xFF]
    let garbage = (0..<3).map { _ in
      (0..<2_000).map { _ in alphabet[chance.below(alphabet.count)] }
    }
    let types = ContentTypes(
      database: MIMEDatabase(folders: [
        .init(globs: garbage[0], subclasses: garbage[1], aliases: garbage[2])
      ]))
    for _ in 0..<50 {
      let name = (0..<chance.below(8)).map { _ in alphabet[chance.below(alphabet.count)] }
      _ = types.conforms(types.type(forName: name), to: .json)
    }
    #expect(types.type(forName: Array("a.json".utf8)) == .json)
  }

  @Test func `folders come from the environment, a person's own first`() {
    let folders = { (environment: [String: String]) in
      MIMEDatabase.folders(environment: environment).map(\.path)
    }
    #expect(folders([:]) == ["/usr/local/share/mime", "/usr/share/mime"])
    #expect(
      folders(["HOME": "/h", "XDG_DATA_DIRS": "/a:relative:/b/"])
        == ["/h/.local/share/mime", "/a/mime", "/b/mime"])
    #expect(
      folders(["HOME": "/h", "XDG_DATA_HOME": "/d", "XDG_DATA_DIRS": "/a"])
        == ["/d/mime", "/a/mime"])
  }

  @Test func `folders are read, and what is missing or no file is passed over`() throws {
    let root = FileManager.default.temporaryDirectory.appending(path: "collate-mime-\(UUID())")
    let mime = root.appending(path: "share/mime")
    try FileManager.default.createDirectory(
      at: mime.appending(path: "subclasses"), withIntermediateDirectories: true)
    try Data("50:text/x-a:*.aa\n".utf8).write(to: mime.appending(path: "globs2"))
    let types = ContentTypes(
      database: .load(environment: [
        "XDG_DATA_HOME": "/nowhere-at-all", "XDG_DATA_DIRS": root.path + "/share",
      ]))
    #expect(name("x.aa", in: types) == "org.freedesktop.mime.text.x-a")
    #expect(name("x.json", in: types) == "public.json")
    try FileManager.default.removeItem(at: root)
  }
}
