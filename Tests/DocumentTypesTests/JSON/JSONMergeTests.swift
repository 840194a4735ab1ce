import Reconciliation
import TestSupport
import Testing

@testable import Documents

/// Where lines can't be told apart, objects are joined by their keys.
@Suite struct JSONMergeTests {
  private func merge(_ base: String, _ ours: String, _ theirs: String) -> String {
    let type = documentType("a.json")
    let outcomes = [
      type.merge(base: bytes(base), ours: bytes(ours), theirs: bytes(theirs)),
      type.merge(base: bytes(base), ours: bytes(theirs), theirs: bytes(ours)),
    ].map { outcome in
      switch outcome {
      case .merged(let content): String(decoding: content, as: UTF8.self)
      case .conflict(let reason): "conflict: " + reason
      }
    }
    #expect(outcomes[0] == outcomes[1], "swapping the sides changes nothing")
    return outcomes[0]
  }

  @Test func `two keys of one line are joined`() {
    #expect(
      merge("{\"a\": 1, \"b\": 2}", "{\"a\": 9, \"b\": 2}", "{\"a\": 1, \"b\": 8}")
        == "{\"a\": 9, \"b\": 8}")
    #expect(
      merge("{\"a\":{\"b\":1,\"c\":1.10}}", "{\"a\":{\"b\":2,\"c\":1.10}}", "{\"a\":{\"c\":1.10}}")
        == "conflict: one side removed key `a.b`, the other changed it")
  }

  @Test func `keys that both added stand in one order, whatever the sides`() {
    #expect(
      merge(
        "{\n  \"a\": 1\n}\n", "{\n  \"a\": 1,\n  \"b\": 2\n}\n", "{\n  \"a\": 1,\n  \"c\": 3\n}\n")
        == "{\n  \"a\": 1,\n  \"c\": 3,\n  \"b\": 2\n}\n")
    #expect(merge("{}", "{\"b\":2}", "{\"c\":3}") == "{\"c\":3,\"b\":2}")
    #expect(
      merge("{\"z\":0}", "{\"b\":2,\"z\":0}", "{\"c\":3,\"z\":0}") == "{\"c\":3,\"b\":2,\"z\":0}")
  }

  @Test func `removed and changed keys are joined`() {
    #expect(
      merge("{\"a\":1,\"b\":2,\"c\":3}", "{\"b\":2,\"c\":3}", "{\"a\":1,\"b\":2}") == "{\"b\":2}")
    #expect(merge("{\"a\":1,\"b\":2}", "{\"a\":1}", "{\"b\":2}") == "{}")
    #expect(merge("{\"a\":1,\"b\":2}", "{\"a\":1}", "{\"a\":5,\"b\":2}") == "{\"a\":5}")
    #expect(merge("{\"a\":1,\"b\":2}", "{\"a\":1}", "{\"a\":1}") == "{\"a\":1}")
  }

  @Test func `a layout that one side changed is kept`() {
    #expect(
      merge(
        "{\"a\":1,\"l\":[1,{\"x\":2}]}", "{\n\t\"a\": 1,\n\t\"l\": [1, { \"x\": 2 }]\n}\n",
        "{\"a\":1,\"l\":[1,{\"x\":3}]}")
        == "{\n\t\"a\": 1,\n\t\"l\": [1, { \"x\": 3 }]\n}\n")
    #expect(
      merge("{\"a\":1,\"b\":2}", "{ \"a\":9,\"b\":2}", "{\"a\":1,  \"b\":8}")
        == "conflict: both changed values and layout")
  }

  @Test(arguments: [
    ("{\"a\":1}", "{\"a\":2}", "{\"a\":3}", "both changed key `a`"),
    ("1", "2", "3", "both changed"),
    ("[1]", "[1,2]", "[1,3]", "both changed"),
    ("{\"l\":[1]}", "{\"l\":[1,2]}", "{\"l\":[1,3]}", "both changed key `l`"),
    ("{}", "{\"a\":1}", "{\"a\":2}", "both changed key `a`"),
    (
      "{\"a\":1,\"a\":2}", "{\"a\":3,\"a\":2}", "{\"a\":1,\"a\":4}",
      "both changed, and an object has a key twice"
    ),
    ("{\"a\":{}}", "{\"a\":1}", "{\"a\":{\"b\":1}}", "both changed key `a`"),
  ])
  func `what can't be joined stays two documents`(
    base: String, ours: String, theirs: String, reason: String
  ) {
    #expect(merge(base, ours, theirs) == "conflict: " + reason)
  }

  @Test func `keys are the same however they are spelled, and numbers stay as typed`() {
    #expect(
      merge("{\"\\u0061\":1.10,\"b\":1e2}", "{\"\\u0061\":1.10,\"b\":1e3}", "{\"a\":2.0,\"b\":1e2}")
        == "{\"a\":2.0,\"b\":1e3}")
  }

  /// Edits of different keys, from a seed: every one is in the result, and nothing else is.
  @Test(arguments: UInt64(1)...4)
  func `edits of different keys are all in the joined document`(seed: UInt64) throws {
    var chance = SeededChance(seed: seed)
    for _ in 0..<300 {
      let base = (0..<6).map { ("k\($0)", chance.below(9)) }
      var (ours, theirs, expected) = (base, base, Dictionary(uniqueKeysWithValues: base))
      for (key, _) in base {
        let edit = chance.oneIn(3) ? nil : Optional(10 + chance.below(90))
        guard !chance.oneIn(3) else { continue }
        if chance.oneIn(2) {
          change(key, to: edit, in: &ours)
        } else {
          change(key, to: edit, in: &theirs)
        }
        expected[key] = edit
      }
      if chance.oneIn(2) {
        ours.insert(("ours", 100), at: chance.below(ours.count + 1))
        expected["ours"] = 100
      }
      if chance.oneIn(2) {
        theirs.insert(("theirs", 200), at: chance.below(theirs.count + 1))
        expected["theirs"] = 200
      }
      let spread = chance.oneIn(2)
      let joined = merge(text(base, spread), text(ours, spread), text(theirs, spread))
      if joined.hasPrefix("conflict") {
        Issue.record(
          "seed \(seed): \(joined): \(text(base, spread)) \(text(ours, spread)) \(text(theirs, spread))"
        )
        continue
      }
      let tree = try JSONTree(bytes(joined))
      let found = tree.values(of: JSONTree.root).map { key, node in
        (
          String(decoding: key, as: UTF8.self),
          String(decoding: tree.source(of: node), as: UTF8.self)
        )
      }
      #expect(
        Dictionary(uniqueKeysWithValues: found) == expected.mapValues { String($0) },
        "seed \(seed): \(text(base, spread)) \(text(ours, spread)) \(text(theirs, spread))")
    }
  }

  private func change(_ key: String, to value: Int?, in members: inout [(String, Int)]) {
    guard let index = members.firstIndex(where: { $0.0 == key }) else { return }
    if let value { members[index].1 = value } else { members.remove(at: index) }
  }

  private func text(_ members: [(String, Int)], _ spread: Bool) -> String {
    if members.isEmpty { return "{}" }
    let inner = members.map { "\"\($0.0)\": \($0.1)" }
    return spread
      ? "{\n  " + inner.joined(separator: ",\n  ") + "\n}\n"
      : "{" + inner.joined(separator: ", ") + "}"
  }
}
