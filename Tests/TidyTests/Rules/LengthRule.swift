/// A file holds one idea.
struct LengthRule {
  var limit = 400
  /// Files that may be longer, and the reason that a reader would accept.
  var exceptions: [String: String] = [:]

  func problems(in source: SwiftSource) -> [Problem] {
    let isTooLong = source.lines.count > limit
    if isTooLong, exceptions[source.path] == nil {
      let message = "has \(source.lines.count) lines, more than \(limit)"
      return [Problem(path: source.path, line: 0, message: message)]
    }
    if !isTooLong, exceptions[source.path] != nil {
      return [Problem(path: source.path, line: 0, message: "needs no exception for its length")]
    }
    return []
  }
}
