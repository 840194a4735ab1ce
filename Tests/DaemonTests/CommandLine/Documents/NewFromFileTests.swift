import Foundation
import Testing

/// `collate new --from` a file or package, and templates of one's own.
@Suite struct NewFromFileTests {
  private let folder: CommandFolder

  init() throws {
    folder = try CommandFolder()
  }

  @Test func `a file is converted where its type can be written as the new one's`() throws {
    try folder.write("# Trip\n\n*soon*\n", to: "trip.md")
    let ended = try folder.collate("new page.html --from trip.md")
    #expect(ended.output == "Made page.html from trip.md\n")
    #expect(try folder.text("page.html").contains("<h1>Trip</h1>\n<p><em>soon</em></p>\n"))
    #expect(try folder.collate("new plain.txt --from trip.md").code == 0)
    #expect(try folder.text("plain.txt") == "Trip\n\nsoon\n")
  }

  @Test func `without a type it has its original's`() throws {
    try folder.write("# Trip\n", to: "trip.md")
    #expect(try folder.collate("new copy --from trip.md").output == "Made copy.md from trip.md\n")
    #expect(try folder.text("copy.md") == "# Trip\n")
  }

  @Test func `of one type every byte is the same, fields that nobody knows too`() throws {
    let list = #"{"version": 2, "mine": 1.50, "items": [{"id": "a", "text": "x", "more": []}]}"#
    try folder.write(list, to: "one.checklist")
    #expect(try folder.collate("new two.checklist --from one.checklist").code == 0)
    #expect(try folder.text("two.checklist") == list)
    try folder.shell(#"printf 'caf\xe9\r\nno end' > one.txt"#)
    #expect(try folder.collate("new two.txt --from one.txt").code == 0)
    #expect(try folder.shell("cmp one.txt two.txt").code == 0)
  }

  @Test func `of a package all members come along, and none is shared`() throws {
    #expect(try folder.collate("new one --from journal").code == 0)
    try folder.shell(
      #"""
      cd one.notebook; mkdir maps; echo x > maps/a.txt; echo '{}' > .index
      printf 'x' > $'pages/\xff.txt'
      """#)
    #expect(try folder.collate("new two.notebook --from one.notebook").code == 0)
    let same = try folder.shell("diff -r one.notebook two.notebook")
    #expect(same.code == 0, "\(same.output)")
    #expect(try folder.shell("find two.notebook -type f -links +1").output == "")
  }

  @Test(arguments: ["docx", "zzz"])
  func `what no model reads is copied, with a time of its own`(ending: String) throws {
    try folder.shell("printf 'a\\0b' > one.\(ending); touch -d 2019-01-01 one.\(ending)")
    #expect(try folder.collate("new two.\(ending) --from one.\(ending)").code == 0)
    #expect(try folder.collate("new three --from one.\(ending)").code == 0)
    for name in ["two", "three"] {
      #expect(try folder.shell("cmp one.\(ending) \(name).\(ending)").code == 0)
      #expect(try folder.shell("find \(name).\(ending) -newermt 2020-01-01").output != "")
    }
    let ended = try folder.collate("new four.md --from one.\(ending)")
    #expect(ended.code == 64)
    #expect(ended.errors.hasPrefix("collate: one.\(ending) can't be made into Markdown"))
  }

  @Test func `a PDF is copied once its reader took it`() throws {
    try folder.write("no PDF", to: "bad.pdf")
    let ended = try folder.collate("new paper.pdf --from bad.pdf")
    #expect(ended.code == 65)
    #expect(ended.errors == "collate: bad.pdf can't be read: byte 0: a PDF begins with `%PDF-`\n")
    #expect(try folder.names() == ["bad.pdf"])
  }

  @Test(arguments: [
    ("cut.checklist", #"{"items": ["#, 65), ("gone.md", nil, 66), ("folder", "/", 65),
    ("pipe.md", "|", 65), ("loop.md", "@", 74),
  ])
  func `what can't be read is said, and nothing is made`(
    name: String, content: String?, code: Int
  ) throws {
    switch content {
    case "/": try folder.shell("mkdir \(name)")
    case "|": try folder.shell("mkfifo \(name)")
    case "@": try folder.shell("ln -s \(name) \(name)")
    case let content?: try folder.write(content, to: name)
    case nil: break
    }
    let names = try folder.names()
    let ended = try folder.collate("new made --type checklist --from \(name)")
    #expect(Int(ended.code) == code)
    #expect(ended.errors.contains(name))
    #expect(try folder.names() == names)
  }

  @Test func `a link is read as what it leads to, and left as it is`() throws {
    try folder.shell("printf '# Trip\\n' > trip.md; ln -s trip.md link.md")
    #expect(try folder.collate("new page.html --from link.md").code == 0)
    #expect(try folder.text("page.html").contains("<h1>Trip</h1>"))
    #expect(try folder.shell("readlink link.md").output == "trip.md\n")
  }

  @Test func `names need not be UTF-8`() throws {
    try folder.shell(#"printf '# Trip\n' > $'tr\xefp.md'"#)
    let ended = try folder.shell(
      #""$COLLATE" new $'p\xe4ge.html' --from $'tr\xefp.md' --json"#)
    #expect(ended.code == 0, "\(ended.errors)")
    let answer = try #require(
      try JSONSerialization.jsonObject(with: ended.rawOutput) as? [String: String])
    let encoded = try #require(answer["pathBase64"])
    let path = try #require(Data(base64Encoded: encoded))
    #expect(
      Array(path) == Array(folder.path.utf8) + Array("/p".utf8) + [0xE4] + Array("ge.html".utf8))
    #expect(try folder.shell("cat p?ge.html").output.contains("<h1>Trip</h1>"))
  }

  // MARK: Templates of one's own

  @Test func `a person's own templates go before the built-in ones`() throws {
    try folder.shell(
      "mkdir own/Templates; echo own > own/Templates/meeting.md; echo hi > own/Templates/letter.txt"
    )
    let ended = try folder.collate("new plan.md --from meeting")
    #expect(ended.output == "Made plan.md from \(folder.path)/own/Templates/meeting.md\n")
    #expect(try folder.text("plan.md") == "own\n")
    #expect(try folder.collate("new to-ann --from letter").code == 0)
    #expect(try folder.text("to-ann.txt") == "hi\n")
    #expect(try folder.collate("new to-bob.txt --from letter.txt").code == 0)
    #expect(try folder.collate("new --list").output.contains("/own/Templates/letter.txt\n"))
  }

  @Test func `of several with one name that of the type is taken, or the choice is asked for`()
    throws
  {
    try folder.shell("mkdir own/Templates; cd own/Templates; echo a > x.txt; echo b > x.md")
    #expect(try folder.collate("new one.md --from x").code == 0)
    #expect(try folder.text("one.md") == "b\n")
    let ended = try folder.collate("new two --from x")
    #expect(ended.code == 64)
    #expect(ended.errors == "collate: there are several templates x\n  Name one: x.md, x.txt\n")
  }

  @Test func `they are looked for where the desktop has them`() throws {
    try folder.shell(
      #"""
      mkdir -p own/Vorlagen own/.config elsewhere; echo a > own/Vorlagen/x.md
      echo 'XDG_TEMPLATES_DIR="$HOME/Vorlagen"' > own/.config/user-dirs.dirs
      echo b > elsewhere/x.md
      """#)
    #expect(try folder.collate("new one.md --from x").code == 0)
    #expect(try folder.text("one.md") == "a\n")
    let elsewhere = ["XDG_TEMPLATES_DIR": folder.path + "/elsewhere"]
    #expect(try folder.collate("new two.md --from x", environment: elsewhere).code == 0)
    #expect(try folder.text("two.md") == "b\n")
  }

  @Test func `with a slash it is a path, and without one a template goes before a file`() throws {
    try folder.write("# Mine\n", to: "packing")
    try folder.write("# Mine\n", to: "meeting.md")
    #expect(try folder.collate("new one.md --from packing").code == 0)
    #expect(try folder.text("one.md").hasPrefix("# Packing\n"))
    #expect(try folder.collate("new two.md --from ./meeting.md").code == 0)
    #expect(try folder.text("two.md") == "# Mine\n")
  }
}
