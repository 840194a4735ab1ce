import Engine
package import Reconciliation

/// Programs that know nothing of Collate and change documents in every way that programs do.
///
/// Each version they complete is a text of its own, so that it can be looked for afterwards.
package final class SimulatedPrograms {
  package var chance: SeededChance
  /// What programs in all replicas have done.
  package let past: SimulatedPast
  /// What each open descriptor will have written when it is closed.
  private var writing: [Int: PendingWrite] = [:]
  /// Whether they rearrange whole directories as well.
  package var movesDirectories = false
  /// A directory that was moved out of the tree, and where it was.
  var outside: SimulatedNode?
  var outsideOf: RelativePath?
  private struct PendingWrite {
    var path: RelativePath
    var text: [UInt8]
    var written = 0
    /// Whether another program took the name away meanwhile: then the text is that one's doing.
    var isOvertaken = false
  }

  package init(seed: UInt64, past: SimulatedPast = SimulatedPast()) {
    chance = SeededChance(seed: seed)
    self.past = past
  }

  /// The files that programs write, members of packages among them.
  static let names = [
    "a.md", "b.md", "notes/c.md", "notes/d.txt", "e.json", "notes/deep/f.md",
    "book.textbundle/text.md", "book.textbundle/info.json", "book.textbundle/pages/a.txt",
  ].compactMap { RelativePath($0) }

  /// What packages are moved to and fro between; one of the names makes them plain directories.
  static let packages = ["book.textbundle", "notes/old.textbundle", "book"]
    .compactMap { RelativePath($0) }

  /// What clients open.
  static let documents =
    names.filter { builtInPackages.package(holding: $0) == nil } + packages.prefix(1)

  func tell(_ line: @autoclosure () -> String, on volume: SimulatedVolume) {
    past.tell("\(volume.name): \(line())")
  }

  // MARK: Texts

  /// The text with one line of its own, made from what is there as an editor would.
  package func edited(_ text: [UInt8]?, for path: RelativePath) -> [UInt8] {
    past.version += 1
    let version = past.version
    if path.name.suffix(5).elementsEqual(".json".utf8) {
      let text = Array("{\"version\": \(version), \"list\": [1, 2, \(version)]}\n".utf8)
      past.ledger.attempt(text)
      return text
    }
    var lines = (text ?? []).split(separator: 10, omittingEmptySubsequences: false).map(Array.init)
    if lines.count < 6 {
      lines = (1...8).map { Array("line \($0) of \(path)".utf8) }
    }
    lines[chance.below(lines.count - 1)] = Array("version \(version) of \(path)".utf8)
    if lines.last != [] { lines.append([]) }
    let text = Array(lines.joined(separator: [10]))
    past.ledger.attempt(text)
    return text
  }

  // MARK: One step

  /// Something that some program does now.
  package func act(on volume: SimulatedVolume) {
    followWriters(on: volume)
    var path = Self.names[chance.below(Self.names.count)]
    if movesDirectories {
      if chance.oneIn(6) { return actOnDirectories(on: volume) }
      if chance.oneIn(5), let other = someDocument(on: volume) { path = other }
    }
    switch chance.below(27) {
    case 0...3: save(path, on: volume, "in place") { $0.write($1, $2) }
    case 4...6: save(path, on: volume, "by rename") { $0.replaceByRename($1, $2) }
    case 7: save(path, on: volume, "backup and rename") { $0.backupAndRename($1, $2) }
    case 8: save(path, on: volume, "unnamed and link") { $0.remove($1) && $0.linkUnnamed($1, $2) }
    case 9...10: beginWriting(path, on: volume)
    case 11...13: continueWriting(on: volume)
    case 14: remove(path, on: volume)
    case 15: rename(path, on: volume)
    case 16: leaveConflictCopy(path, on: volume)
    case 17:
      tell("touch \(path)", on: volume)
      _ = volume.touch(path)
    case 18:
      tell("lock or unlock \(path)", on: volume)
      if chance.oneIn(2) {
        _ = volume.lock(path, by: "flock (pid 7)")
      } else {
        volume.unlockAll(by: "flock (pid 7)")
      }
    case 19: movePackage(on: volume)
    case 20: removeOrReplacePackage(on: volume)
    case 21...22: changeMode(path, on: volume)
    case 23: changeAttribute(path, on: volume)
    case 24...25: changeLink(on: volume)
    default:
      tell("make a directory", on: volume)
      _ = volume.makeDirectories(path.parent)
    }
  }

  private func save(
    _ path: RelativePath, on volume: SimulatedVolume, _ how: String,
    _ write: (SimulatedVolume, RelativePath, [UInt8]) -> Bool
  ) {
    _ = volume.makeDirectories(path.parent)
    // Two that write into one file at once make a mixture that neither of them wrote.
    guard !writing.values.contains(where: { $0.path == path }) else { return }
    let text = edited(volume.content(path), for: path)
    overtake(path, on: volume)
    tell("save \(path) \(how): version \(past.version)", on: volume)
    if write(volume, path, text) { past.ledger.complete(text) }
  }

  /// A program takes the name, or what it leads to, away from those who wrote there.
  func overtake(_ path: RelativePath, on volume: SimulatedVolume) {
    if let old = volume.fileOrLink(path) { past.ledger.overwrite(old) }
    for handle in writing.keys where writing[handle]?.path == path {
      writing[handle]?.isOvertaken = true
    }
  }

  /// What programs have open has moved with its directory.
  func writersMoved(from old: RelativePath, to new: RelativePath) {
    for handle in writing.keys {
      if let path = writing[handle]?.path { writing[handle]?.path = path.moved(from: old, to: new) }
    }
  }

  /// Collate has moved what they have open, as a program in another replica did.
  private func followWriters(on volume: SimulatedVolume) {
    for handle in writing.keys {
      if let path = volume.path(ofHandle: handle) { writing[handle]?.path = path }
    }
  }

  func isBeingWritten(_ path: RelativePath) -> Bool {
    writing.values.contains { $0.path == path }
  }

  func complete(_ text: [UInt8]) { past.ledger.complete(text) }

  private func beginWriting(_ path: RelativePath, on volume: SimulatedVolume) {
    guard writing.count < 3, !writing.values.contains(where: { $0.path == path }) else { return }
    let text = edited(volume.content(path), for: path)
    overtake(path, on: volume)
    guard let handle = volume.beginWriting(path) else { return }
    tell("open \(path) and empty it, to write version \(past.version)", on: volume)
    writing[handle] = PendingWrite(path: path, text: text)
  }

  private func continueWriting(on volume: SimulatedVolume) {
    guard let handle = writing.keys.sorted().first, let write = writing[handle] else { return }
    let count = min(write.text.count - write.written, 1 + chance.below(200))
    tell("write \(count) bytes to \(write.path)", on: volume)
    volume.writeChunk(handle, Array(write.text[write.written..<(write.written + count)]))
    writing[handle]?.written += count
    // What stays like this for long, open but quiet, is read as it is.
    past.ledger.attempt(Array(write.text.prefix(write.written + count)))
    if write.written + count == write.text.count { finish(handle, on: volume) }
  }

  private func finish(_ handle: Int, on volume: SimulatedVolume) {
    guard let write = writing.removeValue(forKey: handle) else { return }
    if write.written < write.text.count {
      volume.writeChunk(handle, Array(write.text[write.written...]))
    }
    tell("close \(write.path)", on: volume)
    volume.close(handle)
    if !write.isOvertaken { past.ledger.complete(write.text) }
  }

  private func remove(_ path: RelativePath, on volume: SimulatedVolume) {
    overtake(path, on: volume)
    tell("remove \(path)", on: volume)
    _ = volume.remove(path)
  }

  private func rename(_ path: RelativePath, on volume: SimulatedVolume) {
    let other = Self.names[chance.below(Self.names.count)]
    guard other != path, volume.fileOrLink(path) != nil else { return }
    // A package with an executable member can't be held everywhere.
    if builtInPackages.package(holding: other) != nil { _ = volume.setMode(path, 0o644) }
    tell("rename \(path) to \(other)", on: volume)
    let overtaken = volume.fileOrLink(other)
    guard volume.rename(path, other) else { return }
    if let overtaken { past.ledger.overwrite(overtaken) }
    for handle in writing.keys where writing[handle]?.path == other {
      writing[handle]?.isOvertaken = true
    }
    for handle in writing.keys where writing[handle]?.path == path { writing[handle]?.path = other }
  }

  /// Another sync tool leaves the version that lost beside the document.
  private func leaveConflictCopy(_ path: RelativePath, on volume: SimulatedVolume) {
    guard let current = volume.content(path),
      let stem = path.name.split(separator: UInt8(ascii: ".")).first,
      let ending = path.name.split(separator: UInt8(ascii: ".")).last
    else { return }
    let name =
      Array(stem) + Array(".sync-conflict-20261130-1200\(10 + past.version % 50)-ABCDEFG.".utf8)
      + Array(ending)
    guard let copy = path.parent.appending(name), volume.content(copy) == nil else { return }
    let text = edited(current, for: path)
    tell("a sync tool leaves \(copy): version \(past.version)", on: volume)
    if volume.write(copy, text) { past.ledger.complete(text) }
  }

  /// Every program finishes what it does and lets go of its locks.
  package func finishAll(on volume: SimulatedVolume) {
    followWriters(on: volume)
    for handle in writing.keys.sorted() { finish(handle, on: volume) }
    volume.unlockAll(by: "flock (pid 7)")
  }

  /// The machine lost power, and the programs with it.
  package func die() {
    for write in writing.values {
      past.ledger.attempt(Array(write.text.prefix(write.written)))
    }
    writing = [:]
  }
}
