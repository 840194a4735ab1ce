/// Writes Markdown as HTML. Markup of its own is shown, not obeyed, and no link runs a script.
struct MarkdownHTML {
  private let references: [String: MarkdownTarget]

  /// A whole page. Its title is the first heading's, else the one that is given.
  static func page(of markdown: String, title: String) -> String {
    let text = MarkdownParser.parse(markdown)
    let html = MarkdownHTML(references: text.references)
    return """
      <!DOCTYPE html>
      <html>
      <head>
      <meta charset="utf-8">
      <title>\(escaped(html.heading(in: text.blocks) ?? title))</title>
      </head>
      <body>
      \(html.blocks(text.blocks))</body>
      </html>

      """
  }

  /// What the text calls itself: its first heading, without markup.
  static func title(of markdown: String) -> String? {
    let text = MarkdownParser.parse(markdown)
    return MarkdownHTML(references: text.references).heading(in: text.blocks)
  }

  private func heading(in blocks: [MarkdownBlock]) -> String? {
    for case .heading(_, let text) in blocks { return MarkdownInline.plainText(of: inlines(text)) }
    return nil
  }

  /// The text's blocks alone, a line each.
  static func fragment(of markdown: String) -> String {
    let text = MarkdownParser.parse(markdown)
    return MarkdownHTML(references: text.references).blocks(text.blocks)
  }

  // MARK: Blocks

  private func blocks(_ blocks: [MarkdownBlock]) -> String { blocks.map(block).joined() }

  private func block(_ block: MarkdownBlock) -> String {
    switch block {
    case .heading(let level, let text): "<h\(level)>\(line(text))</h\(level)>\n"
    case .paragraph(let text): "<p>\(line(text))</p>\n"
    case .code(let language, let text):
      "<pre><code"
        + (language.isEmpty ? "" : " class=\"language-\(Self.escaped(language))\"")
        + ">\(Self.escaped(text))\(text.isEmpty ? "" : "\n")</code></pre>\n"
    case .quote(let inner): "<blockquote>\n\(blocks(inner))</blockquote>\n"
    case .list(let list): self.list(list)
    case .table(let table): self.table(table)
    case .rule: "<hr>\n"
    }
  }

  private func list(_ list: MarkdownList) -> String {
    let items = list.items.map { item -> String in
      guard list.isTight else { return "<li>\n\(blocks(item))</li>\n" }
      let parts = item.map { block -> String in
        if case .paragraph(let text) = block { return line(text) + "\n" }
        return self.block(block)
      }
      let text = parts.joined()
      return
        "<li>\(text.hasSuffix("\n") && parts.count == 1 ? String(text.dropLast()) : text)</li>\n"
    }
    guard let start = list.start else { return "<ul>\n\(items.joined())</ul>\n" }
    return "<ol\(start == 1 ? "" : " start=\"\(start)\"")>\n\(items.joined())</ol>\n"
  }

  private func table(_ table: MarkdownTable) -> String {
    func row(_ cells: [String], _ tag: String) -> String {
      let html = zip(cells, table.alignments).map { cell, alignment in
        let style = alignment.map { " style=\"text-align: \($0.rawValue)\"" } ?? ""
        return "<\(tag)\(style)>\(line(cell))</\(tag)>"
      }
      return "<tr>\(html.joined())</tr>\n"
    }
    let rows = table.rows.map { row($0, "td") }.joined()
    return "<table>\n<thead>\n\(row(table.head, "th"))</thead>\n"
      + (rows.isEmpty ? "" : "<tbody>\n\(rows)</tbody>\n") + "</table>\n"
  }

  // MARK: Within a line

  private func inlines(_ text: String) -> [MarkdownInline] {
    MarkdownInlineParser.parse(text, references: references)
  }

  private func line(_ text: String) -> String { inlines(text).map(inline).joined() }

  private func inline(_ inline: MarkdownInline) -> String {
    switch inline {
    case .text(let text): Self.escaped(text, keepingEntities: true)
    case .code(let text): "<code>\(Self.escaped(text))</code>"
    case .emphasis(let inner): "<em>\(inner.map(self.inline).joined())</em>"
    case .strong(let inner): "<strong>\(inner.map(self.inline).joined())</strong>"
    case .struck(let inner): "<del>\(inner.map(self.inline).joined())</del>"
    case .lineBreak: "<br>\n"
    case .link(let inner, let target):
      "<a href=\"\(Self.address(target))\"\(Self.title(target))>"
        + "\(inner.map(self.inline).joined())</a>"
    case .image(let inner, let target):
      "<img src=\"\(Self.address(target))\""
        + " alt=\"\(Self.escaped(MarkdownInline.plainText(of: inner)))\"\(Self.title(target))>"
    }
  }

  private static func title(_ target: MarkdownTarget) -> String {
    target.title.map { " title=\"\(escaped($0))\"" } ?? ""
  }

  /// Schemes that lead somewhere. What would run a script on the page leads nowhere.
  private static let schemes: Set<String> = ["http", "https", "mailto", "ftp", "tel", "file"]

  private static func address(_ target: MarkdownTarget) -> String {
    // Browsers pass over blanks and controls in a scheme.
    let plain = String(
      String.UnicodeScalarView(
        target.address.unicodeScalars.filter { !$0.properties.isWhitespace && $0 >= " " }))
    let scheme = plain.prefix { $0 != ":" && $0 != "/" && $0 != "?" && $0 != "#" }
    if scheme.endIndex < plain.endIndex, plain[scheme.endIndex] == ":",
      !schemes.contains(scheme.lowercased())
    {
      return ""
    }
    return escaped(plain, keepingEntities: false)
  }

  /// By scalars: a mark that combines with a bracket leaves it a bracket.
  private static func escaped(_ text: String, keepingEntities: Bool = false) -> String {
    var escaped = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "&": escaped += (keepingEntities && isEntity(rest) ? "&" : "&amp;").unicodeScalars
      case "<": escaped += "&lt;".unicodeScalars
      case ">": escaped += "&gt;".unicodeScalars
      case "\"": escaped += "&quot;".unicodeScalars
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }

  /// Whether a name or number and a semicolon follow, so that the `&` before stands for a character.
  private static func isEntity(_ rest: Substring.UnicodeScalarView) -> Bool {
    var name = rest.prefix(32).prefix { $0 != ";" }
    guard name.endIndex < rest.endIndex, rest[name.endIndex] == ";" else { return false }
    if name.first == "#" { name = name.dropFirst() }
    return !name.isEmpty
      && name.allSatisfy { $0.isASCII && $0.properties.isAlphabetic || ("0"..."9").contains($0) }
  }
}
