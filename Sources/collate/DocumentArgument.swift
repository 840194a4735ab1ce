import Reconciliation

/// Where a document is: in which library, and where beneath its root.
struct DocumentPlace: Hashable, Sendable {
  var library: String
  var path: RelativePath
}

/// What turns a path from the command line into one that the kernel would reach it by.
struct PathResolution {
  /// The directory that relative paths start from, as the kernel has it.
  var workingDirectory: [UInt8]
  /// The path with every symbolic link followed; nil where it leads nowhere.
  var canonical: ([UInt8]) -> [UInt8]?

  /// Where a document is, absolutely: the links on the way to it followed, but not the document
  /// itself, which may be one, and need not be there any more.
  func document(_ operand: [UInt8]) throws(Failure) -> [UInt8] {
    try check(operand)
    var path = absolute(operand)
    while path.count > 1, path.last == UInt8(ascii: "/") { path.removeLast() }
    let name = Array(path[path.index(after: lastSlash(in: path))...])
    if name.isEmpty || name == Array(".".utf8) || name == Array("..".utf8) {
      return canonical(path) ?? path
    }
    return joined(directory(Array(path[..<lastSlash(in: path)])), name)
  }

  /// Where a directory is, absolutely, all links followed. What isn't there (a document's
  /// directory may have been deleted with it) is taken by its name, beneath what is.
  func directory(_ operand: [UInt8]) -> [UInt8] {
    let path = operand.isEmpty ? Array("/".utf8) : absolute(operand)
    if let found = canonical(path) { return found }
    var shorter = path
    while shorter.count > 1, shorter.last == UInt8(ascii: "/") { shorter.removeLast() }
    let slash = lastSlash(in: shorter)
    let name = Array(shorter[shorter.index(after: slash)...])
    guard shorter.count > 1 else { return shorter }
    let parent = directory(Array(shorter[..<slash]))
    if name == Array(".".utf8) { return parent }
    if name == Array("..".utf8) { return Array(parent[..<max(lastSlash(in: parent), 1)]) }
    return joined(parent, name)
  }

  private func absolute(_ path: [UInt8]) -> [UInt8] {
    path.first == UInt8(ascii: "/") ? path : joined(workingDirectory, path)
  }

  private func joined(_ directory: [UInt8], _ name: [UInt8]) -> [UInt8] {
    directory.last == UInt8(ascii: "/")
      ? directory + name : directory + [UInt8(ascii: "/")] + name
  }

  private func lastSlash(in path: [UInt8]) -> Int {
    path.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex
  }

  private func check(_ operand: [UInt8]) throws(Failure) {
    if operand.isEmpty { throw .usage("a document's path is empty") }
  }
}

/// The directory that a path lies in.
func directory(of path: [UInt8]) -> [UInt8] {
  let slash = path.lastIndex(of: UInt8(ascii: "/")) ?? 0
  return slash == 0 ? [UInt8(ascii: "/")] : Array(path[..<slash])
}
