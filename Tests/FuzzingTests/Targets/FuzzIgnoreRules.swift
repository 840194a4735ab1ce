import Reconciliation

/// Any file of rules, on any paths.
///
/// The input is the rules, and then a path a line.
func fuzzIgnoreRules(_ bytes: [UInt8]) throws {
  let parts = parts(2, of: bytes)
  var set = IgnoreSet()
  set.insert(IgnoreRules(parsing: parts[0], in: .root))
  for line in parts[1].split(separator: UInt8(ascii: "\n")).prefix(16) {
    guard let path = RelativePath(Array(line)) else { continue }
    for isDirectory in [false, true] {
      let verdict = set.verdict(for: path, isDirectory: isDirectory)
      try require(
        set.verdict(for: path, isDirectory: isDirectory) == verdict, "asked twice, judged twice")
    }
  }
}
