import Control
import Foundation

extension SharedCase {
  /// Whether it is about checklists or notebooks, whose format here is a little different. One has
  /// sections, which ours has not: that is JSON like any other.
  var isOfOwnFormat: Bool {
    (id.hasPrefix("CHK") && id != "CHK-17") || id.hasPrefix("PKG")
  }

  /// Turns the catalogue's checklists and notebooks in a directory into those of here.
  static func linesToOwnFormat(in directory: String) -> String {
    """
    find \(directory) -name '*.json' -exec sed -i \
      's/"\\(version\\|format\\)": 1/"version": 2/; s/\\.md"/.txt"/' {} +
    for f in \(directory)/*.checklist.json; do test -e "$f" && mv "$f" "${f%.json}"; done
    for f in \(directory)/*/pages/*.md; do test -e "$f" && mv "$f" "${f%md}txt"; done
    """
  }

  /// What a file of the catalogue is here.
  private func own(_ file: String, _ content: [UInt8]) -> (WirePath, [UInt8]) {
    guard isOfOwnFormat else { return (WirePath(file), content) }
    let text = String(decoding: content, as: UTF8.self)
      .replacing("\"version\": 1", with: "\"version\": 2")
      .replacing("\"format\": 1", with: "\"version\": 2").replacing(".md\"", with: ".txt\"")
    var name = file.hasSuffix(".checklist.json") ? String(file.dropLast(5)) : file
    if file.contains("/pages/") { name = String(file.dropLast(2)) + "txt" }
    return (WirePath(name), Array(text.utf8))
  }

  private func ownTree(_ name: String) throws -> [WirePath: [UInt8]] {
    Dictionary(uniqueKeysWithValues: try tree(name).map { own($0.key.text, $0.value) })
  }

  /// What of a file's versions is not as the case wants it, where they met in a folder; nil where
  /// all is.
  func fault(of found: Tree) throws -> String? {
    guard let named = rules.file else { return try faultOfTree(found) }
    let file = own(named, []).0
    let told =
      "\(id): \(found.files.map { ($0.key.text, String(decoding: $0.value, as: UTF8.self)) })"
    let document = found.files[file]
    let versions = try ["a", "b"].compactMap { try ownTree($0)[file] }
    let areBothThere =
      Set(found.files.values) == Set(versions) && found.files.count == Set(versions).count
    let expected = try ownTree("expected")[file]
    let isJoined =
      found.files.count == 1
      && expected.flatMap { expected in document.map { isSame(expected, $0) } } == true
    switch rules.outcome {
    case "clean" where !isJoined: return told + " is not joined"
    case "both" where !areBothThere: return told + " is not both"
    case "either" where !isJoined && !areBothThere: return told + " is neither joined nor both"
    default: return try faultOfWords(found).map { told + $0 }
    }
  }

  /// The same of a case that is about several files.
  private func faultOfTree(_ found: Tree) throws -> String? {
    let told =
      "\(id): \(found.files.map { ($0.key.text, String(decoding: $0.value, as: UTF8.self)) })"
    if rules.outcome == "clean" {
      let expected = try ownTree("expected")
      guard Set(expected.keys) == Set(found.files.keys) else { return told + " has other names" }
      for (path, content) in expected where !isSame(content, found.files[path] ?? []) {
        return told + " has another \(path.text)"
      }
    }
    return try faultOfWords(found).map { told + $0 }
  }

  private func faultOfWords(_ found: Tree) throws -> String? {
    for words in rules.mustSurvive ?? [] where !found.holds(Array(words.utf8)) {
      return " lacks \(words)"
    }
    for words in rules.mustNot ?? [] where found.holds(Array(words.utf8)) {
      return " holds \(words)"
    }
    for hex in rules.mustNotHex ?? [] where found.holds(bytes(hex: hex)) {
      return " holds the bytes \(hex)"
    }
    return nil
  }

  /// Whether a content is the expected one, as exactly as the case compares.
  private func isSame(_ expected: [UInt8], _ found: [UInt8]) -> Bool {
    if expected == found { return true }
    guard rules.compare != "bytes" else { return false }
    do {
      let values = try [expected, found].map {
        try JSONSerialization.jsonObject(with: Data($0)) as? NSDictionary
      }
      guard let expected = values[0], let found = values[1] else { return false }
      return expected == found || isSameButForOrder(expected, found)
    } catch {
      return false
    }
  }

  /// Items may stand in any order where the case says so: those of its lists are compared as a set.
  private func isSameButForOrder(_ expected: NSDictionary, _ found: NSDictionary) -> Bool {
    guard rules.compare == "checklist-set" || rules.compare == "package",
      Set(expected.allKeys.map { "\($0)" }) == Set(found.allKeys.map { "\($0)" })
    else { return false }
    return expected.allSatisfy { key, value in
      guard let list = value as? [NSObject], let other = found[key] as? [NSObject] else {
        return (value as? NSObject) == (found[key] as? NSObject)
      }
      return list.count == other.count && Set(list) == Set(other)
    }
  }

  private func bytes(hex: String) -> [UInt8] {
    let digits = hex.filter { $0.isHexDigit }.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map {
      UInt8(digits[$0] * 16 + digits[$0 + 1])
    }
  }
}
