import Foundation
import Testing

/// `collate export`.
@Suite struct ExportTests {
  private let folder: CommandFolder

  init() throws {
    folder = try CommandFolder()
    try folder.shell("mkdir notes; printf '# Trip\\n\\n*soon*\\n' > notes/trip.md")
  }

  @Test func `the result is in the current directory, with the new ending`() throws {
    let ended = try folder.collate("export notes/trip.md --as html")
    #expect(ended.code == 0)
    #expect(ended.output == "Wrote trip.html from notes/trip.md\n")
    #expect(try folder.names() == ["notes", "trip.html"])
    #expect(try folder.names(in: "notes") == ["trip.md"])
    #expect(
      try folder.text("trip.html") == """
        <!DOCTYPE html>
        <html>
        <head>
        <meta charset="utf-8">
        <title>Trip</title>
        </head>
        <body>
        <h1>Trip</h1>
        <p><em>soon</em></p>
        </body>
        </html>

        """)
  }

  @Test(arguments: [
    ("--as txt --to -", "Trip\n\nsoon\n"), ("--as text/plain --to -", "Trip\n\nsoon\n"),
    ("--as public.plain-text --to=-", "Trip\n\nsoon\n"),
    ("--as md --to -", "# Trip\n\n*soon*\n"),
  ])
  func `to standard output goes the document alone`(options: String, text: String) throws {
    let ended = try folder.collate("export notes/trip.md " + options)
    #expect(ended.code == 0)
    #expect(ended.output == text)
    #expect(ended.errors == "")
    #expect(try folder.names() == ["notes"])
  }

  @Test func `a checklist and a notebook become Markdown`() throws {
    let list = #"{"version":2,"title":"Buy","items":[{"id":"1","text":"a*b","done":true}]}"#
    try folder.write(list, to: "buy.checklist")
    #expect(
      try folder.collate("export buy.checklist --as md --to -").output
        == "# Buy\n\n- [x] a\\*b\n")
    try folder.shell(
      #"""
      mkdir -p day.notebook/pages; echo 'One.' > day.notebook/pages/a.txt
      echo '{"version":2,"title":"Day","pages":[{"id":"a","title":"First"}]}' > day.notebook/metadata.json
      """#)
    #expect(
      try folder.collate("export day.notebook/ --as md --to -").output
        == "# Day\n\n## First\n\nOne.\n")
  }

  @Test func `the ending of the place says the type, and a directory takes the result in`() throws {
    #expect(try folder.collate("export notes/trip.md --to notes/page.html").code == 0)
    #expect(try folder.collate("export notes/trip.md --as txt --to notes").code == 0)
    #expect(try folder.collate("export notes/trip.md --as html --to notes/").code == 0)
    #expect(
      try folder.names(in: "notes") == ["page.html", "trip.html", "trip.md", "trip.txt"])
  }

  @Test func `the answer as JSON says what was written from what`() throws {
    let ended = try folder.collate("export notes/trip.md --as html --json")
    let answer = try #require(
      try JSONSerialization.jsonObject(with: ended.rawOutput) as? [String: String])
    #expect(
      answer == [
        "path": folder.path + "/trip.html", "type": "public.html",
        "from": folder.path + "/notes/trip.md",
      ])
    #expect(try folder.collate("export notes/trip.md --as html --json --to -").code == 64)
  }

  @Test func `names need not be UTF-8`() throws {
    try folder.shell("cp notes/trip.md $'notes/\\xff\\xfe.md'")
    let ended = try folder.shell("\"$COLLATE\" export $'notes/\\xff\\xfe.md' --as html")
    #expect(ended.output == "Wrote \\xff\\xfe.html from notes/\\xff\\xfe.md\n")
    #expect(try folder.shell("cat ??.html").output.contains("<h1>Trip</h1>"))
  }

  // MARK: What is there

  @Test func `what is there is replaced only when that is asked for`() throws {
    try folder.write("mine", to: "trip.html")
    let ended = try folder.collate("export notes/trip.md --as html")
    #expect(ended.code == 73)
    #expect(
      ended.errors == """
        collate: trip.html is there already
          Give another name with --to, or replace it with --force

        """)
    #expect(try folder.text("trip.html") == "mine")
    #expect(try folder.collate("export notes/trip.md --as html --force").code == 0)
    #expect(try folder.text("trip.html").contains("<h1>Trip</h1>"))
    #expect(try folder.names() == ["notes", "trip.html"])
  }

  @Test func `a link is kept, and what it leads to is replaced`() throws {
    try folder.shell("echo old > target.html; ln -s target.html trip.html; ln -s nowhere lost.html")
    #expect(try folder.collate("export notes/trip.md --as html --force").code == 0)
    #expect(try folder.text("target.html").contains("<h1>Trip</h1>"))
    #expect(try folder.shell("readlink trip.html").output == "target.html\n")
    #expect(try folder.collate("export notes/trip.md --to lost.html").code == 73)
    #expect(try folder.shell("readlink lost.html").output == "nowhere\n")
  }

  @Test func `the document itself, a directory and a pipe are never replaced`() throws {
    try folder.shell("mkfifo pipe.html; mkdir -p page.notebook; ln -s notes/trip.md link.md")
    #expect(
      try folder.collate("export notes/trip.md --as md --to notes/trip.md --force").code == 64)
    #expect(try folder.collate("export notes/trip.md --as md --to link.md --force").code == 64)
    #expect(try folder.collate("export notes/trip.md --as html --to pipe.html --force").code == 73)
    #expect(
      try folder.collate("export notes/trip.md --as html --to page.notebook --force").code == 73)
    #expect(try folder.text("notes/trip.md") == "# Trip\n\n*soon*\n")
    #expect(try folder.shell("test -p pipe.html && test -d page.notebook").code == 0)
  }

  // MARK: What can't be

  @Test func `a type that the document can't become is answered with those that it can`() throws {
    let ended = try folder.collate("export notes/trip.md --as pdf")
    #expect(ended.code == 64)
    #expect(
      ended.errors == """
        collate: notes/trip.md is a Markdown note, which can't become PDF
          It can be md, html or txt

        """)
    let unknown = try folder.collate("export notes/trip.md --as htlm")
    #expect(unknown.code == 64)
    #expect(
      unknown.errors == """
        collate: no type of document is called htlm
          Did you mean html?
          It can be md, html or txt, a media type or an identifier
          Try: collate help export

        """)
    #expect(try folder.collate("export notes/trip.md").code == 64)
    #expect(try folder.names() == ["notes"])
  }

  @Test(arguments: [
    ("cut.checklist", #"{"items": ["#, 65), ("nul.md", #"a\0b"#, 65), ("gone.md", nil, 66),
    ("bare.xyz", "?", 65), ("day.notebook", "a file", 65),
  ])
  func `a document that can't be read is said with its reader's reason`(
    name: String, content: String?, code: Int
  ) throws {
    if let content { try folder.shell("printf '\(content)' > \(name)") }
    let names = try folder.names()
    let ended = try folder.collate("export \(name) --to new.md")
    #expect(Int(ended.code) == code, "\(ended.errors)")
    #expect(ended.output == "")
    #expect(ended.errors.contains(name))
    #expect(try folder.names() == names)
  }

  @Test func `where a checklist is broken is said`() throws {
    try folder.write("{\"items\": [\n  1, }", to: "cut.checklist")
    let ended = try folder.collate("export cut.checklist --as md")
    #expect(ended.errors.hasPrefix("collate: cut.checklist can't be read: line 2, column 6"))
  }

  @Test func `a directory that isn't there is said`() throws {
    let ended = try folder.collate("export notes/trip.md --to pages/trip.html")
    #expect(ended.code == 66)
    #expect(ended.errors.hasPrefix("collate: there is no directory \(folder.path)/pages\n"))
  }

  @Test(.enabled(if: Rights.canBeBound, "modes bind nobody here"))
  func `what may not be read or written is said`() throws {
    try folder.shell("chmod 000 notes/trip.md; mkdir closed; chmod 555 closed; echo > a.md")
    let bound = #"\#(Rights.boundByModes) "$COLLATE" export "#
    let unread = try folder.shell(bound + "notes/trip.md --as html")
    #expect(unread.code == 77)
    #expect(unread.errors.contains("notes/trip.md: Permission denied"))
    #expect(try folder.shell(bound + "a.md --to closed/a.html").code == 77)
    #expect(try folder.names() == ["a.md", "closed", "notes"])
  }
}
