import Documents

/// What can be told of a PDF without showing it. What isn't known is nil.
package struct PDFInfo: Equatable, Sendable {
  /// As the first line has it: "1.7".
  package var version: String
  package var pageCount: Int?
  package var title: String?
  /// Whether its texts are readable with a key alone.
  package var isEncrypted = false

  /// Reads it. Throws where it is no PDF, or has no end.
  static func read(_ content: some ContentBytes) throws -> PDFInfo {
    guard content.count > 0 else { throw UnreadableContent(reason: "stops at byte 0: empty") }
    let head = try content.bytes(at: 0, count: 1024)
    guard let start = firstIndex(of: "%PDF-", in: head) else {
      throw UnreadableContent(reason: "byte 0: a PDF begins with `%PDF-`")
    }
    let version = head[(start + 5)...].prefix(3)
    var info = PDFInfo(version: String(decoding: version, as: UTF8.self))
    let tailStart = max(0, content.count - 2048)
    let tail = try content.bytes(at: tailStart, count: 2048)
    guard let end = lastIndex(of: "%%EOF", in: tail) else {
      throw UnreadableContent(
        reason: "cut off at byte \(content.count): a PDF ends in a line `%%EOF`")
    }
    guard let mark = lastIndex(of: "startxref", in: Array(tail[..<end])) else { return info }
    var scanner = PDFScanner(tail, at: mark + 9)
    // A number that isn't one leads nowhere.
    guard let offset = try? scanner.object().number else { return info }
    let file = try PDFFile(content, crossReferenceAt: offset)
    info.isEncrypted = file.trailer["Encrypt"] != nil
    let catalog = try file.resolved(file.trailer["Root"])
    let pages = try file.resolved(catalog?.members?["Pages"])
    if let count = try file.resolved(pages?.members?["Count"])?.number, count >= 0 {
      info.pageCount = count
    }
    let documentInfo = try file.resolved(file.trailer["Info"])
    if !info.isEncrypted, let title = try file.resolved(documentInfo?.members?["Title"])?.string {
      info.title = text(title)
    }
    return info
  }

  /// UTF-16 or UTF-8 with a mark, else taken as Latin-1, which PDF's own encoding mostly is.
  private static func text(_ bytes: [UInt8]) -> String {
    if bytes.starts(with: [0xFE, 0xFF]) {
      let units = stride(from: 2, to: bytes.count - 1, by: 2).map {
        UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
      }
      return String(decoding: units, as: UTF16.self)
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      return String(decoding: bytes.dropFirst(3), as: UTF8.self)
    }
    return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  private static func firstIndex(of text: String, in bytes: [UInt8]) -> Int? {
    let wanted = Array(text.utf8)
    guard bytes.count >= wanted.count else { return nil }
    return (0...(bytes.count - wanted.count)).first { bytes[$0...].starts(with: wanted) }
  }

  private static func lastIndex(of text: String, in bytes: [UInt8]) -> Int? {
    let wanted = Array(text.utf8)
    guard bytes.count >= wanted.count else { return nil }
    return (0...(bytes.count - wanted.count)).last { bytes[$0...].starts(with: wanted) }
  }

  /// What differs from an earlier one, one line each; empty where nothing does.
  func changes(since previous: PDFInfo) -> [String] {
    var lines: [String] = []
    if pageCount != previous.pageCount {
      lines.append("\(words(pageCount)) instead of \(words(previous.pageCount))")
    }
    if title != previous.title {
      lines.append(title.map { "title now “\($0)”" } ?? "title gone")
    }
    if isEncrypted != previous.isEncrypted {
      lines.append(isEncrypted ? "now encrypted" : "no longer encrypted")
    }
    return lines
  }

  private func words(_ count: Int?) -> String {
    count.map { $0 == 1 ? "1 page" : "\($0) pages" } ?? "a number of pages that isn't known"
  }
}
