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
    let volumes = try openVolumes()
    let library = Library(
      name: specification.name, volumes: volumes, store: opened.store,
      settings: specification.settings, damage: opened.damage + (lostState.map { [$0] } ?? []),
      digest: { SHA256.digest($0) })
    for (replica, root) in zip(library.replicas, specification.roots) where volumes.count > 1 {
      replica.label = specification.label(of: root)
      replica.place = root
    }
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

  private func openVolumes() throws(VolumeError) -> [DirectoryVolume] {
    guard specification.roots.count > 1 else {
      return [
        try DirectoryVolume(
          root: specification.root, stateFolder: specification.stateFolder,
          packages: specification.settings.types.packages, wake: wake)
      ]
    }
    var volumes: [DirectoryVolume] = []
    for (number, root) in specification.roots.enumerated() {
      let name = Array("replica-\(number)".utf8)
      do throws(SystemError) {
        _ = try openPath(specification.stateFolder, [.readOnly, .directory])
          .openOrMakeDirectory(name, mode: 0o700)
      } catch {
        throw VolumeError(error, own: "the state folder")
      }
      volumes.append(
        try DirectoryVolume(
          root: root, stateFolder: specification.stateFolder + [UInt8(ascii: "/")] + name,
          packages: specification.settings.types.packages, mayBeMissing: true, wake: wake))
    }
    return volumes
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
  }

  /// Looked at once a second at most, and only while something happens.
  private func isStateInPlace(at now: Moment) -> Bool {
    guard now.steady >= nextStateLook else { return true }
    nextStateLook = now.steady + Nanoseconds.seconds(1)
    return volumes.enumerated().allSatisfy { number, volume in
      let inner = volumes.count == 1 ? [] : Array("/replica-\(number)".utf8)
      return volume.hasStateFolder(at: specification.stateFolder + inner)
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
    volumes = []
    claims = []
  }

  /// When it wants its next turn.
  var nextDeadline: Int64? {
    library.map(\.nextDeadline) ?? retryAt
  }
}
