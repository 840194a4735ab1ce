/// Finds emphasis, code, links and images in a line of Markdown, by CommonMark's rules.
struct MarkdownInlineParser {
  private let text: [Character]
  private let references: [String: MarkdownTarget]
  private var index = 0
  private var parts: [Part] = []
  /// Text that no part holds yet.
  private var pending = ""
  /// The places in `parts` of brackets that a link may begin with.
  private var brackets: [Int] = []

  /// What was found so far: finished, or marks whose meaning shows later.
  private enum Part {
    case inline(MarkdownInline)
    case delimiter(Delimiter)
    case bracket(isImage: Bool)
  }

  private struct Delimiter {
    var mark: Character
    var count: Int
    var canOpen: Bool
    var canClose: Bool
  }

  /// More brackets, and more emphasis, within each other are text.
  private static let bracketLimit = 32
  private static let emphasisLimit = 64

  static func parse(
    _ text: String, references: [String: MarkdownTarget]
  ) -> [MarkdownInline] {
    var parser = MarkdownInlineParser(Array(text), references)
    return parser.parse()
  }

  private init(_ text: [Character], _ references: [String: MarkdownTarget]) {
    self.text = text
    self.references = references
  }

  private mutating func parse() -> [MarkdownInline] {
    while index < text.count {
      let character = text[index]
      switch character {
      case "\\": escape()
      case "`": code()
      case "*", "_", "~": delimiter(character)
      case "!" where peek(1) == "[": open(isImage: true)
      case "[": open(isImage: false)
      case "]": close()
      case "<": automaticLink()
      case "\n", "\r\n": lineBreak()
      default:
        append(character)
        index += 1
      }
    }
    flush()
    return Self.inlines(parts[...])
  }

  private func peek(_ distance: Int) -> Character? {
    index + distance < text.count ? text[index + distance] : nil
  }

  private mutating func append(_ character: Character) { pending.append(character) }

  private mutating func append(part: Part) {
    flush()
    parts.append(part)
  }

  private mutating func flush() {
    if !pending.isEmpty { parts.append(.inline(.text(pending))) }
    pending = ""
  }

  private mutating func escape() {
    if let next = peek(1), next.isNewline {
      append(part: .inline(.lineBreak))
      index += 2
    } else if let next = peek(1), next.isMarkdownPunctuation {
      append(next)
      index += 2
    } else {
      append("\\")
      index += 1
    }
  }

  private mutating func lineBreak() {
    index += 1
    let blanks = pending.reversed().prefix { $0 == " " }.count
    pending.removeLast(blanks)
    if blanks >= 2 { append(part: .inline(.lineBreak)) } else { append("\n") }
  }

  private mutating func code() {
    let length = text[index...].prefix { $0 == "`" }.count
    var end = index + length
    while end < text.count {
      let run = text[end...].prefix { $0 == "`" }.count
      if run == length {
        var code = String(text[(index + length)..<end]).split(
          omittingEmptySubsequences: false, whereSeparator: \.isNewline
        ).joined(separator: " ")
        if code.hasPrefix(" "), code.hasSuffix(" "), code.contains(where: { $0 != " " }) {
          code = String(code.dropFirst().dropLast())
        }
        append(part: .inline(.code(code)))
        index = end + length
        return
      }
      end += max(run, 1)
    }
    pending += String(repeating: "`", count: length)
    index += length
  }

  private mutating func automaticLink() {
    let inner = text[(index + 1)...].prefix { $0 != ">" && !$0.isWhitespace && $0 != "<" }
    let address = String(inner)
    let scheme = address.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+.-".contains($0)) }
    let isAddress = (2...32).contains(scheme.count) && address.dropFirst(scheme.count).first == ":"
    let isMail = !isAddress && address.contains("@") && !address.contains(":")
    guard inner.endIndex < text.count, text[inner.endIndex] == ">", isAddress || isMail else {
      append("<")
      index += 1
      return
    }
    let target = MarkdownTarget(address: (isMail ? "mailto:" : "") + address)
    append(part: .inline(.link([.text(address)], target)))
    index = inner.endIndex + 1
  }

  // MARK: Links

  private mutating func open(isImage: Bool) {
    append(part: .bracket(isImage: isImage))
    brackets.append(parts.count - 1)
    if brackets.count > Self.bracketLimit { brackets.removeFirst() }
    index += isImage ? 2 : 1
  }

  private mutating func close() {
    flush()
    guard let start = brackets.popLast(), case .bracket(let isImage) = parts[start],
      let (target, length) = target(ofLinkFrom: start)
    else {
      append("]")
      index += 1
      return
    }
    let inner = Self.inlines(parts[(start + 1)...])
    parts.removeSubrange(start...)
    append(part: .inline(isImage ? .image(inner, target) : .link(inner, target)))
    // A link holds no other link.
    if !isImage {
      brackets.removeAll { if case .bracket(false) = parts[$0] { true } else { false } }
    }
    index += length
  }

  /// Where the text since a bracket leads, and how many characters that takes from here.
  private func target(ofLinkFrom start: Int) -> (MarkdownTarget, Int)? {
    let rest = text[(index + 1)...]
    if rest.first == "(", let (target, length) = MarkdownTarget.parse(rest.dropFirst()),
      rest.dropFirst(1 + length).first == ")"
    {
      return (target, length + 3)
    }
    if rest.first == "[", let end = rest.firstIndex(of: "]"), end > rest.startIndex + 1 {
      let name = String(rest[(rest.startIndex + 1)..<end]).trimmed.lowercased()
      return references[name].map { ($0, end - index + 1) }
    }
    let name = MarkdownInline.plainText(of: Self.inlines(parts[(start + 1)...]))
    let isEmptyPair = rest.starts(with: Array("[]"))
    return references[name.trimmed.lowercased()].map { ($0, isEmptyPair ? 3 : 1) }
  }

  // MARK: Emphasis

  private mutating func delimiter(_ mark: Character) {
    let count = text[index...].prefix { $0 == mark }.count
    let before = index > 0 ? text[index - 1] : " "
    let after = index + count < text.count ? text[index + count] : " "
    index += count
    guard mark != "~" || count == 2 else {
      pending += String(repeating: mark, count: count)
      return
    }
    let isPunctuation = { (character: Character) in
      character.isPunctuation || character.isSymbol
    }
    let leads =
      !after.isWhitespace
      && (!isPunctuation(after) || before.isWhitespace || isPunctuation(before))
    let trails =
      !before.isWhitespace
      && (!isPunctuation(before) || after.isWhitespace || isPunctuation(after))
    append(
      part: .delimiter(
        Delimiter(
          mark: mark, count: count,
          canOpen: leads && (mark != "_" || !trails || isPunctuation(before)),
          canClose: trails && (mark != "_" || !leads || isPunctuation(after)))))
  }

  /// Parts as inlines, their delimiters paired; what has no pair is text.
  private static func inlines(_ parts: ArraySlice<Part>) -> [MarkdownInline] {
    var open: [(delimiter: Delimiter, inner: [MarkdownInline])] = []
    var result: [MarkdownInline] = []
    func text(_ delimiter: Delimiter) -> [MarkdownInline] {
      delimiter.count == 0
        ? [] : [.text(String(repeating: delimiter.mark, count: delimiter.count))]
    }
    for part in parts {
      switch part {
      case .inline(let inline): result.append(inline)
      case .bracket(let isImage): result.append(.text(isImage ? "![" : "["))
      case .delimiter(var closer):
        while closer.canClose, closer.count > 0,
          let place = open.lastIndex(where: { opens($0.delimiter, closer) })
        {
          // What was opened since and is still open is text.
          for other in open[(place + 1)...].reversed() {
            result = other.inner + text(other.delimiter) + result
          }
          open.removeSubrange((place + 1)...)
          var opener = open[place].delimiter
          let used = closer.mark == "~" || (opener.count >= 2 && closer.count >= 2) ? 2 : 1
          let wrapped: MarkdownInline =
            closer.mark == "~" ? .struck(result) : used == 2 ? .strong(result) : .emphasis(result)
          opener.count -= used
          closer.count -= used
          if opener.count > 0 {
            open[place].delimiter = opener
            result = [wrapped]
          } else {
            result = open[place].inner + [wrapped]
            open.removeLast()
          }
        }
        if closer.count > 0, closer.canOpen, open.count < emphasisLimit {
          open.append((closer, result))
          result = []
        } else {
          result += text(closer)
        }
      }
    }
    for other in open.reversed() { result = other.inner + text(other.delimiter) + result }
    return joined(result)
  }

  private static func opens(_ opener: Delimiter, _ closer: Delimiter) -> Bool {
    guard opener.mark == closer.mark else { return false }
    // Runs that are both opening and closing don't pair where their lengths make three.
    let isOdd =
      (opener.canClose || closer.canOpen) && (opener.count + closer.count).isMultiple(of: 3)
      && !(opener.count.isMultiple(of: 3) && closer.count.isMultiple(of: 3))
    return !isOdd
  }

  /// Texts that stand side by side as one.
  private static func joined(_ inlines: [MarkdownInline]) -> [MarkdownInline] {
    inlines.reduce(into: []) { joined, inline in
      if case .text(let text) = inline, case .text(let before)? = joined.last {
        joined[joined.count - 1] = .text(before + text)
      } else {
        joined.append(inline)
      }
    }
  }
}
