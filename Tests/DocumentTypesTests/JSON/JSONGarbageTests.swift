import DocumentTypes
import Documents
import Foundation
import TestSupport
import Testing

/// Texts that are nearly JSON, from a seed.
@Suite struct JSONGarbageTests {
  private static let seeds: [UInt64] =
    ProcessInfo.processInfo.environment["COLLATE_SEED"].flatMap { UInt64($0) }.map { [$0] }
    ?? [1, 2]

  @Test(arguments: seeds)
  func `no bytes do harm, and the verdict is Foundation's where that one is strict`(
    seed: UInt64
  ) throws {
    var chance = SeededChance(seed: seed)
    let type = documentType("a.json")
    var readable = 0
    for _ in 0..<2_000 {
      let content = Garbage.content(&chance)
      let other = Garbage.content(&chance)
      let inspection = type.inspect(content)
      _ = type.changes(from: other, to: content)
      _ = type.merge(base: bytes("[]"), ours: content, theirs: other)
      if inspection.isReadable { readable += 1 }
      guard let expected = foundationVerdict(content, inspection) else { continue }
      #expect(
        inspection.isReadable == expected,
        "COLLATE_SEED=\(seed) \(inspection): \(content.map { String($0) }.joined(separator: ","))")
    }
    // A run of nothing but rejections would prove little.
    #expect(readable > 100, "COLLATE_SEED=\(seed)")
  }

  /// Nil where Foundation is known to judge otherwise: it takes a comma before a bracket, guesses
  /// encodings from zero bytes, and refuses numbers that no `Double` holds.
  private func foundationVerdict(_ content: [UInt8], _ inspection: Inspection) -> Bool? {
    if content.contains(0) || content.starts(with: [0xFF, 0xFE])
      || content.starts(with: [0xFE, 0xFF])
    {
      return nil
    }
    if case .unreadable(let reason) = inspection, reason.contains("no comma may stand") {
      return nil
    }
    let text = String(decoding: content, as: UTF8.self)
    if text.contains(/[0-9][eE][+-]?[0-9]{3}/) || text.contains(/[0-9]{20}/) { return nil }
    do {
      _ = try JSONSerialization.jsonObject(with: Data(content), options: .fragmentsAllowed)
      return true
    } catch {
      return false
    }
  }
}

private enum Garbage {
  private static let pieces = [
    "{", "}", "[", "]", ",", ":", "\"", "\"a\"", "\"b\"", "\"a\":", "1", "0", "-", ".", "e", "E+1",
    "12", "true", "false", "null", "tru", " ", "\n", "\t", "\\", "\\u", "\\u0041", "\\ud83d\\ude00",
    "\\ud83d", "\\n", "/", "é", "😀", "\u{1}", "\u{7F}", "\u{FEFF}", "{}", "[]", "[1,2]",
    "{\"a\":1}", "{\"a\":[true,null]}",
  ]

  /// A whole document with a few bytes changed, or pieces in a row.
  static func content(_ chance: inout SeededChance) -> [UInt8] {
    var content = chance.oneIn(4) ? row(&chance) : value(&chance, depth: 0)
    guard chance.oneIn(2) else { return content }
    for _ in 0..<(1 + chance.below(2)) where !content.isEmpty {
      let index = chance.below(content.count)
      switch chance.below(4) {
      case 0: content.remove(at: index)
      case 1: content[index] = UInt8(chance.below(256))
      case 2: content.insert(contentsOf: piece(&chance), at: index)
      default: content.removeSubrange(index...)
      }
    }
    return content
  }

  private static func piece(_ chance: inout SeededChance) -> [UInt8] {
    bytes(pieces[chance.below(pieces.count)])
  }

  private static func row(_ chance: inout SeededChance) -> [UInt8] {
    (0..<chance.below(8)).flatMap { _ in piece(&chance) }
  }

  private static func value(_ chance: inout SeededChance, depth: Int) -> [UInt8] {
    let scalars = ["1", "-0.5e1", "\"a\\u00e9\"", "true", "null", "\"\"", "0", "\"😀\""]
    switch chance.below(depth > 3 ? 1 : 3) {
    case 0: return bytes(scalars[chance.below(scalars.count)])
    case 1:
      let items = (0..<chance.below(4)).map { _ in value(&chance, depth: depth + 1) }
      return bytes("[") + Array(items.joined(separator: bytes(", "))) + bytes("]")
    default:
      let members = (0..<chance.below(4)).map { number in
        bytes("\"k\(number)\":") + value(&chance, depth: depth + 1)
      }
      return bytes("{") + Array(members.joined(separator: bytes(",\n"))) + bytes("}")
    }
  }
}
