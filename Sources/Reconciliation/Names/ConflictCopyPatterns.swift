/// The names that tools give to conflict copies, from their sources and manuals. The first that
/// fits wins.
let conflictCopyPatterns: [(tool: Tool, pattern: NamePattern)] = [
  (
    .collate,
    NamePattern(
      stem, .text(" (conflict "), date, .text(" "),
      .field(
        .time,
        [
          two, .text("."), two, .text("."), two,
        ]), .maybe([.text(" "), .field(.who, [.shortRun(.notParenthesis, 1...255)])]),
      .maybe([.text(" "), number(1...9)]), .text(")"), longEnding)
  ),
  (
    .syncthing,
    NamePattern(
      stem, .text(".sync-conflict-"), compactDate, .text("-"), compactTime,
      .maybe([.text("-"), .field(.who, [.run(.base32, 7...7)])]), ending)
  ),
  (
    .nextcloud,
    NamePattern(
      stem, .text(" (conflicted copy "),
      .maybe([.field(.who, [.run(.notParenthesis, 0...255)]), .text(" ")]), date, .text(" "),
      compactTime, .text(")"), looseEnding)
  ),
  (
    .ownCloud,
    NamePattern(
      someStem, .text("_conflict"), .maybe([.text("_"), .field(.who, [.run(.notDash, 1...255)])]),
      .text("-"), compactDate, .text("-"), compactTime, looseEnding)
  ),
  (
    .nextcloudCaseClash,
    NamePattern(
      stem, .text(" (case clash from "), date, .text(" "), compactTime, .text(")"), looseEnding)
  ),
  (
    .dropbox,
    NamePattern(
      stem, .text(" ("), .maybe([owner]), .text("conflicted copy"), .maybe([.text(" "), date]),
      dropboxNumber, .text(")"), looseEnding)
  ),
  (
    .dropboxNameClash,
    NamePattern(
      stem, .text(" ("), .maybe([owner]),
      .oneOf([
        "Case Conflict", "Unicode Encoding Conflict", "Selective Sync Conflict",
        "Whitespace Conflict", "shared folder conflict",
      ]), .maybe([.maybe([.text(" ")]), date]), dropboxNumber, .text(")"), looseEnding)
  ),
  (
    .maestral,
    NamePattern(
      someStem, .text(" (conflicting copy"), .maybe([.text(" "), number(1...9)]), .text(")"),
      looseEnding)
  ),
  (
    .maestralNameClash,
    NamePattern(
      someStem, .text(" ("),
      .oneOf([
        "case conflict", "unicode conflict", "normalization conflict", "selective sync conflict",
      ]), .maybe([.text(" "), number(1...9)]), .text(")"), looseEnding)
  ),
  (
    .unison,
    NamePattern(
      stem, .text(" (conflict"), .maybe([.text(" #"), number(1...9)]), .text("_on_"), date,
      .maybe([.text("_was_deleted")]), .text(")"), looseEnding)
  ),
  (.rclone, NamePattern(someStem, .text(".conflict"), number(1...9))),
  (
    .rclone,
    NamePattern(
      someStem, .text(".conflict"), number(1...9),
      .field(
        .ending,
        [
          .text("."), .run(.notDot, 1...255), .maybe([.text("."), .run(.notDot, 1...255)]),
        ]))
  ),
  (
    .rclone,
    NamePattern(
      .field(.stem, [.shortRun(.any, 1...255)]), .oneOf(["..path1", "..path2", ".path1", ".path2"]))
  ),
  (
    .seafile,
    NamePattern(
      stem, .text(" (SFConflict "), .maybe([.field(.who, [.run(.any, 1...255)]), .text(" ")]), date,
      .text("-"), .field(.time, [two, .text("-"), two, .text("-"), two]), .text(")"), looseEnding)
  ),
  (
    .synology,
    NamePattern(
      someStem, synologyMarker, .text("_Conflict"), .maybe([.text("_"), number(1...9)]), ending)
  ),
  (
    .synologyNameClash,
    NamePattern(
      someStem, synologyMarker, .text("_"), .run(.letter, 1...255), .text("Conflict"),
      .maybe([.text("_"), number(1...9)]), ending)
  ),
  (
    .oneDrive,
    NamePattern(
      someStem, .text("-"), .field(.who, [.run(.any, 1...255)]), .text("-safeBackup-"),
      number(4...4), ending)
  ),
  (.gitAnnex, NamePattern(stem, .text(".variant-"), .run(.hexDigit, 4...4), ending)),
  (
    .obsidian,
    NamePattern(
      someStem, .text(" (Conflicted copy "), .field(.who, [.run(.any, 1...255)]), .text(" "),
      .field(.date, [.run(.digit, 12...12)]), .text(")"),
      .field(.ending, [.text("."), .run(.notDot, 1...255)]))
  ),
  (
    .pCloud,
    NamePattern(
      someStem, .text(" (conflicted"), .maybe([.text(" "), number(1...9)]), .text(")"),
      looseEnding)
  ),
  (
    .pCloud,
    NamePattern(
      someStem, .text(" [conflicted"), .maybe([.text(" "), number(1...9)]), .text("]"),
      looseEnding)
  ),
  (.resilio, NamePattern(someStem, .text(".Conflict"), number(0...9), ending)),
]

// MARK: What they have in common

private let stem: NamePattern.Piece = .field(.stem, [.run(.any, 0...255)])
private let someStem: NamePattern.Piece = .field(.stem, [.run(.any, 1...255)])
private let ending: NamePattern.Piece = .maybe([
  .field(.ending, [.text("."), .run(.notDot, 1...255)])
])
private let looseEnding: NamePattern.Piece = .maybe([
  .field(.ending, [.text("."), .run(.notDot, 0...255)])
])
/// Collate keeps `.tar.gz` together.
private let longEnding: NamePattern.Piece = .maybe([
  .field(
    .ending,
    [
      .maybe([.text(".tar")]), .text("."), .run(.notDot, 1...NameParts.longestEnding),
    ])
])
private let two: NamePattern.Piece = .run(.digit, 2...2)
private let date: NamePattern.Piece = .field(
  .date,
  [
    .run(.digit, 4...4), .text("-"), two, .text("-"), two,
  ])
private let compactDate: NamePattern.Piece = .field(.date, [.run(.digit, 8...8)])
private let compactTime: NamePattern.Piece = .field(.time, [.run(.digit, 6...6)])
private let owner: NamePattern.Piece = .all([
  .field(.who, [.shortRun(.any, 1...255)]), .oneOf(["'s ", "’s "]),
])
private let dropboxNumber: NamePattern.Piece = .maybe([
  .maybe([.text(" ")]), .maybe([.text("(")]), number(1...3), .maybe([.text(")")]),
])
private let synologyMarker: NamePattern.Piece = .all([
  .text("_"), .field(.who, [.run(.notUnderscore, 1...255)]), .text("_"),
  .field(
    .date,
    [
      .run(.upper, 1...1), .run(.lower, 2...2), .text("-"), two, .text("-"), .run(.digit, 4...4),
      .text("-"), .run(.digit, 4...4),
    ]),
])

private func number(_ digits: ClosedRange<Int>) -> NamePattern.Piece {
  .field(.number, [.run(.digit, digits)])
}
