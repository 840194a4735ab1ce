package import Reconciliation

extension PackageArchive {
  /// A package of text files by path, with the directories that they need; a path that ends with a
  /// slash is a directory. A path that can't be is left out.
  package init(_ files: [String: String]) {
    var members: [RelativePath: Member.Content] = [:]
    for (name, text) in files {
      let isDirectory = name.hasSuffix("/")
      guard let path = RelativePath(isDirectory ? String(name.dropLast()) : name) else { continue }
      members[path] = isDirectory ? .directory : .file(Array(text.utf8), isExecutable: false)
      var parent = path.parent
      while !parent.isRoot {
        members[parent] = .directory
        parent = parent.parent
      }
    }
    self = PackageArchive(members.map { Member(path: $0.key, content: $0.value) }) ?? .empty
  }

  /// The texts of its files by path.
  package var texts: [String: String] {
    var texts: [String: String] = [:]
    for case (let path, .file(let bytes, _)) in members.map({ ($0.path, $0.content) }) {
      texts["\(path)"] = String(decoding: bytes, as: UTF8.self)
    }
    return texts
  }
}
