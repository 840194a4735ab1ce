import Reconciliation
import Testing

@Suite struct DifferenceInWordsTests {
  @Test(arguments: [
    ("a\nb\n", "a\nb\n", []),
    ("a\nb\n", "a\nB\n", ["1 line changed"]),
    ("a\nb\nc\n", "A\nB\nc\n", ["2 lines changed"]),
    ("a\n", "a\nb\n", ["1 line added"]),
    ("a\nb\nc\n", "c\n", ["2 lines removed"]),
    ("a\nb\nc\nd\n", "x\na\nb\ny\nz\nd\n", ["1 line changed, 2 added"]),
    ("a\nb\nc\nd\ne\n", "x\na\nb\nc\ne\n", ["1 line added, 1 removed"]),
    ("", "a\n", ["1 line added"]),
    ("a\n", "", ["1 line removed"]),
    ("a\nb", "a\nb\n", ["final line break added"]),
    ("a\nb\n", "a\nb", ["final line break removed"]),
    ("a\nb\n", "a\r\nb\r\n", ["line breaks changed from LF to CRLF"]),
    ("a\r\nb\r\n", "a\nb\n", ["line breaks changed from CRLF to LF"]),
    ("a\rb\rc\r", "a\rB\rc\r", ["1 line changed"]),
    ("a\u{0}\n", "b\n", ["content changed"]),
  ])
  func `a change is said in words`(old: String, new: String, words: [String]) {
    #expect(changesInWords(old: Array(old.utf8), new: Array(new.utf8)) == words)
  }

  @Test func `equal texts have no difference to show`() {
    #expect(unified("a\n", "a\n", 3) == [])
    #expect(shortDiff(old: [], new: []) == [])
  }

  @Test func `a difference is shown as diff shows it`() {
    #expect(
      unified("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\nfour\n5\n6\n7\n8\n", 1) == [
        "@@ -3,3 +3,3 @@", " 3", "-4", "+four", " 5", "@@ -8,2 +8 @@", " 8", "-9",
      ])
  }

  @Test func `changes with little between them share their lines`() {
    #expect(
      unified("1\n2\n3\n4\n5\n", "1\nB\n3\nD\n5\n", 1) == [
        "@@ -1,5 +1,5 @@", " 1", "-2", "+B", " 3", "-4", "+D", " 5",
      ])
  }

  @Test func `nothing is before the first line`() {
    #expect(unified("", "a\n", 3) == ["@@ -0,0 +1 @@", "+a"])
  }

  @Test func `a missing final line break is said`() {
    #expect(
      unified("a", "a\n", 3) == [
        "@@ -1 +1 @@", "-a", "\\ No newline at end of file", "+a",
      ])
  }

  @Test func `carriage returns are shown as part of the line`() {
    #expect(
      shortDiff(old: Array("a\r\n".utf8), new: Array("b\r\n".utf8)) == [
        "@@ -1 +1 @@", "-a\\r", "+b\\r",
      ])
  }

  @Test func `UTF-16 is shown as it reads`() {
    let old: [UInt8] = [0xFF, 0xFE, 0x61, 0, 0x0A, 0, 0x0A, 0x0A, 0x0A, 0]
    let new: [UInt8] = [0xFF, 0xFE, 0x61, 0, 0x0A, 0, 0x62, 0, 0x0A, 0]
    #expect(
      unifiedDiff(old: old, new: new, context: 0).map { String(decoding: $0, as: UTF8.self) }
        == ["@@ -2 +2 @@", "-\u{0A0A}", "+b"])
  }

  @Test func `what is no text is only said to differ`() {
    #expect(unified("a\u{0}", "b", 3) == ["Binary contents differ"])
  }

  @Test func `a short difference says what it leaves out`() {
    let old = Array((1...30).map { "\($0)\n" }.joined().utf8)
    #expect(
      shortDiff(old: old, new: [], limit: 4) == [
        "@@ -1,30 +0,0 @@", "-1", "-2", "… 28 more lines",
      ])
  }

  @Test func `a long line is cut, also between bytes that are no characters`() {
    let old = Array(repeating: UInt8(ascii: "x"), count: 5000)
    let lines = shortDiff(old: old, new: Array(repeating: 0xFF, count: 5000))
    #expect(lines.allSatisfy { $0.count <= 100 })
    #expect(lines[1] == "-" + String(repeating: "x", count: 98) + "…")
  }

  @Test func `nothing that a terminal acts on is shown raw`() {
    #expect(
      shortDiff(old: [], new: Array("\u{1B}[31m\n".utf8)) == ["@@ -0,0 +1 @@", "+\\e[31m"])
  }

  private func unified(_ old: String, _ new: String, _ context: Int) -> [String] {
    unifiedDiff(old: Array(old.utf8), new: Array(new.utf8), context: context)
      .map { String(decoding: $0, as: UTF8.self) }
  }
}
