/// A shell pattern on bytes, as gitignore(5) has it: `*`, `?`, `[…]`, and `**` across directories.
///
/// A slash is matched by a slash and by `**` only. Matching takes no more than the text's length
/// times the pattern's, and never recurses, whatever a stranger puts into a pattern.
package struct GlobPattern: Hashable, Sendable {
  enum Element: Hashable, Sendable {
    case byte(UInt8)
    /// One byte that isn't a slash.
    case anyByte
    case set(ByteSet)
    /// Any number of bytes without a slash.
    case star
    /// Any bytes at all: `**` at the end.
    case anything
    /// Any number of whole directories, none included: `**/`.
    case directories
  }

  /// What most patterns are, so that they are matched without a search.
  private enum Shape: Hashable, Sendable {
    case exact([UInt8])
    /// Literal bytes around one star.
    case around(prefix: [UInt8], suffix: [UInt8])
    case general
  }

  let elements: [Element]
  private let shape: Shape

  /// Nil where the pattern can match nothing: an open `[`, an unknown class, a lone backslash at
  /// the end.
  package init?(_ pattern: some Collection<UInt8>) {
    var compiler = GlobCompiler(pattern)
    guard let elements = compiler.compile() else { return nil }
    self.elements = elements
    shape = Self.shape(of: elements)
  }

  /// How many bytes or wildcards the pattern has: the longer of two is the more specific.
  package var length: Int { elements.count }

  /// The byte that every match starts with; nil where there are several.
  var firstByte: UInt8? {
    if case .byte(let byte)? = elements.first { byte } else { nil }
  }

  /// The byte that every match ends with; nil where there are several.
  var lastByte: UInt8? {
    if case .byte(let byte)? = elements.last { byte } else { nil }
  }

  package func matches(_ text: ArraySlice<UInt8>) -> Bool {
    switch shape {
    case .exact(let literal): text.elementsEqual(literal)
    case .around(let prefix, let suffix):
      text.count >= prefix.count + suffix.count && text.starts(with: prefix)
        && text.suffix(suffix.count).elementsEqual(suffix)
        && !text.dropFirst(prefix.count).dropLast(suffix.count).contains(UInt8(ascii: "/"))
    case .general: matchesGenerally(text)
    }
  }

  private static func shape(of elements: [Element]) -> Shape {
    var parts: [[UInt8]] = [[]]
    for element in elements {
      switch element {
      case .byte(let byte): parts[parts.count - 1].append(byte)
      case .star: parts.append([])
      case .anyByte, .set, .anything, .directories: return .general
      }
    }
    return switch parts.count {
    case 1: .exact(parts[0])
    case 2: .around(prefix: parts[0], suffix: parts[1])
    default: .general
    }
  }

  /// Walks both once, and on a mismatch lets the latest star take one byte more, or, where that
  /// one has met a slash, the latest `**`. The earliest match of what stands between two stars
  /// leaves the most to the later one, so no other place has to be tried.
  private func matchesGenerally(_ text: ArraySlice<UInt8>) -> Bool {
    var index = 0
    var position = text.startIndex
    var star: (after: Int, upTo: Int)?
    var deep: (after: Int, upTo: Int, wholeDirectories: Bool)?
    while true {
      if index < elements.count {
        switch elements[index] {
        case .star:
          index += 1
          star = (index, position)
          continue
        case .anything, .directories:
          deep = (index + 1, position, elements[index] == .directories)
          index += 1
          star = nil
          continue
        case .byte, .anyByte, .set:
          if position < text.endIndex, elements[index].matches(text[position]) {
            index += 1
            position += 1
            continue
          }
        }
      } else if position == text.endIndex {
        return true
      }
      if let last = star, last.upTo < text.endIndex, text[last.upTo] != UInt8(ascii: "/") {
        star = (last.after, last.upTo + 1)
        (index, position) = (last.after, last.upTo + 1)
      } else if let last = deep, let next = Self.extended(last.upTo, last.wholeDirectories, text) {
        deep = (last.after, next, last.wholeDirectories)
        star = nil
        (index, position) = (last.after, next)
      } else {
        return false
      }
    }
  }

  private static func extended(
    _ position: Int, _ wholeDirectories: Bool, _ text: ArraySlice<UInt8>
  ) -> Int? {
    guard position < text.endIndex else { return nil }
    guard wholeDirectories else { return position + 1 }
    return text[position...].firstIndex(of: UInt8(ascii: "/")).map { $0 + 1 }
  }
}

extension GlobPattern.Element {
  fileprivate func matches(_ byte: UInt8) -> Bool {
    switch self {
    case .byte(let literal): literal == byte
    case .anyByte: byte != UInt8(ascii: "/")
    case .set(let set): set.contains(byte)
    case .star, .anything, .directories: false
    }
  }
}
