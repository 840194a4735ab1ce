import LinuxSystem
import Reconciliation
import Synchronization

/// The threads that write staged files, shared by all volumes: most of the time each waits for the
/// disk, and what several flush at once the file system flushes together. Nil where there can be
/// none: then every file is staged when its turn comes.
private let stagingThreads: WorkerThreads? = {
  do throws(SystemError) {
    return try WorkerThreads(name: "staging", count: 3)
  } catch {
    return nil
  }
}()

/// Files that were written to a staging folder before their turn comes.
final class StagedAhead: Sendable {
  let folders: Side.Folders
  private let names = Mutex<Set<[UInt8]>>([])

  init(_ folders: Side.Folders) {
    self.folders = folders
  }

  func insert(_ name: [UInt8]) { names.withLock { _ = $0.insert(name) } }

  func take(_ name: [UInt8]) -> Bool { names.withLock { $0.remove(name) != nil } }

  /// Removes those whose turn did not come.
  func drop() {
    for name in names.withLock({ $0 }) {
      // What can't be removed now is removed at the next start.
      _ = Result { () throws(SystemError) in try folders.staging.removeFile(name) }
    }
  }
}

/// A version that is written ahead: content, mode and time as it will most likely have them.
private struct WriteAhead: Sendable {
  let name: [UInt8]
  let content: [UInt8]
  let mode: UInt32
  let modified: Int64?

  /// Where it can't be written nothing is left, and its turn will tell why.
  func write(for ahead: StagedAhead, isFlushed: Bool) {
    let staging = ahead.folders
    do throws(SystemError) {
      let file = try staging.staging.open(
        beneath: name, [.writeOnly, .create, .exclusive], mode: 0o600)
      ahead.insert(name)
      try file.writeAll(content, at: 0)
      try file.setMode(mode)
      if let modified { try file.setModified(modified) }
      if isFlushed { try file.sync() }
    } catch {
      guard ahead.take(name) else { return }
      _ = Result { () throws(SystemError) in try staging.staging.removeFile(name) }
    }
  }
}

extension DirectoryVolume {
  /// Only files, no links, and only where the root is on one file system with the staging folder: what lies on
  /// a nested mount is staged in its turn.
  package func stageAhead(_ installations: [Installation]) {
    stagedAhead?.drop()
    stagedAhead = nil
    guard installations.count >= SharedFlush.fewest, let threads = stagingThreads,
      let folders = foldersOfRoot()
    else { return }
    let ahead = StagedAhead(folders)
    let files = installations.filter {
      !$0.isStaged && !packages.contains($0.path.name) && $0.link == nil
    }
    let works = files.map {
      WriteAhead(
        name: OwnName.name(of: $0.id), content: $0.content, mode: $0.mode ?? defaultMode,
        modified: $0.modified)
    }
    let device = volumeRoot.device
    let waits = flush == .full || !sharedFlush.isTrusted(on: folders.staging, device)
    let isTogether = sharedFlush.isWorthwhile(for: works.count, on: folders.staging, device)
    threads.forEach(works.count) { works[$0].write(for: ahead, isFlushed: waits && !isTogether) }
    if !waits { isContentUnsynced = true }
    do throws(SystemError) {
      if waits, isTogether { try sharedFlush.flush(works.count, on: folders.staging) }
    } catch {
      // Each is staged in its turn, and its failure told.
      return ahead.drop()
    }
    stagedAhead = ahead
  }

  /// Whether the file to be staged there was written ahead; it is then this one's to use.
  func takeAhead(_ side: borrowing Side) -> Bool {
    guard let stagedAhead, side.kind == stagedAhead.folders.kind else { return false }
    return stagedAhead.take(side.stagedName)
  }

  private func foldersOfRoot() -> Side.Folders? {
    do {
      let root = try openRoot()
      let directory = try root.openDirectory([])
      let folders = try folders(for: directory, beneath: root)
      return folders.flatMap { stamps.isFine(on: volumeRoot.device) == nil ? nil : $0 }
    } catch {
      return nil
    }
  }
}
