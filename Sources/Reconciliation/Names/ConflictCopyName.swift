/// What the name of a conflict copy says: whose copy it is, which tool made it, and when.
///
/// A name alone is a hint: before anything is done about a copy, its document or that document's
/// base must be known. Case counts: `Conflict.txt` and `a.conflict` are ordinary names.
package struct ConflictCopyName: Hashable, Sendable {
  /// The name without the outermost marker; the copy of a copy has a copy's name here.
  package let original: [UInt8]
  package let tool: Tool
  /// The device, host or person that the name gives. For people; characters may be repaired.
  package let origin: String?
  /// The local time that the name gives, such as `2026-11-30 14:05:12`, `2026-11-30 14:05` or
  /// `2026-11-30`; in order as text.
  package let time: String?

  /// Nil for the name of an ordinary document.
  package static func parse(_ name: [UInt8]) -> ConflictCopyName? {
    guard hasHint(name) else { return nil }
    for (tool, pattern) in conflictCopyPatterns {
      guard let match = pattern.match(name),
        let copy = ConflictCopyName(name, tool, match)
      else { continue }
      return copy
    }
    return nil
  }

  /// The name without any marker: the document that a copy, or a copy of a copy, belongs to.
  package static func root(of name: [UInt8]) -> [UInt8] {
    var name = name
    while let copy = parse(name) { name = copy.original }
    return name
  }

  private init?(_ name: [UInt8], _ tool: Tool, _ match: NamePattern.Match) {
    let bytes = { (field: NamePattern.Field) -> ArraySlice<UInt8>? in
      match[field].map { name[$0] }
    }
    original = Array(bytes(.stem) ?? []) + (bytes(.ending) ?? [])
    guard RelativePath.isName(original) else { return nil }
    self.tool = tool
    origin = bytes(.who).flatMap { $0.isEmpty ? nil : String(decoding: $0, as: UTF8.self) }
    if let date = bytes(.date) {
      guard let written = WrittenTime(date: date, time: bytes(.time)) else { return nil }
      time = written.text
    } else {
      time = nil
    }
  }

  /// Whether a part is there that every pattern has one of. Nearly every name has none, and is
  /// done with at once.
  private static func hasHint(_ name: [UInt8]) -> Bool {
    name.indices.contains { index in
      switch name[index] {
      case UInt8(ascii: "o"): name[index...].starts(with: "onflict".utf8)
      case UInt8(ascii: "p"): name[index...].starts(with: "path".utf8)
      case UInt8(ascii: "v"): name[index...].starts(with: "variant-".utf8)
      case UInt8(ascii: "s"): name[index...].starts(with: "safeBackup".utf8)
      case UInt8(ascii: "c"): name[index...].starts(with: "case clash".utf8)
      default: false
      }
    }
  }
}

/// A date and time as some tool writes them into a name.
private struct WrittenTime {
  let text: String

  /// Nil for what is on no calendar, which no tool wrote.
  init?(date: ArraySlice<UInt8>, time: ArraySlice<UInt8>?) {
    var digits = Self.digits(date)
    if let month = Self.month(named: date), digits.count == 10 {
      // Synology: Nov-30-2026-1405.
      digits = Array(digits[2..<6]) + [month / 10, month % 10] + digits[0..<2] + digits[6...]
    }
    digits += Self.digits(time ?? [])
    guard [8, 12, 14].contains(digits.count) else { return nil }
    let pairs = stride(from: 0, to: digits.count, by: 2).map { digits[$0] * 10 + digits[$0 + 1] }
    guard (1...12).contains(pairs[2]), (1...31).contains(pairs[3]),
      pairs.dropFirst(4).allSatisfy({ $0 <= 60 }), pairs.count == 4 || pairs[4] < 24
    else { return nil }
    let words = pairs.map { ($0 < 10 ? "0" : "") + String($0) }
    let clock = words.dropFirst(4).joined(separator: ":")
    text = words[0] + words[1...3].joined(separator: "-") + (clock.isEmpty ? "" : " " + clock)
  }

  private static func digits(_ bytes: ArraySlice<UInt8>) -> [Int] {
    bytes.filter { (0x30...0x39).contains($0) }.map { Int($0) - 0x30 }
  }

  private static func month(named bytes: ArraySlice<UInt8>) -> Int? {
    let names = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    return names.firstIndex { bytes.starts(with: $0.utf8) }.map { $0 + 1 }
  }
}
