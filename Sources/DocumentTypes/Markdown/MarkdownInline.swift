/// A part of a line of Markdown.
indirect enum MarkdownInline: Equatable {
  case text(String)
  case code(String)
  case emphasis([MarkdownInline])
  case strong([MarkdownInline])
  case struck([MarkdownInline])
  case link([MarkdownInline], MarkdownTarget)
  case image([MarkdownInline], MarkdownTarget)
  case lineBreak

  /// What can be read of these without any markup.
  static func plainText(of inlines: [MarkdownInline]) -> String {
    inlines.map { inline in
      switch inline {
      case .text(let text), .code(let text): text
      case .emphasis(let inner), .strong(let inner), .struck(let inner), .link(let inner, _),
        .image(let inner, _):
        plainText(of: inner)
      case .lineBreak: "\n"
      }
    }.joined()
  }
}

extension MarkdownTarget {
  /// `address "title"` or `<address>`, and how many characters it takes.
  static func parse(_ text: ArraySlice<Character>) -> (target: MarkdownTarget, length: Int)? {
    var rest = text.drop(while: \.isWhitespace)
    var address = ""
    if rest.first == "<" {
      guard let end = rest.prefix(while: { !$0.isNewline }).firstIndex(of: ">") else {
        return nil
      }
      address = String(rest[rest.startIndex..<end].dropFirst())
      rest = rest[(end + 1)...]
    } else {
      var depth = 0
      while let character = rest.first, !character.isWhitespace {
        if character == "(" { depth += 1 }
        // As CommonMark has it; without a limit, a text of brackets takes the square of its length.
        guard depth <= 32 else { return nil }
        if character == ")" {
          if depth == 0 { break }
          depth -= 1
        }
        if character == "\\", let next = rest.dropFirst().first, next.isMarkdownPunctuation {
          rest = rest.dropFirst()
        }
        rest = rest.dropFirst()
        address.append(text[rest.startIndex - 1])
      }
    }
    var title: String?
    let behind = rest.drop(while: \.isWhitespace)
    if behind.startIndex > rest.startIndex, let quote = behind.first, quote == "\"" || quote == "'",
      let end = behind.dropFirst().firstIndex(of: quote)
    {
      title = String(behind[(behind.startIndex + 1)..<end])
      rest = behind[(end + 1)...].drop(while: \.isWhitespace)
    } else {
      rest = behind
    }
    return (MarkdownTarget(address: address, title: title), rest.startIndex - text.startIndex)
  }
}

extension Character {
  /// Whether a backslash before it makes it plain text.
  var isMarkdownPunctuation: Bool {
    guard let ascii = asciiValue else { return false }
    return (0x21...0x2F).contains(ascii) || (0x3A...0x40).contains(ascii)
      || (0x5B...0x60).contains(ascii) || (0x7B...0x7E).contains(ascii)
  }
}
