import DocumentTypes
import Documents
import Testing

@Suite struct JSONChangesTests {
  private func changes(_ old: String, _ new: String) -> [String] {
    documentType("a.json").changes(from: bytes(old), to: bytes(new))
  }

  @Test(arguments: [
    ("{\"theme\":\"a\"}", "{\"theme\":\"b\"}", "key `theme` changed"),
    ("{\"theme\":1}", "{\"theme\":1.0}", "key `theme` changed"),
    ("{\"a\":{}}", "{\"a\":{\"b\":1}}", "key `a.b` added"),
    ("{\"a\":{\"b\":1}}", "{\"a\":{}}", "key `a.b` removed"),
    ("{\"a\":{\"b\":1}}", "{\"a\":[]}", "key `a` changed"),
    ("{\"list\":[1]}", "{\"list\":[1,2,3,4]}", "3 items added to `list`"),
    ("{\"list\":[1,2]}", "{\"list\":[2]}", "1 item removed from `list`"),
    ("{\"list\":[1,2]}", "{\"list\":[2,1]}", "items of `list` reordered"),
    ("{\"list\":[1,2,3]}", "{\"list\":[1,9,3]}", "key `list[1]` changed"),
    (
      "{\"l\":[{\"id\":1},{\"id\":2,\"done\":false}]}",
      "{\"l\":[{\"id\":1},{\"id\":2,\"done\":true}]}",
      "key `l[1].done` changed"
    ),
    ("[1]", "[1,2]", "1 item added to the list"),
    ("[1]", "{}", "the whole value changed"),
    ("1", "2", "the whole value changed"),
    ("{\"a.b\":1}", "{\"a.b\":2}", "key `\"a.b\"` changed"),
    ("{\"\":1}", "{\"\":2}", "key `\"\"` changed"),
    ("{\"\\u001b[31m`\":1}", "{\"\\u001b[31m`\":2}", "key `\"\\e[31m\\x60\"` changed"),
    ("{\"a\":1,\"a\":2}", "{\"a\":1,\"a\":3}", "key `a` changed"),
    ("{\"a\":1,\"a\":2}", "{\"a\":1}", "key `a` removed"),
    ("{\"a\":1}", "{ \"a\": 1 }\n", "only the layout changed"),
    ("{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1}", "only the layout changed"),
    ("{\"a\":\"é\"}", "{\"\\u0061\":\"\\u00e9\"}", "only the layout changed"),
    ("\"\\ud83c\\udf4e\\n\"", "\"🍎\\u000a\"", "only the layout changed"),
  ])
  func `a change is named by its key`(old: String, new: String, words: String) {
    #expect(changes(old, new) == [words])
  }

  @Test func `several changes are a line each, in the order of the text`() {
    #expect(
      changes("{\"a\":1,\"b\":[1],\"c\":3}", "{\"z\":0,\"c\":4,\"b\":[2,3]}")
        == [
          "key `a` removed", "1 item removed from `b`", "2 items added to `b`", "key `c` changed",
          "key `z` added",
        ])
  }

  @Test func `of many changes the first twelve are said and the rest counted`() {
    let document = { (value: Int) in
      "{" + (0..<20).map { "\"k\($0)\":\(value)" }.joined(separator: ",") + "}"
    }
    let found = changes(document(1), document(2))
    #expect(found.count == 13)
    #expect(found.first == "key `k0` changed")
    #expect(found.last == "and 8 more")
  }

  @Test func `a change deep down is named by what is near it`() throws {
    let document = { (value: Int) in
      String(repeating: "{\"k\":", count: 900) + "\(value)" + String(repeating: "}", count: 900)
    }
    let found = changes(document(1), document(2))
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("key `k.k.k.k") == true)
  }
}
