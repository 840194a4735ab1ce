/// How many members a description names; the others are counted.
private let namedLimit = 20

/// What differs between two packages, a line for each thing: "pages/a.txt: 3 lines added".
///
/// - Parameter describing: what changed in a file that both have, in its own type's words.
package func packageChangesInWords(
  from old: PackageArchive, to new: PackageArchive,
  describing: (RelativePath, _ old: [UInt8], _ new: [UInt8]) -> [String]
) -> [String] {
  var lines: [String] = []
  let paths = Set((old.members + new.members).map(\.path)).sorted()
  let changed = paths.filter { old[$0] != new[$0] }
  for path in changed.prefix(namedLimit) {
    lines += memberWords(old[path], new[path]) { describing(path, $0, $1) }.map { "\(path): \($0)" }
  }
  let rest = changed.count - namedLimit
  if rest > 0 {
    lines.append(rest == 1 ? "1 other member changed" : "\(rest) other members changed")
  }
  return lines
}

private typealias Content = PackageArchive.Member.Content

private func memberWords(
  _ old: Content?, _ new: Content?, describing: (_ old: [UInt8], _ new: [UInt8]) -> [String]
) -> [String] {
  switch (old, new) {
  case (nil, nil): return []
  case (nil, let content?): return ["added" + amount(content)]
  case (_?, nil): return ["removed"]
  case (.file(let before, let was)?, .file(let after, let isNow)?):
    let mode = was == isNow ? [] : [isNow ? "made executable" : "no longer executable"]
    return (before == after ? [] : describing(before, after)) + mode
  case (.symbolicLink?, .symbolicLink(let target)?): return ["leads to \(displayed(target)) now"]
  case (_?, let content?): return ["now " + kind(content)]
  }
}

private func amount(_ content: Content) -> String {
  switch content {
  case .directory: " as a directory"
  case .file(let bytes, _): bytes.count == 1 ? ", 1 byte" : ", \(bytes.count) bytes"
  case .symbolicLink(let target): " as a link to \(displayed(target))"
  }
}

private func kind(_ content: Content) -> String {
  switch content {
  case .directory: "a directory"
  case .file: "a file"
  case .symbolicLink(let target): "a link to \(displayed(target))"
  }
}
