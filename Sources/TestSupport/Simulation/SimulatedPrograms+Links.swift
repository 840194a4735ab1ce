import Engine
import Reconciliation

/// Programs that make symbolic links, have them lead elsewhere, rename them and take them away.
///
/// Each leads to a place of its own, so that it can be looked for afterwards as a version is.
extension SimulatedPrograms {
  /// Where links stand: names of their own, a document's, a directory's and one in a package.
  static let links = ["l.md", "notes/m", "a.md", "notes/deep", "book.textbundle/pages/l.txt"]
    .compactMap { RelativePath($0) }

  func changeLink(on volume: SimulatedVolume) {
    let path = Self.links[chance.below(Self.links.count)]
    switch chance.below(6) {
    case 0...1: makeLink(path, on: volume)
    case 2...3: leadElsewhere(path, on: volume)
    case 4: removeLink(path, on: volume)
    default: renameLink(path, on: volume)
    }
  }

  private func newLink(for path: RelativePath) -> SymbolicLink? {
    past.version += 1
    guard let link = SymbolicLink(to: Array("../version \(past.version) of \(path)".utf8)) else {
      return nil
    }
    past.ledger.attempt(link.content)
    return link
  }

  /// `ln -s`.
  private func makeLink(_ path: RelativePath, on volume: SimulatedVolume) {
    guard volume.look(path) == nil, let link = newLink(for: path) else { return }
    _ = volume.makeDirectories(path.parent)
    guard volume.makeSymbolicLink(path, to: link.target) else { return }
    tell("make the link \(path): version \(past.version)", on: volume)
    complete(link.content)
  }

  /// `ln -sfn`: a link that is made beside it takes its name, or that of a file.
  private func leadElsewhere(_ path: RelativePath, on volume: SimulatedVolume) {
    guard let standing = volume.look(path), !standing.kind.isDirectory,
      let beside = path.parent.appending(Array(path.name) + Array(".tmp".utf8)),
      let link = newLink(for: path), volume.makeSymbolicLink(beside, to: link.target)
    else { return }
    overtake(path, on: volume)
    guard volume.rename(beside, path) else {
      _ = volume.remove(beside)
      return
    }
    tell("have \(path) lead elsewhere: version \(past.version)", on: volume)
    complete(link.content)
  }

  private func removeLink(_ path: RelativePath, on volume: SimulatedVolume) {
    guard volume.look(path)?.kind == .symbolicLink else { return }
    overtake(path, on: volume)
    tell("remove the link \(path)", on: volume)
    _ = volume.remove(path)
  }

  private func renameLink(_ path: RelativePath, on volume: SimulatedVolume) {
    let other = Self.links[chance.below(Self.links.count)]
    guard volume.look(path)?.kind == .symbolicLink, volume.look(other) == nil else { return }
    _ = volume.makeDirectories(other.parent)
    guard volume.rename(path, other) else { return }
    tell("rename the link \(path) to \(other)", on: volume)
  }
}
