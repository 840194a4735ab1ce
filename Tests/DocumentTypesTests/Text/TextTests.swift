import DocumentTypes
import Documents
import Reconciliation
import Testing

@Suite struct TextTests {
  private let type = documentType("a.txt")

  private func utf16(_ text: String, bigEndian: Bool = false) -> [UInt8] {
    ("\u{FEFF}" + text).utf16.flatMap { unit in
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
      return bigEndian ? [high, low] : [low, high]
    }
  }

  @Test func `lines of Latin-1 are joined byte for byte`() {
    let line = { (text: String) in text.unicodeScalars.map { UInt8($0.value) } + [0x0A] }
    let rest = line("zwei") + line("drei") + line("vier")
    let outcome = type.merge(
      base: line("Grün") + rest + line("Süß"), ours: line("Grünkohl") + rest + line("Süß"),
      theirs: line("Grün") + rest + line("Süßkirsche"))
    #expect(outcome == .merged(line("Grünkohl") + rest + line("Süßkirsche")))
  }

  @Test func `two encodings are never put into one file`() {
    let rest = bytes("\n2\n3\n4\n")
    let outcome = type.merge(
      base: bytes("1") + rest + bytes("5\n"), ours: bytes("é") + rest + bytes("5\n"),
      theirs: bytes("1") + rest + [0xE9, 0x0A])
    #expect(
      outcome
        == .conflict(
          reason: "their encodings differ: UTF-8 and an encoding other than Unicode's"))
  }

  @Test(arguments: [false, true])
  func `UTF-16 is joined by its own lines`(bigEndian: Bool) {
    let rest = "\n2\n\u{0A0A}\n4\n"
    let outcome = type.merge(
      base: utf16("1" + rest + "5\n", bigEndian: bigEndian),
      ours: utf16("eins" + rest + "5\n", bigEndian: bigEndian),
      theirs: utf16("1" + rest + "🍎\n", bigEndian: bigEndian))
    let joined = utf16("eins" + rest + "🍎\n", bigEndian: bigEndian)
    switch outcome {
    case .merged(let content): #expect(content == joined)
    case .conflict: Issue.record("edits far apart are joined")
    }
  }

  @Test func `a version that is no text is not joined`() {
    let outcome = type.merge(
      base: bytes("1\n2\n3\n"), ours: bytes("1\n2\n3\n4\n"), theirs: bytes("0\n2\n3\n") + [0])
    guard case .conflict(let reason) = outcome else {
      Issue.record("joined what is no text")
      return
    }
    #expect(reason.hasPrefix("a version can't be read: not a text: a zero byte"))
  }

  @Test func `an empty text is one`() {
    #expect(type.inspect([]) == .readable)
    #expect(type.changes(from: nil, to: []) == ["created, 0 bytes"])
  }

  @Test func `another encoding is said`() {
    #expect(
      type.changes(from: bytes("é\n"), to: [0xE9, 0x0A]).first
        == "from UTF-8 to an encoding other than Unicode's")
    #expect(type.remark(on: bytes("é")) == nil)
    #expect(type.remark(on: utf16("é")) == nil)
  }
}
