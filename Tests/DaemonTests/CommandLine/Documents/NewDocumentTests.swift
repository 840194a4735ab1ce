import Foundation
import Testing

/// `collate new`, of nothing and from templates.
@Suite struct NewDocumentTests {
  private let folder: CommandFolder

  init() throws {
    folder = try CommandFolder()
  }

  @Test(arguments: [
    ("plan.md", "plan.md", ""), ("plan.txt", "plan.txt", ""), ("run.py", "run.py", ""),
    ("plan --type md", "plan.md", ""), ("plan --type text/markdown", "plan.md", ""),
    ("plan --type net.daringfireball.markdown", "plan.md", ""),
    ("plan --type .txt", "plan.txt", ""),
    ("plan.md --from blank", "plan.md", ""), ("plan.md --type md", "plan.md", ""),
    ("README", "README", ""),
  ])
  func `a blank text is an empty file, with the ending of its type`(
    line: String, name: String, content: String
  ) throws {
    let ended = try folder.collate("new " + line)
    #expect(ended.code == 0)
    #expect(ended.output == "Made \(name)\n")
    #expect(ended.errors == "")
    #expect(try folder.names() == [name])
    #expect(try folder.text(name) == content)
  }

  @Test func `a blank checklist and a blank notebook are what their readers take`() throws {
    #expect(try folder.collate("new list.checklist").code == 0)
    #expect(try folder.collate("new diary --type notebook").code == 0)
    #expect(try folder.collate("export list.checklist --as md --to -").output == "")
    #expect(try folder.collate("export diary.notebook --as md --to -").output == "")
    #expect(try folder.names(in: "diary.notebook") == ["metadata.json", "pages"])
  }

  @Test func `a template says the type, and can be written as another`() throws {
    #expect(
      try folder.collate("new trip --from packing").output == "Made trip.checklist from packing\n")
    #expect(try folder.collate("new trip.md --from packing").code == 0)
    let markdown = try folder.text("trip.md")
    #expect(markdown.hasPrefix("# Packing\n\n- [ ] Passport or identity card\n- [ ] Tickets\n"))
    #expect(try folder.collate("export trip.checklist --as md --to -").output == markdown)
  }

  @Test func `the pages of a notebook's template are there`() throws {
    #expect(try folder.collate("new diary --from journal").code == 0)
    let markdown = try folder.collate("export diary.notebook --as md --to -").output
    #expect(
      markdown.split(separator: "\n").filter { $0.hasPrefix("#") }
        == ["# Journal", "## Today", "## Plans", "## Looking Back"])
    #expect(try folder.names(in: "diary.notebook/pages").count == 3)
  }

  @Test func `each item of a list has an id of its own, in each list`() throws {
    for name in ["one", "two"] {
      #expect(try folder.collate("new \(name) --from moving").code == 0)
    }
    let ids = try ["one", "two"].flatMap { name in
      try folder.text("\(name).checklist").split(separator: "\n").filter { $0.contains("\"id\"") }
    }
    #expect(ids.count == 20)
    #expect(Set(ids).count == 20)
  }

  @Test func `the answer as JSON says where it is and what`() throws {
    let ended = try folder.collate("new trip --from packing --json")
    let answer = try #require(
      try JSONSerialization.jsonObject(with: ended.rawOutput) as? [String: String])
    #expect(
      answer == [
        "path": folder.path + "/trip.checklist", "type": "org.collate.checklist",
        "from": "packing",
      ])
  }

  @Test func `the list names templates, types and where one's own are looked for`() throws {
    let ended = try folder.collate("new --list")
    #expect(ended.code == 0)
    for word in ["blank", "meeting", "packing", "moving", "journal"] {
      #expect(ended.output.contains("\n  \(word) "), "\(word)")
    }
    #expect(
      ended.output.contains("  Markdown note  can be exported as html or txt\n"))
    #expect(
      ended.output.hasSuffix(
        "\nTemplates of yours are looked for in \(folder.path)/own/Templates\n"))
    let listed = try folder.collate("new --list --json").rawOutput
    let answer = try #require(try JSONSerialization.jsonObject(with: listed) as? [String: Any])
    let sources = try #require(answer["sources"] as? [[String: String]])
    #expect(sources.map { $0["name"] } == ["blank", "meeting", "packing", "moving", "journal"])
    #expect(answer["templateFolder"] as? String == folder.path + "/own/Templates")
    #expect(try folder.names() == [])
  }

  // MARK: What can't be

  @Test(arguments: ["plan.md", "link.md", "lost.md", "diary.notebook", "pipe.md"])
  func `what is there already stays as it is`(name: String) throws {
    try folder.shell(
      """
      echo mine > plan.md; ln -s plan.md link.md; ln -s nowhere lost.md; mkdir diary.notebook
      mkfifo pipe.md
      """)
    let names = try folder.names()
    let ended = try folder.collate("new \(name)")
    #expect(ended.code == 73)
    #expect(
      ended.errors == "collate: \(name) is there already\n  Choose another name\n")
    #expect(try folder.names() == names)
    #expect(try folder.text("plan.md") == "mine\n")
  }

  @Test func `a directory that isn't there is said`() throws {
    let ended = try folder.collate("new notes/plan.md")
    #expect(ended.code == 66)
    #expect(
      ended.errors == """
        collate: there is no directory \(folder.path)/notes
          Make it first: mkdir -p \(folder.path)/notes

        """)
  }

  @Test(arguments: [
    ("plan", "plan does not say what it is to be"),
    ("plan --type nonsense", "no type of document is called nonsense"),
    ("plan.txt --type checklist", "plan.txt has the ending of plain text, not of checklist"),
    ("page.html", "a new HTML can't be made of nothing"),
    ("face.png", "a picture can't be made of nothing"),
    ("paper.pdf", "a PDF can't be made of nothing"),
    ("page.html --from packing", "packing can't be made into HTML"),
    ("data.json", "a new JSON can't be made of nothing"), ("", "too little: collate new"),
  ])
  func `what can't be made is a mistake in the command, and leaves nothing`(
    line: String, message: String
  ) throws {
    let ended = try folder.collate("new " + line)
    #expect(ended.code == 64)
    #expect(ended.output == "")
    #expect(ended.errors.hasPrefix("collate: " + message), "\(ended.errors)")
    #expect(ended.errors.split(separator: "\n").count > 1, "it says what to do")
    #expect(try folder.names() == [])
  }

  @Test func `a source that nobody knows is answered with those that are there`() throws {
    try folder.shell("mkdir own/Templates; echo hi > own/Templates/letter.txt")
    let ended = try folder.collate("new plan.md --from packign")
    #expect(ended.code == 66)
    #expect(
      ended.errors == """
        collate: there is no template and no file packign
          Templates: blank, meeting, packing, moving, journal, letter
          Yours are looked for in \(folder.path)/own/Templates

        """)
  }

  @Test(.enabled(if: Rights.canBeBound, "modes bind nobody here"))
  func `a directory that may not be written in is said`() throws {
    try folder.shell("mkdir closed; chmod 555 closed")
    let ended = try folder.shell(#"\#(Rights.boundByModes) "$COLLATE" new closed/plan.md"#)
    #expect(ended.code == 77)
    #expect(ended.errors.contains("closed/plan.md: Permission denied"))
  }
}
