import Documents
import LinuxSystem
import Reconciliation
import StateStore

/// A library and the volume it watches, or why it can't be opened now.
final class Shelf {
  let specification: LibrarySpecification
  private let wake: @Sendable () -> Void
  private(set) var library: Library?
  private var volumes: [DirectoryVolume] = []
  private var disk: DirectoryStateDisk?
  /// The roots, in the specification's order.
  private var arrangement: [ArrangedRoot] = []
  /// The replicas that the state knew when it was opened.
  private var others: [KnownReplica] = []
  private var claims: [RootClaim] = []
  private(set) var failure: String?
  /// Whether it isn't open since another daemon keeps it.
  private(set) var isKeptElsewhere = false
  /// When opening is tried again; steady time.
  private(set) var retryAt: Int64 = .max
  /// When it is made sure that the state is still in its place; steady time.
  private var nextStateLook: Int64 = 0
  /// What happened to the state before this one, for the library that is opened next.
  private var lostState: String?
  /// The last event that was passed on.
  var published: UInt64 = 0

  init(_ specification: LibrarySpecification, wake: @escaping @Sendable () -> Void) {
    self.specification = specification
    self.wake = wake
  }

  /// Opens it, or says why that failed and when it is tried again.
  func open(claims folder: [UInt8], at now: Moment) {
    do throws(VolumeError) {
      try tryOpening(folder, now)
      failure = nil
      isKeptElsewhere = false
      retryAt = .max
    } catch {
      failure = error.message
      isKeptElsewhere = error.kind == .claimed
      retryAt = now.steady + Nanoseconds.seconds(3)
    }
  }

  private func tryOpening(_ folder: [UInt8], _ now: Moment) throws(VolumeError) {
    let claims = try claim(folder)
    let disk: DirectoryStateDisk
    let opened: Opened
    do throws(StateDiskError) {
      disk = try DirectoryStateDisk(path: specification.stateFolder)
      var limits = StoreLimits()
      limits.contentBytes = specification.settings.contentLimit
      limits.totalBytes = try Self.stateLimit(specification.stateFolder)
      opened = try StateStore.open(on: disk, limits: limits)
    } catch {
      throw VolumeError(kind: .broken, message: error.message)
    }
    let arrangement = try arrange(opened.store)
    let volumes = try openVolumes(arrangement)
    let library = Library(
      name: specification.name, volumes: volumes, numbers: arrangement.map(\.number),
      store: opened.store, settings: specification.settings,
      damage: opened.damage + (lostState.map { [$0] } ?? []), digest: { SHA256.digest($0) })
    for (replica, root) in zip(library.replicas, specification.roots) where library.isShared {
      replica.label = specification.label(of: root)
      replica.place = root
      replica.way = specification.shape.way(of: root)
    }
    self.disk = disk
    self.arrangement = arrangement
    published = opened.store.lastEvent
    library.start(at: now)
    lostState = nil
    self.library = library
    self.volumes = volumes
    self.claims = claims
  }

  /// A root of several that is away is claimed by nobody.
  private func claim(_ folder: [UInt8]) throws(VolumeError) -> [RootClaim] {
    var claims: [RootClaim] = []
    for root in specification.roots {
      do throws(VolumeError) {
        claims.append(try RootClaim(root: root, in: folder))
      } catch {
        guard error.kind == .missing, specification.roots.count > 1 else { throw error }
      }
    }
    return claims
  }

  /// Finds out which of the replicas that the state knows each root is.
  private func arrange(_ store: StateStore) throws(VolumeError) -> [ArrangedRoot] {
    let folder = specification.stateFolder
    let places = ReplicaPlaces(of: folder)?.replicas ?? []
    let marked = store.knownReplicas
    // A state from before places were kept: they were numbered in the roots' order.
    let isOlder = places.isEmpty && !marked.isEmpty
    let numbers = Set(marked).union(places.map(\.number)).sorted()
    let known = numbers.map { number in
      KnownReplica(
        number: number, mark: store.identity(of: number) ?? [],
        path: isOlder
          ? specification.roots.indices.contains(number) ? specification.roots[number] : nil
          : places.first { $0.number == number }?.path)
    }
    others = known
    guard specification.roots.count > 1 || !known.isEmpty else {
      return [ArrangedRoot(number: 0, folder: folder)]
    }
    let roots = specification.roots.map { FoundRoot($0, known) }
    switch numberReplicas(roots, known: known) {
    case .failure(let error): throw VolumeError(kind: .denied, message: error.sentence)
    case .success(let numbers):
      guard numbers.allSatisfy({ $0 < 64 }) else {
        throw VolumeError(
          kind: .denied,
          message: "this library has had 64 directories; `collate remove` those that are no more")
      }
      // What a library of one directory has staged and displaced lies beside its state.
      let wasAlone =
        !isThere(folder + Array("/replica-0".utf8)) && isThere(folder + Array("/displaced".utf8))
      return numbers.map { number in
        let inner = number == 0 && wasAlone ? [] : Array("/replica-\(number)".utf8)
        return ArrangedRoot(number: number, folder: folder + inner)
      }
    }
  }

  private func isThere(_ path: [UInt8]) -> Bool {
    if case .success = Result(catching: { () throws(SystemError) in try status(ofPath: path) }) {
      true
    } else {
      false
    }
  }

  private func openVolumes(_ arrangement: [ArrangedRoot]) throws(VolumeError) -> [DirectoryVolume] {
    var volumes: [DirectoryVolume] = []
    let isAlone = arrangement.count == 1 && arrangement[0].folder == specification.stateFolder
    for (root, arranged) in zip(specification.roots, arrangement) {
      do throws(SystemError) {
        try makeDirectories(arranged.folder, mode: 0o700)
      } catch {
        throw VolumeError(error, own: "the state folder")
      }
      volumes.append(
        try DirectoryVolume(
          root: root, stateFolder: arranged.folder,
          packages: specification.settings.types.packages, mayBeMissing: !isAlone, wake: wake))
    }
    return volumes
  }

  /// Writes down where the replicas are and by what they are known, for the next start.
  private func keepPlaces(_ library: Library, _ disk: DirectoryStateDisk) {
    guard library.isShared, library.hasNewMarks else { return }
    library.hasNewMarks = false
    var replicas = others.filter { other in
      !arrangement.contains { $0.number == other.number }
        && library.store.identity(of: other.number) != nil
    }
    for (root, arranged) in zip(specification.roots, arrangement) {
      replicas.append(
        KnownReplica(
          number: arranged.number, mark: library.store.identity(of: arranged.number) ?? [],
          path: root))
    }
    do throws(StateDiskError) {
      try disk.replace(ReplicaPlaces.name, with: ReplicaPlaces(replicas).content)
      try disk.sync(ReplicaPlaces.name)
    } catch {
      library.trouble = error.message
      library.hasNewMarks = true
    }
  }

  /// A tenth of the file system that the state lies on, in bytes.
  private static func stateLimit(_ folder: [UInt8]) throws(StateDiskError) -> Int64 {
    do throws(SystemError) {
      let status = try openPath(folder, [.readOnly, .directory]).fileSystemStatus()
      return max(Int64(clamping: status.size / 10), 1 << 20)
    } catch {
      throw StateDiskError(isFull: false, message: "\(displayed(folder)): \(error)")
    }
  }

  /// One cycle of the library, with the hints that came since the last.
  func cycle(at now: Moment) {
    guard let library else { return }
    if library.isStateGone || !isStateInPlace(at: now) {
      renewState(at: now)
      return
    }
    library.cycle(volumes.map { $0.takeHints() }, at: now)
    if let disk { keepPlaces(library, disk) }
  }

  /// Looked at once a second at most, and only while something happens.
  private func isStateInPlace(at now: Moment) -> Bool {
    guard now.steady >= nextStateLook else { return true }
    nextStateLook = now.steady + Nanoseconds.seconds(1)
    return zip(volumes, arrangement).allSatisfy { volume, arranged in
      volume.hasStateFolder(at: arranged.folder)
    }
  }

  /// Opens the library anew: what another program removed of its state can't be written to.
  private func renewState(at now: Moment) {
    let message =
      "the state folder \(displayed(specification.stateFolder)), or a part of it, was removed "
      + "while it was in use; it is made anew, and what it alone held is lost"
    close()
    lostState = message
    failure = message
    retryAt = now.steady
  }

  /// The events that were recorded since they were last passed on.
  func takeEvents() -> [Event] {
    guard let library, library.store.lastEvent > published else { return [] }
    let events = library.store.events(after: published, limit: 4096)
    published = events.last?.number ?? library.store.lastEvent
    return events
  }

  func close() {
    library?.stop()
    library = nil
    disk = nil
    volumes = []
    claims = []
  }

  /// When it wants its next turn.
  var nextDeadline: Int64? {
    library.map(\.nextDeadline) ?? retryAt
  }
}

/// A root, and what of the state is its own.
private struct ArrangedRoot {
  var number: Int
  var folder: [UInt8]
}

extension FoundRoot {
  /// As it is now. A mark that still stands where it was known is the original's.
  fileprivate init(_ path: [UInt8], _ known: [KnownReplica]) {
    let mark = replicaMark(ofRoot: path)
    let home = known.first { $0.mark == mark }?.path
    self.init(
      path: path, mark: mark,
      isCopy: home.map { $0 != path && replicaMark(ofRoot: $0) == mark && !isSame($0, path) }
        ?? false)
  }
}

/// Whether two paths lead to one directory.
private func isSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
  guard
    case .success(let isSame) = Result(catching: { () throws(SystemError) in
      try status(ofPath: one).isSameFile(as: try status(ofPath: other))
    })
  else { return false }
  return isSame
}

extension SameMark {
  fileprivate var sentence: String {
    let places = paths.map { displayed($0) }.joined(separator: " and ")
    return "\(places) have the same mark, so that one is a copy of the other, and which can't be "
      + "told; take it from the copy: setfattr -x user.collate.replica DIR "
      + "(or remove DIR/.collate/replica)"
  }
}
