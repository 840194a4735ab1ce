/// Finds the blocks of a Markdown text: CommonMark's, and tables. Never fails, since any text is
/// Markdown.
struct MarkdownParser {
  private var references: [String: MarkdownTarget] = [:]

  /// Deeper quotes and lists are paragraphs: it bounds the recursion.
  private static let depthLimit = 16

  static func parse(_ text: String) -> MarkdownText {
    var parser = MarkdownParser()
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { MarkdownLine($0) }
    let blocks = parser.blocks(lines, depth: 0)
    return MarkdownText(blocks: blocks, references: parser.references)
  }

  private mutating func blocks(_ lines: [MarkdownLine], depth: Int) -> [MarkdownBlock] {
    var blocks: [MarkdownBlock] = []
    var index = 0
    while index < lines.count {
      let line = lines[index]
      if line.isBlank {
        index += 1
      } else if line.indent >= 4 {
        blocks.append(indentedCode(lines, &index))
      } else if let fence = line.fence {
        blocks.append(fencedCode(lines, &index, fence))
      } else if let (level, text) = line.heading {
        blocks.append(.heading(level: level, text: text))
        index += 1
      } else if line.isRule {
        blocks.append(.rule)
        index += 1
      } else if line.quoted != nil, depth < Self.depthLimit {
        blocks.append(quote(lines, &index, depth))
      } else if let marker = line.marker, depth < Self.depthLimit {
        blocks.append(list(lines, &index, marker, depth))
      } else if let table = MarkdownTable(lines[index...]) {
        blocks.append(.table(table))
        index += 2 + table.rows.count
      } else {
        blocks += paragraph(lines, &index)
      }
    }
    return blocks
  }

  private func indentedCode(_ lines: [MarkdownLine], _ index: inout Int) -> MarkdownBlock {
    var code: [String] = []
    while index < lines.count, lines[index].isBlank || lines[index].indent >= 4 {
      code.append(lines[index].droppingBlanks(4))
      index += 1
    }
    while let last = code.last, last.allSatisfy(\.isWhitespace) { code.removeLast() }
    return .code(language: "", text: code.joined(separator: "\n"))
  }

  private func fencedCode(
    _ lines: [MarkdownLine], _ index: inout Int, _ fence: MarkdownLine.Fence
  ) -> MarkdownBlock {
    let indent = lines[index].indent
    var code: [String] = []
    index += 1
    while index < lines.count {
      let line = lines[index]
      index += 1
      if let end = line.fence, end.mark == fence.mark, end.length >= fence.length, end.info.isEmpty
      {
        break
      }
      code.append(line.droppingBlanks(indent))
    }
    return .code(
      language: String(fence.info.prefix { !$0.isWhitespace }), text: code.joined(separator: "\n"))
  }

  private mutating func quote(
    _ lines: [MarkdownLine], _ index: inout Int, _ depth: Int
  ) -> MarkdownBlock {
    var inner: [MarkdownLine] = []
    while index < lines.count {
      if let line = lines[index].quoted {
        inner.append(line)
      } else if let last = inner.last, lines[index].continuesParagraph(after: last) {
        inner.append(lines[index])
      } else {
        break
      }
      index += 1
    }
    return .quote(blocks(inner, depth: depth + 1))
  }

  private mutating func list(
    _ lines: [MarkdownLine], _ index: inout Int, _ first: MarkdownLine.Marker, _ depth: Int
  ) -> MarkdownBlock {
    var items: [[MarkdownBlock]] = []
    var isTight = true
    var sawBlank = false
    while index < lines.count, let marker = lines[index].marker, marker.kind == first.kind,
      !lines[index].isRule
    {
      if sawBlank { isTight = false }
      var inner = [lines[index].dropping(marker.width)]
      index += 1
      sawBlank = false
      while index < lines.count {
        let line = lines[index]
        if line.isBlank {
          // An item that begins with blank lines is empty.
          if inner.allSatisfy(\.isBlank) { break }
          inner.append(line)
          sawBlank = true
        } else if line.indent >= marker.width {
          if sawBlank, line.indent < marker.width + 4 { isTight = false }
          inner.append(line.dropping(marker.width))
          sawBlank = false
        } else if !sawBlank, let last = inner.last, line.marker == nil,
          line.continuesParagraph(after: last)
        {
          inner.append(line)
        } else {
          break
        }
        index += 1
      }
      while inner.last?.isBlank == true, inner.count > 1 { inner.removeLast() }
      items.append(blocks(inner, depth: depth + 1))
      while index < lines.count, lines[index].isBlank {
        sawBlank = true
        index += 1
      }
    }
    return .list(MarkdownList(start: first.number, isTight: isTight, items: items))
  }

  private mutating func paragraph(
    _ lines: [MarkdownLine], _ index: inout Int
  ) -> [MarkdownBlock] {
    var text: [String] = []
    while index < lines.count {
      let line = lines[index]
      if let level = line.underline, !text.isEmpty {
        index += 1
        return [.heading(level: level, text: text.joined(separator: "\n"))]
      }
      if !text.isEmpty, line.beginsBlock { break }
      if line.isBlank { break }
      index += 1
      if text.isEmpty, let (name, target) = line.reference {
        references[name] = references[name] ?? target
      } else {
        text.append(line.unindented)
      }
    }
    return text.isEmpty ? [] : [.paragraph(text.joined(separator: "\n"))]
  }
}
