import FoundationEssentials
import Reconciliation
import TestSupport
import Testing

@testable import Documents

private struct Garden: KeyedContent {
  struct Bed: Codable, Equatable, Identifiable {
    var id: String
    var plant = ""
    var rows: Int?
  }

  static let formatVersion: Int? = 2
  var version = 2
  var name = ""
  var size = 0.0
  var beds: [Bed] = []
  var notes: String?

  init(name: String = "", beds: [Bed] = []) {
    self.name = name
    self.beds = beds
  }

  private enum CodingKeys: String, CodingKey { case version, name, size, beds, notes }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    name = try fields.decode(String.self, forKey: .name)
    size = try fields.decodeIfPresent(Double.self, forKey: .size) ?? 0
    notes = try fields.decodeIfPresent(String.self, forKey: .notes)
    if try fields.decodeIfPresent(Int.self, forKey: .version) == 2 {
      beds = try fields.decode([Bed].self, forKey: .beds)
    } else {
      // The first version had plants alone.
      beds = try fields.decode([String].self, forKey: .beds)
        .enumerated().map { Bed(id: "\($0.offset)", plant: $0.element) }
    }
  }
}

private typealias Snapshot = KeyedValue<Garden>

private let text = """
  {
    "version": 2,
    "name":   "Orchard",
    "size": 1.50,
    "owner": {"name": "Ann", "since": 19e1},
    "beds": [
      {"id": "n", "plant": "beans", "sun": true},
      {"id": "s", "plant": "peas", "rows": 3}
    ]
  }

  """

private func read(_ text: String) throws -> Snapshot { try Snapshot(content: Data(text.utf8)) }

private func written(_ snapshot: Snapshot) throws -> String {
  String(decoding: try snapshot.content(), as: UTF8.self)
}

private func reason(_ text: String) -> String {
  do {
    _ = try read(text)
    return "readable"
  } catch {
    return "\(error)"
  }
}

@Suite struct KeyedValueTests {
  @Test func `a new document has sorted keys and a line break at the end`() throws {
    #expect(
      try written(Snapshot(Garden(name: "A/\"é", beds: [.init(id: "n", plant: "beans")]))) == """
        {
          "beds": [
            {
              "id": "n",
              "plant": "beans"
            }
          ],
          "name": "A/\\"é",
          "size": 0,
          "version": 2
        }

        """)
  }

  @Test(arguments: [text, "\u{FEFF}" + text, text.replacing("\n", with: "\r\n")])
  func `what was not edited keeps every byte`(text: String) throws {
    var snapshot = try read(text)
    #expect(try written(snapshot) == text)
    snapshot.value.name = "Other"
    snapshot.value.name = "Orchard"
    #expect(try written(snapshot) == text)
  }

  @Test func `an edit changes its own place, and unknown members stay`() throws {
    var snapshot = try read(text)
    snapshot.value.name = "Garden"
    snapshot.value.beds[1].rows = nil
    snapshot.value.notes = "dry"
    snapshot.value.beds.insert(.init(id: "w", plant: "kale"), at: 1)
    #expect(
      try written(snapshot) == """
        {
          "version": 2,
          "name":   "Garden",
          "size": 1.50,
          "owner": {"name": "Ann", "since": 19e1},
          "beds": [
            {"id": "n", "plant": "beans", "sun": true},
            {
              "id": "w",
              "plant": "kale"
            },
            {"id": "s", "plant": "peas"}
          ],
          "notes": "dry"
        }

        """)
  }

  @Test func `items keep what is unknown of them when they move or others go`() throws {
    var snapshot = try read(text)
    snapshot.value.beds.reverse()
    #expect(
      try written(snapshot).contains(
        """
          "beds": [
            {"id": "s", "plant": "peas", "rows": 3},
            {"id": "n", "plant": "beans", "sun": true}
          ]
        """))
    snapshot.value.beds.removeFirst()
    snapshot.value.beds[0].plant = "leeks"
    #expect(
      try written(snapshot).contains(
        """
          "beds": [
            {"id": "n", "plant": "leeks", "sun": true}
          ]
        """))
  }

  @Test func `one line stays one line`() throws {
    var snapshot = try read(#"{"version":2,"name":"a","beds":[],"more":[1]}"#)
    snapshot.value.beds = [.init(id: "n", plant: "beans"), .init(id: "s")]
    snapshot.value.notes = "dry"
    #expect(
      try written(snapshot)
        == #"{"version":2,"name":"a","beds":[{"id":"n","plant":"beans"},{"id":"s","plant":""}],"more":[1],"notes":"dry","size":0}"#
    )
  }

  @Test func `an old version is understood, and written as the new one when it is edited`() throws {
    let old = #"{"name": "a", "beds": ["beans", "peas"], "owner": "Ann"}"#
    var snapshot = try read(old)
    #expect(snapshot.value.beds.map(\.plant) == ["beans", "peas"])
    #expect(try written(snapshot) == old)
    snapshot.value.beds[1].plant = "kale"
    #expect(
      try written(snapshot)
        == #"{"name": "a", "beds": [{"id": "0", "plant": "beans"}, {"id": "1", "plant": "kale"}], "owner": "Ann", "size": 0, "version": 2}"#
    )
  }

  @Test func `errors say what and where`() {
    #expect(
      reason(#"{"version": 3, "name": ""}"#)
        == "line 1, column 13 (byte 12): format version 3, and the newest that is known here is 2; it is left as it is"
    )
    #expect(
      reason(#"{"version": "x"}"#)
        == #"line 1, column 13 (byte 12): format version "x", and the newest that is known here is 2; it is left as it is"#
    )
    #expect(
      reason("{\n  \"version\": 2,\n  \"name\": \"a\",\n  \"beds\": [{\"id\": 4}]\n}")
        .hasPrefix("line 4, column 19 (byte 51): key `beds[0].id`: "))
    #expect(
      reason(#"{"version": 2, "beds": []}"#) == "line 1, column 1 (byte 0): key `name` is missing")
    #expect(
      reason(#"{"version": 2, "name": "a", "name": "b"}"#)
        == "line 1, column 29 (byte 28): key `name` stands twice")
    #expect(reason("{\"name\": ") == "stops at byte 9 (line 1, column 10): expected a value")
    #expect(reason("").hasPrefix("stops at byte 0"))
    let deep = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
    #expect(reason(deep).hasSuffix("too deep: more than 96 levels of brackets"))
    #expect(reason("[1]").hasPrefix("line 1, column 1 (byte 0): "))
  }

  @Test func `a value that JSON can't hold is an error that names it`() throws {
    var snapshot = try read(text)
    snapshot.value.size = .nan
    #expect(throws: UnreadableContent.self) { try snapshot.content() }
    #expect(snapshot.changes(since: try read(text)).first?.contains("`size`") == true)
  }
}

@Suite struct KeyedValueMergeTests {
  private func merged(
    _ ours: (inout Garden) -> Void, _ theirs: (inout Garden) -> Void, base text: String = text
  ) throws -> String {
    let base = try read(text)
    var (one, other) = (base, base)
    ours(&one.value)
    theirs(&other.value)
    // As two machines have them: read from what was written.
    let (mine, yours) = (try read(try written(one)), try read(try written(other)))
    let outcomes = try [(mine, yours), (yours, mine)].map { ours, theirs in
      switch Snapshot.merging(base: base, ours: ours, theirs: theirs) {
      case .merged(let joined): try written(joined)
      case .conflict(let reason): "conflict: " + reason
      }
    }
    #expect(outcomes[0] == outcomes[1], "both sides make the same bytes")
    return outcomes[0]
  }

  @Test func `different members and items are joined, laid out as the base`() throws {
    #expect(
      try merged(
        {
          $0.name = "Garden"
          $0.beds[0].plant = "leeks"
        },
        {
          $0.size = 2
          $0.beds[0].rows = 7
          $0.beds.remove(at: 1)
          $0.beds.append(.init(id: "w"))
        }) == """
          {
            "version": 2,
            "name":   "Garden",
            "size": 2,
            "owner": {"name": "Ann", "since": 19e1},
            "beds": [
              {"id": "n", "plant": "leeks", "sun": true, "rows": 7},
              {
                "id": "w",
                "plant": ""
              }
            ]
          }

          """)
  }

  @Test func `an edited item beats its removal`() throws {
    #expect(
      try merged({ $0.beds.removeAll() }, { $0.beds[1].rows = 4 })
        .contains(#"{"id": "s", "plant": "peas", "rows": 4}"#))
  }

  @Test func `one member changed by both is a conflict that names it`() throws {
    #expect(
      try merged({ $0.name = "a" }, { $0.name = "b" }) == "conflict: both changed key `name`")
    #expect(
      try merged({ $0.beds[1].plant = "a" }, { $0.beds[1].plant = "b" })
        == "conflict: both changed key `beds[1].plant`")
  }

  @Test func `long strings are joined by line`() throws {
    let base = text.replacing(#""size""#, with: #""notes": "a\nb\nc\nd\n", "size""#)
    #expect(
      try merged({ $0.notes = "A\nb\nc\nd\n" }, { $0.notes = "a\nb\nc\nD\n" }, base: base)
        .contains(#""notes": "A\nb\nc\nD\n""#))
  }

  @Test func `two edits of an old version are joined in the new one`() throws {
    let old = #"{"name": "a", "beds": ["beans", "peas"], "owner": "Ann"}"#
    #expect(
      try merged({ $0.beds[0].plant = "kale" }, { $0.name = "b" }, base: old)
        == #"{"name": "b", "beds": [{"id": "0", "plant": "kale"}, {"id": "1", "plant": "peas"}], "owner": "Ann", "size": 0, "version": 2}"#
    )
  }

  @Test func `what neither program knows is joined too`() throws {
    let base = try read(text)
    let ours = try read(text.replacing("Ann", with: "Bea"))
    let theirs = try read(text.replacing("19e1", with: "7").replacing("peas", with: "kale"))
    guard case .merged(let joined) = Snapshot.merging(base: base, ours: ours, theirs: theirs) else {
      Issue.record("a conflict")
      return
    }
    #expect(
      try written(joined)
        == text.replacing("Ann", with: "Bea").replacing("19e1", with: "7")
        .replacing("peas", with: "kale"))
  }

  @Test func `changes are named by key`() throws {
    let base = try read(text)
    var edited = base
    edited.value.name = "x"
    edited.value.beds[0].plant = "y"
    #expect(
      edited.changes(since: base) == ["key `name` changed", "key `beds[0].plant` changed"])
    #expect(base.changes(since: base) == [])
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `merging obeys its laws`(seed: UInt64) throws {
    var seeds = SeededChance(seed: seed)
    let base = try read(text)
    for _ in 0..<150 {
      let caseSeed = seeds.next()
      var chance = SeededChance(seed: caseSeed)
      let ours = try edited(base, &chance)
      let theirs = try edited(base, &chance)
      let outcome = Snapshot.merging(base: base, ours: ours, theirs: theirs)
      let swapped = Snapshot.merging(base: base, ours: theirs, theirs: ours)
      #expect(
        Snapshot.merging(base: base, ours: ours, theirs: ours) == .merged(ours),
        "the same edit is taken once: seed \(caseSeed)")
      guard case .merged(let joined) = outcome, case .merged(let other) = swapped else {
        guard case (.conflict(let one), .conflict(let other)) = (outcome, swapped) else {
          Issue.record("a conflict from one side only: seed \(caseSeed)")
          continue
        }
        #expect(one == other, "the reason is the same: seed \(caseSeed)")
        continue
      }
      #expect(try joined.content() == other.content(), "the same bytes: seed \(caseSeed)")
      #expect(reason(try written(joined)) == "readable", "seed \(caseSeed)")
      #expect(try written(joined).contains("19e1"), "unknown members stay: seed \(caseSeed)")
      for bed in ours.value.beds + theirs.value.beds where !base.value.beds.contains(bed) {
        #expect(
          joined.value.beds.contains { $0.id == bed.id }, "no item is lost: seed \(caseSeed)")
      }
    }
  }

  private func edited(_ base: Snapshot, _ chance: inout SeededChance) throws -> Snapshot {
    var edited = base
    for _ in 0..<chance.below(4) {
      let place = chance.below(edited.value.beds.count + 1)
      switch chance.below(6) {
      case 0: edited.value.name = "n\(chance.below(2))"
      case 1: edited.value.notes = "m\(chance.below(2))"
      case 2: edited.value.beds.insert(.init(id: "x\(chance.below(99))"), at: place)
      case 3 where place < edited.value.beds.count: edited.value.beds.remove(at: place)
      case 4 where place < edited.value.beds.count:
        edited.value.beds[place].rows = chance.below(2)
      default: edited.value.beds.shuffle(using: &chance)
      }
    }
    return try read(try written(edited))
  }
}
