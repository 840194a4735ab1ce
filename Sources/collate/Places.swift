import Control
import Reconciliation

/// Where the libraries are, for finding documents by their paths and for saying where they are.
struct Places: Sendable {
  struct Root: Hashable, Sendable {
    var library: String
    /// As the daemon names it.
    var path: [UInt8]
    /// With the symbolic links on the way followed.
    var canonical: [UInt8]
  }

  var roots: [Root]
  /// The directory that shown paths start from where they can.
  var workingDirectory: [UInt8]

  init(roots: [Root], workingDirectory: [UInt8]) {
    self.roots = roots
    self.workingDirectory = workingDirectory
  }

  init(_ libraries: [Wire.Library], resolution: PathResolution) {
    roots = libraries.flatMap { library in
      let first = library.rootPath.map { [$0.bytes] } ?? []
      let others = (library.replicas ?? []).map(\.rootBytes).filter { $0 != first.first }
      return (first + others).map { root in
        Root(library: library.name, path: root, canonical: resolution.directory(root))
      }
    }
    workingDirectory = resolution.workingDirectory
  }

  /// The library that has the path, which must be absolute and canonical. Of libraries within
  /// each other the inner one.
  func place(of path: [UInt8]) -> DocumentPlace? {
    var best: (root: [UInt8], place: DocumentPlace)?
    for root in roots {
      for candidate in [root.canonical, root.path] {
        guard let rest = Self.remainder(of: path, beneath: candidate),
          let relative = RelativePath(rest), candidate.count >= (best?.root.count ?? 0)
        else { continue }
        best = (candidate, DocumentPlace(library: root.library, path: relative))
      }
    }
    return best?.place
  }

  /// The document's path from the working directory where it lies beneath it, else absolute.
  func path(of place: DocumentPlace) -> [UInt8] {
    guard let root = roots.first(where: { $0.library == place.library }) else {
      return place.path.bytes
    }
    if place.path.isRoot { return root.path }
    let separator = root.canonical.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]
    let whole = root.canonical + separator + place.path.bytes
    return Self.remainder(of: whole, beneath: workingDirectory) ?? whole
  }

  /// What of `path` comes behind `directory`; empty for the directory itself.
  private static func remainder(of path: [UInt8], beneath directory: [UInt8]) -> [UInt8]? {
    if path == directory { return [] }
    if directory == Array("/".utf8) { return Array(path.dropFirst()) }
    guard path.starts(with: directory), path.count > directory.count,
      path[directory.count] == UInt8(ascii: "/")
    else { return nil }
    return Array(path[(directory.count + 1)...])
  }
}

extension Places {
  /// For people: harmless and unambiguous.
  func shown(_ place: DocumentPlace) -> String {
    displayed(path(of: place))
  }

  /// For a command that can be copied from the screen.
  func word(_ place: DocumentPlace) -> String {
    let path = path(of: place)
    return shellQuoted(path.first == UInt8(ascii: "-") ? Array("./".utf8) + path : path)
  }

  /// What a path in an answer means; what isn't a path beneath a root is shown as it came.
  func shown(library: String, _ wire: WirePath?, text: String) -> String {
    guard let wire, let path = RelativePath(wire.bytes) else { return displayed(text) }
    return shown(DocumentPlace(library: library, path: path))
  }
}

extension Wire.Library {
  /// The root's bytes; nil where the base64 isn't.
  var rootPath: WirePath? { WirePath(text: root, base64: rootBase64) }
}
