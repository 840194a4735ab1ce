import FoundationEssentials
import Reconciliation

extension PackageArchive {
  /// How deep directories may lie in a package that is made a tree: a tree is gone through by
  /// recursion.
  private static let deepest = 200

  /// The package as a file wrapper holds it, in memory.
  func node() throws(UnreadableContent) -> FileNode {
    if let deep = members.first(where: { $0.path.components.count > Self.deepest }) {
      throw UnreadableContent(
        reason: "“\(displayed(deep.path.name))” lies deeper in it than the \(Self.deepest) "
          + "directories that are looked into")
    }
    // Members come after the directory that they are in; so, from the back, a directory is whole
    // when its turn comes.
    var pending: [RelativePath: [[UInt8]: FileNode]] = [:]
    for member in members.reversed() {
      let node: FileNode
      switch member.content {
      case .directory: node = .directory(pending.removeValue(forKey: member.path) ?? [:], mode: nil)
      case .file(let bytes, _): node = .file(.data(Data(bytes)), mode: nil)
      case .symbolicLink(let target): node = .symbolicLink(target)
      }
      pending[member.path.parent, default: [:]][Array(member.path.name)] = node
    }
    return .directory(pending[.root] ?? [:], mode: nil)
  }
}

extension FileNode {
  /// All that is in a directory, by its path.
  func collect(
    into members: inout [RelativePath: PackageArchive.Member.Content], at path: RelativePath
  ) throws {
    guard case .directory(let nodes, _) = self else {
      throw UnreadableContent(reason: "a file, and it has to be a package")
    }
    for (name, node) in nodes {
      guard let place = path.appending(name) else {
        throw UnreadableContent(reason: "“\(displayed(name))” can't be a member's name")
      }
      switch node {
      case .directory:
        members[place] = .directory
        try node.collect(into: &members, at: place)
      case .symbolicLink(let target): members[place] = .symbolicLink(target)
      case .file(let content, _):
        let data = try FileContents(content: content).data()
        members[place] = .file(Array(data), isExecutable: false)
      }
    }
  }
}
