/// Splits Swift text into code, comments and literals, line by line.
struct SwiftScanner {
  private enum Mode {
    /// `parentheses` counts those that are open within an interpolation.
    case code(parentheses: Int)
    case lineComment
    case blockComment(depth: Int)
    case literal(hashes: Int, isMultiline: Bool)
    case rawIdentifier
  }

  /// Most bytes of code mean nothing to the scanner; asking that first makes it several times as
  /// fast.
  private static let meansSomethingInCode = (0...255).map { "/`\"#()".utf8.contains($0) }

  private let bytes: [UInt8]
  private var index = 0
  private var modes: [Mode] = [.code(parentheses: 0)]
  private var lines: [SwiftSource.Line] = []
  private var code: [UInt8] = []
  private var comment: [UInt8] = []
  private var literals: [[UInt8]] = []

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  mutating func scan() -> [SwiftSource.Line] {
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\n") {
        endLine()
        index += 1
      } else {
        step()
      }
    }
    if bytes.last != UInt8(ascii: "\n") { endLine() }
    return lines
  }

  private mutating func endLine() {
    lines.append(
      SwiftSource.Line(
        code: String(decoding: code, as: UTF8.self),
        comment: String(decoding: comment, as: UTF8.self),
        literals: literals.map { String(decoding: $0, as: UTF8.self) }))
    code = []
    comment = []
    literals = []
    if case .lineComment = modes.last { modes.removeLast() }
    if case .literal = modes.last { literals.append([]) }
  }

  private mutating func step() {
    switch modes.last {
    case .code(let parentheses): stepInCode(parentheses)
    case .lineComment:
      comment.append(bytes[index])
      index += 1
    case .blockComment(let depth): stepInBlockComment(depth)
    case .literal(let hashes, let isMultiline): stepInLiteral(hashes, isMultiline)
    case .rawIdentifier:
      if bytes[index] == UInt8(ascii: "`") {
        code.append(bytes[index])
        modes.removeLast()
      }
      index += 1
    case nil: index += 1
    }
  }

  private mutating func stepInCode(_ parentheses: Int) {
    guard Self.meansSomethingInCode[Int(bytes[index])] else {
      takeCode()
      return
    }
    if starts("//") {
      modes.append(.lineComment)
      index += 2
    } else if starts("/*") {
      modes.append(.blockComment(depth: 1))
      index += 2
    } else if starts("`") {
      modes.append(.rawIdentifier)
      takeCode()
    } else if let hashes = hashesBeforeQuote() {
      index += hashes
      let isMultiline = starts("\"\"\"")
      modes.append(.literal(hashes: hashes, isMultiline: isMultiline))
      code.append(UInt8(ascii: "\""))
      literals.append([])
      index += isMultiline ? 3 : 1
    } else {
      countParenthesis(parentheses)
    }
  }

  private mutating func countParenthesis(_ parentheses: Int) {
    let isInInterpolation = modes.count > 1
    if isInInterpolation, starts(")"), parentheses == 1 {
      modes.removeLast()
      literals.append([])
      index += 1
      return
    }
    if isInInterpolation, starts("(") || starts(")") {
      modes[modes.count - 1] = .code(parentheses: parentheses + (starts("(") ? 1 : -1))
    }
    takeCode()
  }

  private mutating func stepInBlockComment(_ depth: Int) {
    if starts("/*") || starts("*/") {
      let newDepth = depth + (starts("/*") ? 1 : -1)
      modes.removeLast()
      if newDepth > 0 { modes.append(.blockComment(depth: newDepth)) }
      index += 2
    } else {
      comment.append(bytes[index])
      index += 1
    }
  }

  private mutating func stepInLiteral(_ hashes: Int, _ isMultiline: Bool) {
    guard bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "\\") else {
      takeLiteral()
      return
    }
    let marks = String(repeating: "#", count: hashes)
    if starts((isMultiline ? "\"\"\"" : "\"") + marks) {
      modes.removeLast()
      code.append(UInt8(ascii: "\""))
      index += (isMultiline ? 3 : 1) + hashes
    } else if starts("\\" + marks + "(") {
      modes.append(.code(parentheses: 1))
      index += 2 + hashes
    } else if starts("\\" + marks) {
      // The character after it stands for itself, whatever it is, unless it ends the line.
      index += 1 + hashes
      if index < bytes.count, bytes[index] != UInt8(ascii: "\n") {
        takeLiteral()
      }
    } else {
      takeLiteral()
    }
  }

  private mutating func takeLiteral() {
    if literals.isEmpty { literals.append([]) }
    literals[literals.count - 1].append(bytes[index])
    index += 1
  }

  private mutating func takeCode() {
    code.append(bytes[index])
    index += 1
  }

  private func starts(_ text: String) -> Bool {
    bytes[index...].starts(with: text.utf8)
  }

  /// How many `#` come before a quote that starts here; nil where none does.
  private func hashesBeforeQuote() -> Int? {
    let hashes = bytes[index...].prefix { $0 == UInt8(ascii: "#") }.count
    let quote = index + hashes
    return quote < bytes.count && bytes[quote] == UInt8(ascii: "\"") ? hashes : nil
  }
}
