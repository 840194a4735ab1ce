/// A part of a Markdown text that stands by itself.
indirect enum MarkdownBlock: Equatable {
  case heading(level: Int, text: String)
  case paragraph(String)
  case code(language: String, text: String)
  case quote([MarkdownBlock])
  case list(MarkdownList)
  case table(MarkdownTable)
  case rule
}

struct MarkdownList: Equatable {
  /// The first number; nil where the items aren't numbered.
  var start: Int?
  /// Whether items stand close, without paragraphs of their own.
  var isTight: Bool
  var items: [[MarkdownBlock]]
}

struct MarkdownTable: Equatable {
  enum Alignment: String {
    case left
    case center
    case right
  }

  var alignments: [Alignment?]
  var head: [String]
  var rows: [[String]]
}

/// A whole Markdown text.
struct MarkdownText: Equatable {
  var blocks: [MarkdownBlock]
  /// Where the links lead that name a place elsewhere in the text, by their names in lower case.
  var references: [String: MarkdownTarget]
}

/// Where a link leads, or an image comes from.
struct MarkdownTarget: Equatable {
  var address: String
  var title: String?
}
