/// Joins two texts where one side changed nothing but how lines end, which a merge by lines must
/// call a conflict: all line breaks, or the missing last one.
///
/// Nil where neither side is such. What the other side wrote is kept, in the new layout.
func mergeLayout(base: [UInt8], ours: [UInt8], theirs: [UInt8]) -> [UInt8]? {
  recast(theirs, as: ours, from: base) ?? recast(ours, as: theirs, from: base)
    ?? ended(theirs, as: ours, from: base) ?? ended(ours, as: theirs, from: base)
}

/// `text` with the line breaks of `model`, where these are all by which that differs from `base`.
private func recast(_ text: [UInt8], as model: [UInt8], from base: [UInt8]) -> [UInt8]? {
  guard let old = LineEnding(of: base), let new = LineEnding(of: model), old != new,
    LineEnding(of: text) == old, new.applied(to: base) == model
  else { return nil }
  return new.applied(to: text)
}

/// `text` with the last line break of `model`, where that is all by which that differs from `base`.
private func ended(_ text: [UInt8], as model: [UInt8], from base: [UInt8]) -> [UInt8]? {
  guard model.starts(with: base), !base.isEmpty, text.last != UInt8(ascii: "\n") else { return nil }
  let added = Array(model[base.count...])
  guard added == [UInt8(ascii: "\n")] || added == Array("\r\n".utf8), !text.isEmpty else {
    return nil
  }
  return text + added
}

/// The one way in which all lines of a text end.
enum LineEnding: Hashable {
  case lineFeed
  case returnAndLineFeed

  /// Nil where lines end in both ways, or none ends.
  init?(of text: [UInt8]) {
    var found: LineEnding?
    for index in text.indices where text[index] == UInt8(ascii: "\n") {
      let isPair = index > 0 && text[index - 1] == UInt8(ascii: "\r")
      let ending: LineEnding = isPair ? .returnAndLineFeed : .lineFeed
      if let found, found != ending { return nil }
      found = ending
    }
    guard let found else { return nil }
    self = found
  }

  /// The text with this ending throughout; it has the other one throughout.
  func applied(to text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count + text.count / 16)
    for byte in text {
      if byte == UInt8(ascii: "\n") {
        switch self {
        case .lineFeed: result.removeLast()
        case .returnAndLineFeed: result.append(UInt8(ascii: "\r"))
        }
      }
      result.append(byte)
    }
    return result
  }

  /// As people call it.
  var name: String {
    switch self {
    case .lineFeed: "LF"
    case .returnAndLineFeed: "CRLF"
    }
  }
}
