import Testing

@testable import DocumentTypes

private func html(_ markdown: String) -> String { MarkdownHTML.fragment(of: markdown) }

@Suite struct MarkdownHTMLTests {
  @Test(arguments: [
    ("# One\n\n## Two ##\n\nThree\n===\n", "<h1>One</h1>\n<h2>Two</h2>\n<h1>Three</h1>\n"),
    ("#none\n", "<p>#none</p>\n"),
    ("a\nb\n\nc\n", "<p>a\nb</p>\n<p>c</p>\n"),
    ("a  \nb\\\nc\n", "<p>a<br>\nb<br>\nc</p>\n"),
    ("***\n", "<hr>\n"),
    (
      "```swift\nlet a = 1 < 2\n\n```\n",
      "<pre><code class=\"language-swift\">let a = 1 &lt; 2\n\n</code></pre>\n"
    ),
    ("    code\n\n    more\n", "<pre><code>code\n\nmore\n</code></pre>\n"),
    ("~~~\nopen\n", "<pre><code>open\n\n</code></pre>\n"),
    (
      "> a\nb\n>\n> > c\n",
      "<blockquote>\n<p>a\nb</p>\n<blockquote>\n<p>c</p>\n</blockquote>\n</blockquote>\n"
    ),
    ("- a\n- b\n  - c\n", "<ul>\n<li>a</li>\n<li>b\n<ul>\n<li>c</li>\n</ul>\n</li>\n</ul>\n"),
    ("3. a\n4. b\n", "<ol start=\"3\">\n<li>a</li>\n<li>b</li>\n</ol>\n"),
    ("- a\n\n- b\n", "<ul>\n<li>\n<p>a</p>\n</li>\n<li>\n<p>b</p>\n</li>\n</ul>\n"),
    (
      "1. a\n\n   b\n2. c\n",
      "<ol>\n<li>\n<p>a</p>\n<p>b</p>\n</li>\n<li>\n<p>c</p>\n</li>\n</ol>\n"
    ),
    (
      "| a | b |\n|---|:-:|\n| 1 | *2* |\n| x |\n\nend\n",
      "<table>\n<thead>\n<tr><th>a</th><th style=\"text-align: center\">b</th></tr>\n</thead>\n<tbody>\n<tr><td>1</td><td style=\"text-align: center\"><em>2</em></td></tr>\n<tr><td>x</td><td style=\"text-align: center\"></td></tr>\n</tbody>\n</table>\n<p>end</p>\n"
    ),
  ])
  func `blocks`(markdown: String, expected: String) {
    #expect(html(markdown) == expected)
  }

  @Test(arguments: [
    (
      "*a* _b_ **c** __d__ ***e***",
      "<em>a</em> <em>b</em> <strong>c</strong> <strong>d</strong> <em><strong>e</strong></em>"
    ),
    ("a_b_c 2 * 3 * 4 **open", "a_b_c 2 * 3 * 4 **open"),
    ("*a **b** c*", "<em>a <strong>b</strong> c</em>"),
    ("~~gone~~ ~one~", "<del>gone</del> ~one~"),
    ("`` a`b `` `*c*`", "<code>a`b</code> <code>*c*</code>"),
    ("\\*a\\* \\q", "*a* \\q"),
    (
      "[a *b*](https://x.org/?a=1&b=2 \"t\")",
      "<a href=\"https://x.org/?a=1&amp;b=2\" title=\"t\">a <em>b</em></a>"
    ),
    ("![a *b*](p.png)", "<img src=\"p.png\" alt=\"a b\">"),
    (
      "<https://x.org> <me@x.org>",
      "<a href=\"https://x.org\">https://x.org</a> <a href=\"mailto:me@x.org\">me@x.org</a>"
    ),
    (
      "[a] [a][] [b][a] [c]\n\n[a]: x.md 'T'",
      "<a href=\"x.md\" title=\"T\">a</a> <a href=\"x.md\" title=\"T\">a</a> <a href=\"x.md\" title=\"T\">b</a> [c]"
    ),
    ("[a](b(c)d) [x](<y z>)", "<a href=\"b(c)d\">a</a> <a href=\"yz\">x</a>"),
    ("AT&T &amp; &#38; &nosemicolon", "AT&amp;T &amp; &#38; &amp;nosemicolon"),
  ])
  func `within a line`(markdown: String, expected: String) {
    #expect(html(markdown) == "<p>\(expected)</p>\n")
  }

  @Test func `markup is shown and scripts lead nowhere`() {
    #expect(html("<script>x</script>") == "<p>&lt;script&gt;x&lt;/script&gt;</p>\n")
    #expect(html("<b\nonclick=\"x\">") == "<p>&lt;b\nonclick=&quot;x&quot;&gt;</p>\n")
    #expect(html("[a](JavaScript:x)") == "<p><a href=\"\">a</a></p>\n")
    #expect(html("[a](java\u{1}script:x)") == "<p><a href=\"\">a</a></p>\n")
    #expect(html("![a](data:text/html,x)") == "<p><img src=\"\" alt=\"a\"></p>\n")
    #expect(html("[a](x\"\u{301}y)").contains("href=\"x&quot;\u{301}y\""))
  }

  @Test func `a page has its first heading for a title`() {
    let page = MarkdownHTML.page(of: "text\n\n# A *b* <\n", title: "name")
    #expect(page.contains("<title>A b &lt;</title>"))
    #expect(page.hasPrefix("<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n"))
    #expect(page.hasSuffix("<h1>A <em>b</em> &lt;</h1>\n</body>\n</html>\n"))
    #expect(MarkdownHTML.page(of: "", title: "name").contains("<title>name</title>"))
  }

  @Test(arguments: [
    "*", "_a ", "*a_ ", "[", "[a](", "`", "``` ", "> ", "- ", "# ", "|a", "\\", "<", "~~", "![",
    "* a\n", "&", "]",
  ])
  func `the same over and over ends`(part: String) {
    let text = String(repeating: part, count: 3000)
    #expect(!html(text).isEmpty)
    #expect(!html("a " + text + "\n\n" + text).isEmpty)
    #expect(!MarkdownPlainText.text(of: "a" + text).isEmpty)
  }
}

@Suite struct MarkdownPlainTextTests {
  @Test func `the words stay, and where links lead`() {
    let markdown = """
      # A *heading*

      Some **bold** [link](https://x.org) and <https://y.org>.

      > quoted
      > more

      1. one
      2. two
         - three

      ```
      code
      ```

      | a | b |
      |---|---|
      | 1 | 2 |
      """
    #expect(
      MarkdownPlainText.text(of: markdown) == """
        A heading

        Some bold link (https://x.org) and https://y.org.

        > quoted
        > more

        1. one
        2. two
           - three

            code

        a\tb
        1\t2

        """)
  }

  @Test func `nothing gives nothing`() {
    #expect(MarkdownPlainText.text(of: "") == "")
    #expect(MarkdownPlainText.text(of: "\n\n") == "")
  }
}
