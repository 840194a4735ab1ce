extension Checklist {
  /// The list as Markdown, with boxes.
  var markdown: String {
    let lines = items.map { "- [\($0.isDone ? "x" : " ")] \(markdownLine($0.text))\n" }
    return (title.isEmpty ? "" : "# \(markdownLine(title))\n\n") + lines.joined()
  }
}

/// A text as one line of Markdown that shows just these characters.
func markdownLine(_ text: String) -> String {
  var line = ""
  for character in text {
    if character.isNewline {
      line += " "
    } else {
      if "\\`*_[]<>#|~!&".contains(character) { line += "\\" }
      line.append(character)
    }
  }
  return line
}
