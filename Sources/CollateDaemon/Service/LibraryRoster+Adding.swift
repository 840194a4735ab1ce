import Control
import Engine
import Reconciliation
import Synchronization

extension LibraryRoster {
  /// Keeps directories from now on: as a library of their own, or in one that is kept.
  func add(
    _ added: LibraryShape, to name: String?, in libraries: Libraries, at now: Moment
  ) throws(DaemonError) -> AddLibrary.Reply {
    var shape = added
    if let name {
      guard let kept = libraries.specification(of: name) else { throw .noSuchLibrary(name) }
      guard added.source == nil else {
        throw .failed(
          message: "which directory the others follow is said of a new library, or in the "
            + "configuration: \(name) has directories whose changes count")
      }
      shape = kept.shape
      shape.roots += added.roots
      shape.readOnly += added.readOnly
      guard shape.roots.count <= 64 else {
        throw .failed(message: "a library lives in 64 directories at most")
      }
    }
    if let flaw = added.flawOfNames ?? shape.flawOfWays { throw .failed(message: flaw) }
    let specification = try specification(for: shape, inPlaceOf: name, beside: libraries)
    let before = name.flatMap { libraries.specification(of: $0) }
    let failure =
      name.map { libraries.reshape($0, to: specification, at: now) }
      ?? libraries.add(specification, at: now)
    if let failure {
      if let before {
        libraries.reshape(specification.name, to: before, at: now)
      } else {
        libraries.remove(specification.name)
      }
      throw .failed(message: failure)
    }
    guard let library = libraries.library(named: specification.name) else {
      throw .noSuchLibrary(specification.name)
    }
    return AddLibrary.Reply(
      library: Wire.Library(library.status(), root: specification.root),
      note: try keepForNextStart(shape, before?.shape))
  }

  /// Keeps a library no more, or does without one directory of it.
  func remove(
    _ root: [UInt8]?, of name: String, in libraries: Libraries, at now: Moment
  ) throws(DaemonError) -> RemoveLibrary.Reply {
    guard let kept = libraries.specification(of: name) else { throw .noSuchLibrary(name) }
    var shape = kept.shape
    if let root {
      guard shape.roots.contains(root) else {
        throw .failed(message: "\(displayed(root)) is no directory of the library \(name)")
      }
      guard shape.source != root || shape.roots.count < 2 else {
        throw .failed(
          message: "the other directories of \(name) follow \(displayed(root)); say in the "
            + "configuration which one they follow instead, or remove the whole library")
      }
      shape.roots.removeAll { $0 == root }
      shape.readOnly.removeAll { $0 == root }
    }
    guard root != nil, !shape.roots.isEmpty else {
      libraries.remove(name)
      let isConfigured = isWanted(kept.shape)
      try forget(kept.shape)
      return RemoveLibrary.Reply(note: isConfigured ? Self.comesBack : nil)
    }
    let specification = try specification(for: shape, inPlaceOf: name, beside: libraries)
    if let root { libraries.library(named: name)?.forget(place: root, at: now) }
    if let failure = libraries.reshape(name, to: specification, at: now) {
      throw .failed(message: failure)
    }
    guard let library = libraries.library(named: specification.name) else {
      throw .noSuchLibrary(specification.name)
    }
    return RemoveLibrary.Reply(
      library: Wire.Library(library.status(), root: specification.root),
      note: try keepForNextStart(shape, kept.shape))
  }

  /// Has the next start keep it so. Returns what a person has to do where that isn't the roster's.
  private func keepForNextStart(
    _ shape: LibraryShape, _ before: LibraryShape?
  ) throws(DaemonError) -> String? {
    if let before, isWanted(before) { return Self.comesBack }
    try remember(shape)
    return nil
  }

  private func isWanted(_ shape: LibraryShape) -> Bool {
    lastWanted.withLock { $0.contains(shape) } && !isRememberedAlone(shape)
  }

  /// Whether only the list of those that were added has it.
  private func isRememberedAlone(_ shape: LibraryShape) -> Bool {
    do throws(DaemonError) {
      return try remembered().contains(shape)
    } catch {
      return false
    }
  }

  private static let comesBack =
    "the configuration or the command line still has it as it was, and the next start goes by that"
}

extension LibraryShape {
  /// Which directory is said to be one-way and is none of these; nil where all are.
  fileprivate var flawOfNames: String? {
    let stranger = ((source.map { [$0] } ?? []) + readOnly).first { !roots.contains($0) }
    return stranger.map {
      "\(displayed($0)) is none of the directories that are added, so that nothing can be said of "
        + "its changes"
    }
  }

  /// Why nothing could come of the ways in which changes are to go; nil where something can.
  fileprivate var flawOfWays: String? {
    guard source != nil || !readOnly.isEmpty else { return nil }
    if roots.count < 2 {
      return "which way changes go is said of the directories of a library that has several"
    }
    return Set(readOnly) == Set(roots)
      ? "all directories of the library are only read: nothing could be brought into agreement"
      : nil
  }
}
