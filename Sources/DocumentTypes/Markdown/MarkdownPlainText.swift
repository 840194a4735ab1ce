/// Writes Markdown as a text without markup, for programs and people that want just the words.
struct MarkdownPlainText {
  private let references: [String: MarkdownTarget]

  static func text(of markdown: String) -> String {
    let text = MarkdownParser.parse(markdown)
    let plain = MarkdownPlainText(references: text.references)
    let blocks = plain.blocks(text.blocks)
    return blocks.isEmpty ? "" : blocks.joined(separator: "\n\n") + "\n"
  }

  private func blocks(_ blocks: [MarkdownBlock]) -> [String] { blocks.map(block) }

  private func block(_ block: MarkdownBlock) -> String {
    switch block {
    case .heading(_, let text), .paragraph(let text): line(text)
    case .code(_, let text): indented(text, by: "    ", first: "    ")
    case .quote(let inner):
      indented(blocks(inner).joined(separator: "\n\n"), by: "> ", first: "> ")
    case .rule: "* * *"
    case .list(let list):
      list.items.enumerated().map { index, item in
        let mark = list.start.map { "\($0 &+ index). " } ?? "- "
        let text = blocks(item).joined(separator: list.isTight ? "\n" : "\n\n")
        return indented(text, by: String(repeating: " ", count: mark.count), first: mark)
      }.joined(separator: list.isTight ? "\n" : "\n\n")
    case .table(let table):
      ([table.head] + table.rows).map { row in row.map(line).joined(separator: "\t") }
        .joined(separator: "\n")
    }
  }

  /// Links are followed by where they lead, since that is all that is left of them.
  private func line(_ text: String) -> String {
    MarkdownInlineParser.parse(text, references: references).map(inline).joined()
  }

  private func inline(_ inline: MarkdownInline) -> String {
    switch inline {
    case .text(let text), .code(let text): text
    case .emphasis(let inner), .strong(let inner), .struck(let inner):
      inner.map(self.inline).joined()
    case .lineBreak: "\n"
    case .image(let inner, _): inner.map(self.inline).joined()
    case .link(let inner, let target):
      {
        let words = inner.map(self.inline).joined()
        let isShown = words == target.address || "mailto:" + words == target.address
        return isShown || target.address.isEmpty ? words : "\(words) (\(target.address))"
      }()
    }
  }

  private func indented(_ text: String, by indent: String, first: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.enumerated().map { index, line in
      let blank = indent.allSatisfy { $0 == " " } && line.isEmpty
      return (index == 0 ? first : blank ? "" : indent) + line
    }.joined(separator: "\n")
  }
}
