/// Turns a pattern's bytes into the elements that are matched.
struct GlobCompiler {
  private let pattern: [UInt8]
  private var index = 0
  private var elements: [GlobPattern.Element] = []

  init(_ pattern: some Collection<UInt8>) {
    self.pattern = Array(pattern)
  }

  /// Nil where the pattern can match nothing.
  mutating func compile() -> [GlobPattern.Element]? {
    while let byte = next() {
      switch byte {
      case UInt8(ascii: "\\"):
        guard let literal = next() else { return nil }
        elements.append(.byte(literal))
      case UInt8(ascii: "?"): elements.append(.anyByte)
      case UInt8(ascii: "*"): compileStars()
      case UInt8(ascii: "["):
        guard let set = compileSet() else { return nil }
        elements.append(.set(set))
      default: elements.append(.byte(byte))
      }
    }
    return elements
  }

  private mutating func next() -> UInt8? {
    guard index < pattern.count else { return nil }
    defer { index += 1 }
    return pattern[index]
  }

  private func peek(_ distance: Int = 0) -> UInt8? {
    index + distance < pattern.count ? pattern[index + distance] : nil
  }

  /// One star, or several: they cross directories only where they are a whole component.
  private mutating func compileStars() {
    let start = index - 1
    while peek() == UInt8(ascii: "*") { index += 1 }
    let startsComponent = start == 0 || pattern[start - 1] == UInt8(ascii: "/")
    guard index - start > 1, startsComponent else {
      elements.append(.star)
      return
    }
    if peek() == nil {
      elements.append(.anything)
    } else if peek() == UInt8(ascii: "/") {
      index += 1
      elements.append(.directories)
    } else if peek() == UInt8(ascii: "\\"), peek(1) == UInt8(ascii: "/") {
      elements.append(.anything)
    } else {
      elements.append(.star)
    }
  }

  /// What stands between `[` and `]`; nil where it doesn't end or names an unknown class.
  private mutating func compileSet() -> ByteSet? {
    var set = ByteSet()
    let isNegated = peek() == UInt8(ascii: "!") || peek() == UInt8(ascii: "^")
    if isNegated { index += 1 }
    // The byte before, which a range may start from.
    var previous: UInt8?
    var isFirst = true
    while true {
      guard let byte = next() else { return nil }
      if byte == UInt8(ascii: "]"), !isFirst { break }
      isFirst = false
      if byte == UInt8(ascii: "-"), let low = previous, let end = peek(), end != UInt8(ascii: "]") {
        guard let high = nextUnescaped() else { return nil }
        if low <= high { set.insert(low...high) }
        previous = nil
      } else if byte == UInt8(ascii: "["), peek() == UInt8(ascii: ":") {
        guard let isClass = compileClass(into: &set) else { return nil }
        previous = isClass ? nil : byte
      } else {
        guard let literal = byte == UInt8(ascii: "\\") ? next() : byte else { return nil }
        set.insert(literal)
        previous = literal
      }
    }
    if isNegated { set.invert() }
    set.remove(UInt8(ascii: "/"))
    return set
  }

  private mutating func nextUnescaped() -> UInt8? {
    guard let byte = next() else { return nil }
    return byte == UInt8(ascii: "\\") ? next() : byte
  }

  /// A `[:name:]` whose `[` has been read. False where it isn't one, so that `[` is a member like
  /// any other; nil where it has no end or an unknown name.
  private mutating func compileClass(into set: inout ByteSet) -> Bool? {
    let start = index + 1
    guard let end = pattern[start...].firstIndex(of: UInt8(ascii: "]")) else { return nil }
    guard end > start, pattern[end - 1] == UInt8(ascii: ":") else {
      set.insert(UInt8(ascii: "["))
      return false
    }
    guard set.insertClass(named: pattern[start..<(end - 1)]) else { return nil }
    index = end + 1
    return true
  }
}
