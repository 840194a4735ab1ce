import Testing

@testable import collate

@Suite struct CommandLineRenderingTests {
  @Test func `a table lines up by columns of the terminal, not by bytes`() {
    var table = Table([.left, .right, .left])
    table.add([.init("日本"), .init("1"), .init("x")])
    table.add([.init("e\u{301}"), .init("23"), .init("")])
    table.add([.init("👩‍👩‍👧"), .init("")])
    #expect(
      table.lines(paint: Paint(isOn: false)) == ["日本   1  x", "e\u{301}     23", "👩‍👩‍👧"])
  }

  @Test func `colour changes no widths`() {
    var table = Table([.left, .left])
    table.add([.init("a", .bad), .init("b")])
    table.add([.init("long"), .init("c")])
    #expect(
      table.lines(indent: 1, paint: Paint(isOn: true)) == [
        " \u{1B}[31ma\u{1B}[0m     b", " long  c",
      ])
  }

  @Test(
    arguments: [
      (ColourChoice.auto, true, [:], true), (.auto, false, [:], false),
      (.auto, true, ["NO_COLOR": "1"], false), (.auto, true, ["NO_COLOR": ""], true),
      (.auto, true, ["TERM": "dumb"], false), (.always, false, ["NO_COLOR": "1"], true),
      (.never, true, [:], false),
    ] as [(ColourChoice, Bool, [String: String], Bool)])
  func `colour is for terminals that take it, unless someone says otherwise`(
    choice: ColourChoice, isTerminal: Bool, environment: [String: String], isOn: Bool
  ) {
    #expect(choice.isOn(isTerminal: isTerminal, environment: environment) == isOn)
  }

  @Test(
    arguments: [
      (0, "just now"), (1, "just now"), (2, "2 seconds ago"), (59, "59 seconds ago"),
      (60, "1 minute ago"), (7199, "1 hour ago"), (7200, "2 hours ago"), (86400, "1 day ago"),
      (86400 * 13, "1 week ago"), (86400 * 59, "1 month ago"), (86400 * 800, "2 years ago"),
      (-1, "just now"), (-120, "in 2 minutes"),
    ] as [(Int64, String)])
  func `a time is told by its distance in its largest unit`(seconds: Int64, said: String) {
    let moments = Samples.moments()
    #expect(moments.relative(moments.now - seconds * 1_000_000_000) == said)
  }

  @Test func `the exact time has the date, the zone and two digits everywhere`() {
    let time = CivilTime(
      year: 2026, month: 1, day: 2, hour: 3, minute: 4, second: 5, offset: -(3 * 3600 + 1800))
    #expect(time.description == "2026-01-02 03:04:05 -0330")
  }

  @Test func `exact times stand beside the relative ones`() {
    var moments = Samples.moments()
    moments.isExact = true
    #expect(moments.said(moments.now) == "just now (2026-11-30 14:05:12 +0100)")
  }

  @Test func `a time that can't be subtracted is said to be unknown`() {
    #expect(Samples.moments().relative(.min) == "at an unknown time")
  }

  @Test(
    arguments: [
      (0, "0 B"), (1023, "1023 B"), (1024, "1.0 KiB"), (1536, "1.5 KiB"), (10239, "9.9 KiB"),
      (10240, "10 KiB"), (1_048_575, "1023 KiB"), (1_048_576, "1.0 MiB"),
      (Int64.max, "7.9 EiB"), (-2048, "-2.0 KiB"),
    ] as [(Int64, String)])
  func `sizes are in the unit that suits them, never rounded up`(bytes: Int64, said: String) {
    #expect(size(bytes) == said)
  }

  @Test func `thousands are kept apart from five digits on`() {
    #expect(grouped(9999) == "9999")
    #expect(grouped(98765) == "98 765")
    #expect(grouped(-1_234_567) == "-1 234 567")
    #expect(counted(1, "directory", plural: "directories") == "1 directory")
    #expect(counted(2, "directory", plural: "directories") == "2 directories")
  }

  @Test func `a bar is full only when all is done`() {
    #expect(progressBar(done: 0, total: 0) == nil)
    #expect(progressBar(done: 999, total: 1000, width: 4) == "[███░] 99 %")
    #expect(progressBar(done: 1000, total: 1000, width: 4) == "[████] 100 %")
    #expect(progressBar(done: 2000, total: 1000, width: 4) == "[████] 100 %")
    #expect(progressBar(done: -1, total: 1000, width: 4) == "[░░░░] 0 %")
  }

  @Test(arguments: [
    ("plan.md", "plan.md"), ("a b.md", "'a b.md'"), ("it's.md", #"'it'\''s.md'"#),
    ("", "''"), ("~/x", "'~/x'"), (#"a\b"#, #"'a\b'"#), ("日本.md", "'日本.md'"),
    ("=ls", "'=ls'"), ("a\nb'\\", #"$'a\012b\'\\'"#), ("\u{202E}x", #"$'\342\200\256x'"#),
  ])
  func `a word for a shell means these bytes and is harmless to read`(name: String, word: String) {
    #expect(shellQuoted(bytes(name)) == word)
  }

  @Test func `a word for a shell can be any bytes`() {
    #expect(shellQuoted([0x62, 0xFF, 0x31]) == #"$'b\3771'"#)
  }

  @Test func `text stays readable and what a terminal would act on is escaped`() {
    #expect(harmless("a\\b\té".utf8) == "a\\b\té")
    #expect(harmless("\u{1B}]0;owned\u{7}".utf8) == #"\e]0;owned\x07"#)
    #expect(harmless([0x62, 0xFF]) == #"b\xff"#)
  }

  @Test func `a content is shown by its lines, however they end`() {
    #expect(harmlessLines(bytes("a\r\nb\n\nc")) == ["a", "b", "", "c"])
    #expect(harmlessLines(bytes("a\rb\n")) == [#"a\rb"#])
    #expect(harmlessLines([]) == [])
  }

  @Test func `UTF-16 is text, and a NUL elsewhere is not`() {
    #expect(harmlessLines([0xFF, 0xFE, 0x61, 0, 0x0A, 0, 0xE9, 0]) == ["a", "é"])
    #expect(harmlessLines([0xFE, 0xFF, 0, 0x61]) == ["a"])
    #expect(harmlessLines([0x61, 0]) == nil)
    #expect(
      contentLines([0x61, 0]) == ["Binary content, 2 B; into a file: collate show DOC > FILE"])
  }
}
