import Control
import Foundation
import TestSupport
import Testing

/// A story of `Fixtures/watch`; its README says how one reads.
struct WatchFixture: Sendable, CustomTestStringConvertible {
  struct Part: Sendable {
    var isAsleep: Bool
    var script: String
    /// What is told of it, sorted; nil where nothing is said.
    var told: [String]?
    var perhapsTold: [String] = []
  }

  let name: String
  private(set) var before = ""
  private(set) var parts: [Part] = []
  private(set) var there: [WirePath: [UInt8]] = [:]

  var testDescription: String { name }

  static let all: [WatchFixture] = {
    let folder = ProjectFolder.fixtures("watch")
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        .filter { $0.hasSuffix(".sh") }
        .map { name in
          WatchFixture(
            name: String(name.dropLast(3)),
            text: try String(contentsOf: folder.appending(path: name), encoding: .utf8))
        }
    } catch {
      Issue.record(error)
      return []
    }
  }()

  init(name: String, text: String) {
    self.name = name
    var heading = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("#: ") {
        heading = String(line.dropFirst(3))
        begin(heading)
      } else {
        take(String(line), under: heading)
      }
    }
  }

  private mutating func begin(_ heading: String) {
    switch heading {
    case "while it watches", "while it sleeps":
      parts.append(Part(isAsleep: heading == "while it sleeps", script: "", told: nil))
    case "told": parts[parts.count - 1].told = []
    case "before", "there": break
    default: Issue.record("\(name): no part is headed \(heading)")
    }
  }

  private mutating func take(_ line: String, under heading: String) {
    switch heading {
    case "before": before += line + "\n"
    case "while it watches", "while it sleeps": parts[parts.count - 1].script += line + "\n"
    case "told" where line.hasPrefix("? "):
      parts[parts.count - 1].perhapsTold.append(String(line.dropFirst(2)))
    case "told" where !line.isEmpty: parts[parts.count - 1].told?.append(line)
    case "there" where !line.isEmpty:
      guard let colon = line.firstRange(of: ": ") else { return }
      there[WirePath(Self.bytes(line[..<colon.lowerBound]))] =
        Self.bytes(line[colon.upperBound...])
    default: break
    }
  }

  /// The bytes that `printf` makes of a text: `\n`, `\ooo` and `\xhh`.
  private static func bytes(_ text: Substring) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let next = rest.popFirst() else {
        bytes.append(byte)
        continue
      }
      switch next {
      case UInt8(ascii: "n"): bytes.append(UInt8(ascii: "\n"))
      case UInt8(ascii: "x"): bytes.append(number(&rest, digits: 2, radix: 16))
      case UInt8(ascii: "0")...UInt8(ascii: "7"):
        rest = [next] + rest
        bytes.append(number(&rest, digits: 3, radix: 8))
      default: bytes.append(next)
      }
    }
    return bytes
  }

  private static func number(_ rest: inout ArraySlice<UInt8>, digits: Int, radix: Int) -> UInt8 {
    let text = String(decoding: rest.prefix(digits), as: UTF8.self)
    rest = rest.dropFirst(digits)
    return UInt8(text, radix: radix) ?? 0
  }
}
