import Reconciliation

/// Three texts of any bytes: joined the same with the sides swapped, and each line of the result is
/// a line of one of them.
func fuzzTextMerge(_ bytes: [UInt8]) throws {
  let parts = parts(3, of: bytes)
  let (base, ours, theirs) = (parts[0], parts[1], parts[2])
  _ = unifiedDiff(old: ours, new: theirs)
  _ = shortDiff(old: ours, new: theirs)
  _ = changesInWords(old: ours, new: theirs)
  try require(
    mergeLines(base: base, ours: ours, theirs: base) == .merged(ours), "what one changed is not it")
  let outcome = mergeLines(base: base, ours: ours, theirs: theirs)
  guard case .merged(let joined) = outcome else {
    if case .merged = mergeLines(base: base, ours: theirs, theirs: ours) {
      throw FuzzFinding("the sides swapped, it is no conflict")
    }
    return
  }
  try require(
    mergeLines(base: base, ours: theirs, theirs: ours) == outcome,
    "the sides swapped, it is joined otherwise")
  try require(
    // Line breaks may become longer.
    joined.count <= 2 * (base.count + ours.count + theirs.count) + 2,
    "there is more than was written")
}
