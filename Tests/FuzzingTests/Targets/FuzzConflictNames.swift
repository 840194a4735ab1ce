import Reconciliation

/// Names that other tools may have given, and ours for them: never longer than a name can be, and
/// always led back to the document.
func fuzzConflictNames(_ bytes: [UInt8]) throws {
  let parts = parts(2, of: bytes)
  let name = parts[0]
  guard RelativePath.isName(name) else { return }
  let root = ConflictCopyName.root(of: name)
  try require(RelativePath.isName(root), "a copy's document has no name")
  try require(root.count <= name.count, "a document's name is longer than its copy's")
  let made = ConflictName.make(
    for: name, at: 1_796_000_000_000_000_000, utcOffsetSeconds: 3600,
    origin: String(decoding: parts[1], as: UTF8.self), number: 2)
  try require(made.count <= ConflictName.longest || name.count > 120, "a made name is too long")
  try require(RelativePath.isName(made), "a made name is none")
  try require(ConflictCopyName.parse(made) != nil, "a made name is not known for a copy's")
}
