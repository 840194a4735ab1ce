import LinuxSystem
package import Reconciliation
import StateStore

/// One replica's directory tree on a real file system: the volume thin over `LinuxSystem`.
///
/// Every path is opened from the root without following a symbolic link, so that nothing outside
/// it is read or written; what isn't a regular file is never opened. Not thread-safe: it belongs
/// to the engine's thread. Only its watch has a thread of its own, which ends with the volume.
package final class DirectoryVolume: Volume {
  /// How often a step that another program's rename has overtaken is tried again at once.
  static let attempts = 5

  private(set) var volumeRoot: VolumeRoot
  /// The replica's folder of state, in which files are staged and displaced where they can be.
  let stateFolder: Descriptor
  private let stateStatus: FileStatus
  var stateDevice: UInt64 { stateStatus.device }
  let stateSide: Side.Folders
  var hidden: HiddenFiles
  let watcher: Watcher
  /// Which directories are one document each.
  let packages: PackageNames
  var stamps = StampClock()
  /// Directories with names that `sync` has to make durable.
  var unsynced: Set<RelativePath> = []
  /// Whether the folders for displaced files have names to be made durable.
  var isDisplacedUnsynced = false
  /// Whether contents were staged that nothing was waited for.
  var isContentUnsynced = false
  package var flush = FlushPolicy.full
  var sharedFlush = SharedFlush()
  /// How files are renamed: one place, where a test can come in between or take flags away.
  var calls = VolumeCalls()
  /// What large files are known to hold, by their inode.
  var largeDigests: [UInt64: (Fingerprint, Digest)] = [:]
  /// By device: whether two names can be exchanged there.
  var exchanges: [UInt64: Bool] = [:]
  /// What is staged of installations that are about to come.
  var stagedAhead: StagedAhead?
  /// What is open while several operations are made together.
  var shared = SharedDirectories()
  /// The mode of a new document for which none is asked.
  private(set) var defaultMode: UInt32 = 0o600

  /// Opens a replica.
  ///
  /// `root` is an absolute path and may be a symbolic link to the folder. `stateFolder` exists and
  /// is this replica's alone. `wake` is called, on the watch's thread or the engine's, when hints
  /// can be taken. What a crash left half staged is removed.
  package convenience init(
    root: [UInt8], stateFolder: [UInt8], packages: PackageNames = builtInPackages,
    mayBeMissing: Bool = false, wake: @escaping @Sendable () -> Void
  ) throws(VolumeError) {
    try self.init(
      root: root, stateFolder: stateFolder, packages: packages, mayBeMissing: mayBeMissing,
      watcher: Watcher(wake: wake))
  }

  /// With a watcher of its own, so that a test can reach the limit of watches.
  init(
    root: [UInt8], stateFolder: [UInt8], packages: PackageNames = builtInPackages,
    mayBeMissing: Bool = false, watcher: Watcher
  ) throws(VolumeError) {
    self.packages = packages
    volumeRoot = try VolumeRoot(path: root, mayBeMissing: mayBeMissing)
    self.watcher = watcher
    do throws(SystemError) {
      let folder = try openPath(stateFolder, [.readOnly, .directory])
      stateStatus = try folder.status()
      stateSide = try Side.Folders(.state, in: folder)
      hidden = try HiddenFiles(in: folder)
      self.stateFolder = folder
    } catch {
      throw VolumeError(error, own: "the state folder \(displayed(stateFolder))")
    }
    watcher.watchDisplacedFolder(stateSide.displaced)
    for (parent, name) in volumeRoot.names() { watcher.watchRootName(name, in: parent) }
    if !volumeRoot.isAway { try removeLeftovers() }
    probeStateFolder()
  }

  /// Where that fails (a full disk), nothing is known: new documents are private, and the
  /// careful way is taken.
  private func probeStateFolder() {
    do throws(SystemError) {
      let probe = try Probe(in: stateSide.staging, calls, &stamps)
      defaultMode = probe.defaultMode
      exchanges[stateDevice] = probe.exchanges
    } catch {
      exchanges[stateDevice] = nil
    }
  }

  package func root() throws(VolumeError) -> RootState {
    try volumeRoot.state()
  }

  /// Takes whatever directory stands at the root's path for the root from now on. For a disk that
  /// was unmounted and is back under another number, once it is known by what it holds.
  package func reopen() throws(VolumeError) {
    volumeRoot = try VolumeRoot(path: volumeRoot.path)
    shared.forget()
    watcher.forget(.root)
    for (parent, name) in volumeRoot.names() { watcher.watchRootName(name, in: parent) }
    try removeLeftovers()
  }

  package func acceptRoot(
    holding count: Int, of documents: [RelativePath]
  ) throws(VolumeError) -> Bool {
    let found: Int
    do throws(SystemError) {
      let root = try openPath(volumeRoot.path, [.place, .directory])
      found = documents.count { isThere($0, beneath: root) }
    } catch {
      throw VolumeError(error, own: "the folder \(displayed(volumeRoot.path))")
    }
    guard found >= count else { return false }
    try reopen()
    return true
  }

  private func isThere(_ path: RelativePath, beneath root: borrowing Descriptor) -> Bool {
    do throws(SystemError) {
      let kind = try root.status(beneath: path.bytes).kind
      return isDocument(kind, named: Array(path.name))
    } catch {
      return false
    }
  }

  /// The hints that came since this was last called: everything that was done before the call is
  /// told by it, or will be found by listing what `unwatched` names.
  package func takeHints() -> [Hint] {
    watcher.takeHints()
  }

  /// Of a package the directory that it lies in: listing that tells of the whole package.
  package func unwatched() -> [RelativePath] {
    let unwatched = watcher.unwatched()
    let places = unwatched.map { path in
      isPackage(path) ? path.parent : packages.package(holding: path)?.parent ?? path
    }
    return places == unwatched ? unwatched : Set(places).sorted()
  }

  package func unwatchedCount() -> Int { watcher.unwatchedCount() }

  package func watchedCount() -> Int { watcher.watchedCount() }

  package func favour(_ directory: RelativePath) {
    // A directory that can't be opened has no use for a watch; listing it will say why.
    _ = Result { () throws(VolumeError) in
      let root = try openRoot()
      let opened = try open(directory, beneath: root)
      let watch = watcher.favour(opened, at: directory)
      if try !leads(directory, beneath: root, to: opened) { watcher.undo(watch, at: directory) }
    }
  }

  /// Opens a directory beneath the root; `missing` where it isn't one.
  func open(
    _ directory: RelativePath, beneath root: borrowing Descriptor
  ) throws(VolumeError) -> Descriptor {
    do throws(SystemError) {
      return try root.openDirectory(directory.bytes)
    } catch {
      if error.errno.isAbsence { watcher.forget(directory) }
      throw VolumeError(error, "list", directory)
    }
  }

  /// Whether it is Collate's own and no document.
  func isOwn(_ path: RelativePath) -> Bool {
    let folder = OwnName.folderName
    if path.bytes.starts(with: folder) {
      let rest = path.bytes.dropFirst(folder.count)
      if rest.isEmpty || rest.first == UInt8(ascii: "/") { return true }
    }
    return !hidden.paths.isEmpty && hidden.paths.contains(path)
  }

  /// Whether the state folder is still what has its path, with the folders for files in it.
  package func hasStateFolder(at path: [UInt8]) -> Bool {
    do throws(SystemError) {
      guard try LinuxSystem.status(ofPath: path).isSameFile(as: stateStatus) else { return false }
      // A directory has no links once it is removed.
      let links = [try stateSide.staging.status().links, try stateSide.displaced.status().links]
      return !links.contains(0)
    } catch {
      // What can't be looked at may be there.
      return !error.errno.isAbsence
    }
  }

  /// Whether it is the state folder, which may lie beneath the root.
  func isStateFolder(_ status: FileStatus) -> Bool {
    status.isSameFile(as: stateStatus)
  }
}
