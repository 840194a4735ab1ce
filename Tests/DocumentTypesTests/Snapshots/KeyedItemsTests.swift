import TestSupport
import Testing

@testable import Documents

/// An item that is a word and its id.
private struct Entry: MergeableSnapshot, Identifiable, Equatable {
  let id: String
  var text = ""

  func changes(since previous: Entry) -> [String] {
    text == previous.text ? [] : ["now “\(text)”"]
  }
}

/// Items whose texts are their ids, unless given: `a b c=new`.
private func items(_ words: String) -> KeyedItems<Entry> {
  let entries = words.split(separator: " ").map { word in
    let parts = word.split(separator: "=")
    return Entry(id: String(parts[0]), text: String(parts.last ?? ""))
  }
  return KeyedItems(entries) ?? KeyedItems()
}

private func words(_ items: KeyedItems<Entry>) -> String {
  items.map { $0.id == $0.text ? $0.id : "\($0.id)=\($0.text)" }.joined(separator: " ")
}

private func merged(_ base: String, _ ours: String, _ theirs: String) -> String {
  let outcomes = [(ours, theirs), (theirs, ours)].map { ours, theirs in
    switch KeyedItems.merging(base: items(base), ours: items(ours), theirs: items(theirs)) {
    case .merged(let joined): words(joined)
    case .conflict(let reason): "conflict: " + reason
    }
  }
  #expect(outcomes[0] == outcomes[1], "swapping the sides changes nothing")
  return outcomes[0]
}

@Suite struct KeyedItemsTests {
  @Test(arguments: [
    ("a b c", "a b c d", "e a b c", "e a b c d"),
    ("a b c", "a b c d", "a b c e", "a b c d e"),
    ("a b c", "a c", "a b", "a"),
    ("a b c", "a=1 b c", "a b c=2", "a=1 b c=2"),
    ("a b c", "a c", "a b=edited c", "a b=edited c"),
    ("a b c", "c a b", "a b c d", "c a b d"),
    ("a b c d", "b a c d", "a b d c", "b a d c"),
    ("a b c", "c b a", "b a c", "b c a"),
    ("a b c", "a b c", "c b a", "c b a"),
    ("a b", "x y a b", "a p q b", "x y a p q b"),
    ("a b", "a x y b", "a p q b", "a p q x y b"),
    ("", "a b", "c", "a b c"),
    ("a b", "", "a b c", "c"),
  ])
  func `additions, removals, edits and moves are joined`(
    base: String, ours: String, theirs: String, joined: String
  ) {
    #expect(merged(base, ours, theirs) == joined)
  }

  @Test func `what both edited is the item's to join, and named where it can't`() {
    #expect(merged("a b c", "a b=1 c", "a b=2 c") == "conflict: item 2: both changed")
    #expect(
      merged("a", "a b=1", "a b=2")
        == "conflict: an added item: both were created, with different content")
    #expect(merged("a", "a b=1", "b=1 a") == "a b=1")
  }

  @Test func `without a base only equal lists agree`() {
    #expect(
      KeyedItems.merging(base: nil, ours: items("a"), theirs: items("a")) == .merged(items("a")))
    #expect(
      KeyedItems.merging(base: nil, ours: items("a"), theirs: items("b"))
        == .conflict(reason: "both were created, with different content"))
  }

  @Test func `ids are never twice`() {
    #expect(KeyedItems([Entry(id: "a"), Entry(id: "a")]) == nil)
    var list = items("a b c")
    list.insert(Entry(id: "c", text: "c"), at: 0)
    #expect(words(list) == "c a b")
    list.insert(Entry(id: "c", text: "c"), at: 99)
    #expect(words(list) == "a b c")
    list[id: "b"] = nil
    list[id: "d"] = Entry(id: "d", text: "d")
    list[id: "d"] = Entry(id: "other")
    #expect(words(list) == "a c d")
  }

  @Test func `changes are told in words`() {
    #expect(items("a b").changes(since: items("a b")) == [])
    #expect(items("a b x y").changes(since: items("a b")) == ["2 items added"])
    #expect(
      items("b=new a").changes(since: items("a b c"), calling: "page", "pages")
        == ["1 page removed", "page 1: now “new”", "pages reordered"])
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `merging obeys its laws`(seed: UInt64) {
    var seeds = SeededChance(seed: seed)
    for _ in 0..<500 {
      let caseSeed = seeds.next()
      var chance = SeededChance(seed: caseSeed)
      let base = list((0..<chance.below(7)).map { "b\($0)" }.shuffled(using: &chance))
      let ours = edited(base, "o", &chance)
      let theirs = edited(base, "t", &chance)
      let outcome = KeyedItems.merging(base: base, ours: ours, theirs: theirs)
      let swapped = KeyedItems.merging(base: base, ours: theirs, theirs: ours)
      #expect(outcome == swapped, "the sides can be swapped: seed \(caseSeed)")
      #expect(
        KeyedItems.merging(base: base, ours: ours, theirs: ours) == .merged(ours),
        "the same edit is taken once: seed \(caseSeed)")
      #expect(
        KeyedItems.merging(base: base, ours: ours, theirs: base) == .merged(ours),
        "one side's edit is taken whole: seed \(caseSeed)")
      guard case .merged(let joined) = outcome else { continue }
      let ids = joined.map(\.id)
      #expect(Set(ids).count == ids.count, "no item comes twice: seed \(caseSeed)")
      for (side, other) in [(ours, theirs), (theirs, ours)] {
        for item in side where base[id: item.id] != item {
          #expect(joined[id: item.id] != nil, "no edit is lost: seed \(caseSeed)")
        }
        for item in base where side[id: item.id] == nil && other[id: item.id] == item {
          #expect(joined[id: item.id] == nil, "what one removed is gone: seed \(caseSeed)")
        }
      }
      for item in joined {
        #expect(
          item == ours[id: item.id] || item == theirs[id: item.id],
          "nobody's item is invented: seed \(caseSeed)")
      }
      #expect(
        KeyedItems.merging(base: ours, ours: joined, theirs: ours) == .merged(joined),
        "what is joined stays: seed \(caseSeed)")
    }
  }

  private func list(_ ids: [String]) -> KeyedItems<Entry> {
    KeyedItems(ids.map { Entry(id: $0, text: $0) }) ?? KeyedItems()
  }

  private func edited(
    _ base: KeyedItems<Entry>, _ side: String, _ chance: inout SeededChance
  ) -> KeyedItems<Entry> {
    var list = base
    for step in 0..<chance.below(5) {
      let place = chance.below(list.count + 1)
      switch chance.below(4) {
      case 0: list.insert(Entry(id: "\(side)\(step)", text: "new"), at: place)
      case 1 where place < list.count: list[id: list[place].id] = nil
      case 2 where place < list.count:
        list[id: list[place].id] = Entry(id: list[place].id, text: side + "\(step)")
      case 3 where place < list.count:
        list.insert(list[place], at: chance.below(list.count + 1))
      default: break
      }
    }
    return list
  }
}
