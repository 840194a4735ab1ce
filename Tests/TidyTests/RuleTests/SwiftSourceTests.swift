import Testing

@Suite struct `Swift text in its parts` {
  func lines(_ text: String) -> [SwiftSource.Line] {
    SwiftSource(path: "x.swift", text: text).lines
  }

  @Test func `comments are no code, and code in them is none`() {
    let lines = lines(
      """
      let a = 1 // try! one
      /* try! two
      /* nested */ three */ let b = 2
      """)
    #expect(lines.map(\.code) == ["let a = 1 ", "", " let b = 2"])
    #expect(lines.map(\.comment) == [" try! one", " try! two", " nested  three "])
    #expect(lines.map(\.isOnlyComment) == [false, true, false])
  }

  @Test func `literals are no code, and comments in them are none`() {
    let lines = lines(#"let a = "x // \" try! y" + "z" // end"#)
    #expect(lines.map(\.code) == [#"let a = "" + "" "#])
    #expect(lines.map(\.literals) == [[#"x // " try! y"#, "z"]])
    #expect(lines.map(\.comment) == [" end"])
  }

  @Test func `what is interpolated is code`() {
    let lines = lines(#"let a = "x \(f(try! g("deep"), 1)) y" + b"#)
    #expect(lines.map(\.code) == [#"let a = "f(try! g(""), 1)" + b"#])
    #expect(lines.map(\.literals) == [["x ", "deep", " y"]])
  }

  @Test func `literals over several lines, and raw ones`() {
    let lines = lines(
      ##"""
      let a = """
        // no comment "quoted"
        """ // a comment
      let b = #"a "quote" \(no) \#(c) // no"#
      #expect(x)
      """##)
    #expect(lines.map(\.code) == ["let a = \"", "", "\" ", "let b = \"c\"", "#expect(x)"])
    #expect(lines.map(\.comment) == ["", "", " a comment", "", ""])
    #expect(lines[1].literals == ["  // no comment \"quoted\""])
    #expect(lines[3].literals == [#"a "quote" \(no) "#, " // no"])
  }

  @Test func `a raw identifier may hold anything`() {
    let lines = lines("func `someone's \"quote // is no comment`() {} // but this is")
    #expect(lines.map(\.code) == ["func ``() {} "])
    #expect(lines.map(\.comment) == [" but this is"])
  }

  @Test func `a last line without its end counts, and an empty one does not`() {
    #expect(lines("a\nb").count == 2)
    #expect(lines("a\nb\n").count == 2)
  }
}
