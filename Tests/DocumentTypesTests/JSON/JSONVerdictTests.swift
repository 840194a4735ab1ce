import DocumentTypes
import Reconciliation
import Testing

@testable import Documents

@Suite struct JSONVerdictTests {
  private func verdict(_ text: String) -> String? { verdict(Array(text.utf8)) }

  private func verdict(_ content: [UInt8]) -> String? {
    let type = DocumentTypeRegistry.builtIn.type(forName: Array("a.json".utf8))
    if case .unreadable(let reason) = type.inspect(content) { return reason }
    return nil
  }

  @Test(arguments: [
    "{}", "[]", "0", "-0", "-0.0", "1.10", "1e2", "1E-7", "1e400", "12345678901234567890123",
    "true", "false", "null", "\"\"", " \t\r\n[ ] ", "[1,2,[3,{\"a\":null}]]", "{\"a\":1,\"a\":2}",
    "\"\\u00e9\\ud83d\\ude00\\/\\b\\f\\n\\r\\t\\\"\\\\\"", "\"é😀\"", "\u{FEFF}{}", "[[],[[]],{}]",
    "{\"a\":{\"b\":[]},\"c\":[{}]}", "\"\u{7F}\u{85}\u{2028}\"", "\"\\u0000\"",
  ])
  func `what RFC 8259 allows is read`(text: String) {
    #expect(verdict(text) == nil)
  }

  @Test(arguments: [
    ("", "stops at byte 0 (line 1, column 1): empty, and JSON has at least one value"),
    (" \n", "stops at byte 2 (line 2, column 1): nothing but blanks"),
    ("\u{FEFF}", "stops at byte 3 (line 1, column 4): nothing but blanks"),
    ("{\n \"a\": 1\n \"b\": 2}", "line 3, column 2 (byte 11): expected `,` or `}`"),
    ("[1 2]", "line 1, column 4 (byte 3): expected `,` or `]`"),
    ("[1,]", "line 1, column 4 (byte 3): no comma may stand before `]`"),
    ("{\"a\":1,}", "line 1, column 8 (byte 7): no comma may stand before `}`"),
    ("[,1]", "line 1, column 2 (byte 1): expected a value"),
    ("[1", "stops at byte 2 (line 1, column 3): expected `,` or `]`"),
    ("{\"a\"", "stops at byte 4 (line 1, column 5): expected `:`"),
    ("{\"a\":", "stops at byte 5 (line 1, column 6): expected a value"),
    ("{", "stops at byte 1 (line 1, column 2): expected a key in quotes or `}`"),
    ("{a:1}", "line 1, column 2 (byte 1): expected a key in quotes or `}`"),
    ("[1}", "line 1, column 3 (byte 2): expected `,` or `]`"),
    ("{} x", "line 1, column 4 (byte 3): expected the end after the value"),
    ("// a\n{}", "line 1, column 1 (byte 0): comments are not JSON"),
    ("{} // a", "line 1, column 4 (byte 3): comments are not JSON"),
    ("{\"a\":/**/1}", "line 1, column 6 (byte 5): comments are not JSON"),
    ("\"a\nb\"", "line 1, column 3 (byte 2): a control character has to be escaped in a string"),
    ("\"\\ud800\"", "line 1, column 2 (byte 1): half a surrogate pair"),
    ("\"\\udc00\"", "line 1, column 2 (byte 1): half a surrogate pair"),
    ("\"\\ud800\\u0041\"", "line 1, column 2 (byte 1): half a surrogate pair"),
    ("\"\\x\"", "line 1, column 3 (byte 2): expected an escape that JSON knows"),
    ("\"\\u12g4\"", "line 1, column 6 (byte 5): expected four hexadecimal digits"),
    (
      "\"abc",
      "stops at byte 4 (line 1, column 5): expected `\"`, the end of the string that "
        + "starts at byte 0"
    ),
    ("01", "line 1, column 1 (byte 0): a number can't start with 0 and go on"),
    ("-", "stops at byte 1 (line 1, column 2): expected a digit"),
    ("1.", "stops at byte 2 (line 1, column 3): expected a digit"),
    ("1.e3", "line 1, column 3 (byte 2): expected a digit"),
    ("1e+", "stops at byte 3 (line 1, column 4): expected a digit"),
    ("+1", "line 1, column 1 (byte 0): expected a value"),
    (".5", "line 1, column 1 (byte 0): expected a value"),
    ("NaN", "line 1, column 1 (byte 0): expected a value"),
    ("tru", "stops at byte 3 (line 1, column 4): expected `true`"),
    ("nulL", "line 1, column 4 (byte 3): expected `null`"),
    ("'a'", "line 1, column 1 (byte 0): expected a value"),
    ("[1]]", "line 1, column 4 (byte 3): expected the end after the value"),
  ])
  func `what it doesn't allow is rejected with the place`(text: String, reason: String) {
    #expect(verdict(text) == reason)
  }

  @Test func `bytes that are not UTF-8 are rejected where they stand`() {
    let quoted = { (bytes: [UInt8]) -> [UInt8] in [0x22] + bytes + [0x22] }
    for bytes: [UInt8] in [
      [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80],
      [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF],
      [0xE9, 0x20], [0xF0, 0x9F, 0x98, 0x22],
    ] {
      #expect(verdict(quoted(bytes)) == "line 1, column 2 (byte 1): not UTF-8", "\(bytes)")
    }
    #expect(verdict([0x22, 0xE2, 0x82]) == "stops at byte 3 (line 1, column 4): half a character")
    #expect(
      verdict([0xFF, 0xFE, 0x7B, 0]) == "line 1, column 1 (byte 0): UTF-16, and JSON is UTF-8")
  }

  @Test(arguments: [511, 512, 513, 1_000])
  func `a document of a thousand levels is read`(depth: Int) {
    let arrays = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    #expect(verdict(arrays) == nil)
  }

  @Test func `deeper nesting is refused and does no harm, read, compared or merged`() {
    let type = DocumentTypeRegistry.builtIn.type(forName: Array("deep.json".utf8))
    for (open, close) in [("[", "]"), ("{\"k\":", "}")] {
      for depth in [1_001, 100_000] {
        let text =
          String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
        let deep = Array(text.utf8)
        #expect(verdict(deep)?.hasSuffix("too deep: more than 1000 levels of brackets") == true)
        #expect(type.changes(from: Array("[]".utf8), to: deep).last?.contains("too deep") == true)
        let outcome = type.merge(base: deep, ours: deep + [0x20], theirs: [0x20] + deep)
        guard case .conflict(let reason) = outcome else {
          Issue.record("merged what can't be read")
          continue
        }
        #expect(reason.contains("too deep"))
      }
    }
    #expect(verdict([UInt8](repeating: UInt8(ascii: "["), count: 100_000)) != nil)
  }
}
