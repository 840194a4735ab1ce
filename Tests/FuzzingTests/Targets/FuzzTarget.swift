/// What is fed with any bytes, as the world may: each reads them, and checks what must always hold.
enum FuzzTarget: String, CaseIterable, Sendable {
  case archives
  case configuration
  case conflictNames
  case documents
  case ignoreRules
  case journal
  case messages
  case records
  case textMerge
  case watchEvents

  /// Throws a `FuzzFinding` where something doesn't hold; whatever crashes is a finding too.
  func take(_ bytes: [UInt8]) throws {
    switch self {
    case .archives: try fuzzArchives(bytes)
    case .configuration: try fuzzConfiguration(bytes)
    case .conflictNames: try fuzzConflictNames(bytes)
    case .documents: try fuzzDocuments(bytes)
    case .ignoreRules: try fuzzIgnoreRules(bytes)
    case .journal: try fuzzJournal(bytes)
    case .messages: try fuzzMessages(bytes)
    case .records: try fuzzRecords(bytes)
    case .textMerge: try fuzzTextMerge(bytes)
    case .watchEvents: try fuzzWatchEvents(bytes)
    }
  }
}

/// What must always hold, and did not.
struct FuzzFinding: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

func require(_ condition: Bool, _ what: @autoclosure () -> String) throws {
  guard condition else { throw FuzzFinding(what()) }
}

/// The parts of an input between lines of `=====`, so that inputs can be read and written by hand.
/// What lacks is empty.
func parts(_ count: Int, of bytes: [UInt8]) -> [[UInt8]] {
  let separator = Array("\n=====\n".utf8)
  var parts: [[UInt8]] = []
  var rest = bytes[...]
  while parts.count < count - 1, let found = firstIndex(of: separator, in: rest) {
    parts.append(Array(rest[..<found]))
    rest = rest[(found + separator.count)...]
  }
  parts.append(Array(rest))
  return parts + Array(repeating: [], count: count - parts.count)
}

private func firstIndex(of pattern: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
  guard bytes.count >= pattern.count else { return nil }
  return (bytes.startIndex...(bytes.endIndex - pattern.count)).first {
    bytes[$0] == pattern[0] && bytes[$0...].starts(with: pattern)
  }
}
