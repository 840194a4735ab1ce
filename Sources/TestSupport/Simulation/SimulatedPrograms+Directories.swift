import Engine
import Reconciliation

/// What people do with whole directories.
extension SimulatedPrograms {
  /// The names that directories get, two of which differ in case alone.
  static let directories = [
    "notes", "Notes", "notes/deep", "work", "work/notes", "work/deep", "archive", "archive/work",
  ].compactMap { RelativePath($0) }

  /// Something that a person does with a directory now.
  func actOnDirectories(on volume: SimulatedVolume) {
    let new = Self.directories[chance.below(Self.directories.count)]
    let old = someDirectory(on: volume) ?? new
    switch chance.below(12) {
    case 0...2: moveDirectory(old, to: new, on: volume)
    case 3...4: moveDirectory(old, into: someDirectory(on: volume) ?? .root, on: volume)
    case 5: moveDirectory(old, into: .root, on: volume)
    case 6: swapDirectories(old, new, on: volume)
    case 7: removeDirectory(old, on: volume)
    case 8: makeTree(new, on: volume)
    case 9: moveOutOrIn(old, new, on: volume)
    case 10:
      tell("remove the directory \(old) if it is empty", on: volume)
      if volume.findDirectory(old) != nil { _ = volume.remove(old) }
    default:
      tell("make the directory \(new)", on: volume)
      _ = volume.makeDirectories(new)
    }
  }

  /// A directory that is there, but for those that become packages.
  func someDirectory(on volume: SimulatedVolume) -> RelativePath? {
    let found = volume.plainDirectories().filter {
      $0 != Self.packages[2] && !$0.isBeneath(Self.packages[2])
    }
    return found.isEmpty ? nil : found[chance.below(found.count)]
  }

  /// A document that is there, wherever its directory went.
  func someDocument(on volume: SimulatedVolume) -> RelativePath? {
    let names = Set(Self.names.map { Array($0.name) })
    let found = volume.files().keys.filter {
      builtInPackages.package(holding: $0) == nil && names.contains(Array($0.name))
    }.sorted()
    return found.isEmpty ? nil : found[chance.below(found.count)]
  }

  /// Moves a directory to a name that is free or an empty directory's.
  func moveDirectory(_ old: RelativePath, to new: RelativePath, on volume: SimulatedVolume) {
    guard old != new, volume.findDirectory(old) != nil, !new.isBeneath(old) else { return }
    _ = volume.makeDirectories(new.parent)
    guard volume.rename(old, new) else { return }
    tell("move the directory \(old) to \(new)", on: volume)
    writersMoved(from: old, to: new)
  }

  func moveDirectory(
    _ old: RelativePath, into directory: RelativePath, on volume: SimulatedVolume
  ) {
    guard old != directory, let new = directory.appending(old.name) else { return }
    moveDirectory(old, to: new, on: volume)
  }

  /// Swaps two, in one step or over a third name.
  private func swapDirectories(
    _ one: RelativePath, _ other: RelativePath, on volume: SimulatedVolume
  ) {
    guard one != other, !one.isBeneath(other), !other.isBeneath(one),
      volume.findDirectory(one) != nil, volume.findDirectory(other) != nil,
      let between = one.parent.appending(Array("between".utf8))
    else { return }
    if chance.oneIn(2) {
      guard volume.exchange(one, other) else { return }
      tell("swap the directories \(one) and \(other)", on: volume)
      writersMoved(from: one, to: between)
      writersMoved(from: other, to: one)
      writersMoved(from: between, to: other)
    } else {
      moveDirectory(one, to: between, on: volume)
      moveDirectory(other, to: one, on: volume)
      moveDirectory(between, to: other, on: volume)
    }
  }

  func removeDirectory(_ path: RelativePath, on volume: SimulatedVolume) {
    guard volume.findDirectory(path) != nil else { return }
    tell("remove the directory \(path) and all in it", on: volume)
    for file in volume.files().keys.sorted() where file.isBeneath(path) {
      overtake(file, on: volume)
    }
    _ = volume.removeTree(path)
  }

  /// Makes a tree of directories at once, most of them empty.
  private func makeTree(_ path: RelativePath, on volume: SimulatedVolume) {
    tell("make a tree at \(path)", on: volume)
    for name in ["one/two", "three"] {
      guard let directory = RelativePath("\(path)/\(name)") else { continue }
      _ = volume.makeDirectories(directory)
    }
    guard let file = RelativePath("\(path)/one/c.md"), volume.look(file) == nil else { return }
    let text = edited(nil, for: file)
    if volume.write(file, text) { complete(text) }
  }

  /// Moves a directory to a place outside, or back to one within.
  private func moveOutOrIn(_ old: RelativePath, _ new: RelativePath, on volume: SimulatedVolume) {
    if let node = outside {
      let path = chance.oneIn(2) ? new : (outsideOf ?? new)
      guard volume.look(path) == nil else { return }
      _ = volume.makeDirectories(path.parent)
      guard volume.bringIn(node, path) else { return }
      tell("move what was \(outsideOf ?? path) in again, as \(path)", on: volume)
      (outside, outsideOf) = (nil, nil)
      for (file, text) in volume.files() where file.isBeneath(path) { complete(text) }
      return
    }
    let files = volume.files().keys.filter { $0.isBeneath(old) }.sorted()
    // What is written outside is nobody's concern.
    guard !files.contains(where: isBeingWritten), volume.findDirectory(old) != nil else { return }
    for file in files { overtake(file, on: volume) }
    tell("move the directory \(old) out", on: volume)
    outside = volume.takeOut(old)
    outsideOf = old
  }
}
