import Documents
import LinuxSystem
import Reconciliation
import StateStore

/// A library and the volume it watches, or why it can't be opened now.
final class Shelf {
  let specification: LibrarySpecification
  private let wake: @Sendable () -> Void
  private(set) var library: Library?
  private var volume: DirectoryVolume?
  private var claim: RootClaim?
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
    let claim = try RootClaim(root: specification.root, in: folder)
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
    let volume = try DirectoryVolume(
      root: specification.root, stateFolder: specification.stateFolder,
      packages: specification.settings.types.packages, wake: wake)
    let library = Library(
      name: specification.name, volumes: [volume], store: opened.store,
      settings: specification.settings, damage: opened.damage + (lostState.map { [$0] } ?? []),
      digest: { SHA256.digest($0) })
    published = opened.store.lastEvent
    library.start(at: now)
    lostState = nil
    self.library = library
    self.volume = volume
    self.claim = claim
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
    guard let library, let volume else { return }
    if library.isStateGone || !isStateInPlace(volume, at: now) {
      renewState(at: now)
      return
    }
    library.cycle([volume.takeHints()], at: now)
  }

  /// Looked at once a second at most, and only while something happens.
  private func isStateInPlace(_ volume: DirectoryVolume, at now: Moment) -> Bool {
    guard now.steady >= nextStateLook else { return true }
    nextStateLook = now.steady + Nanoseconds.seconds(1)
    return volume.hasStateFolder(at: specification.stateFolder)
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
    volume = nil
    claim = nil
  }

  /// When it wants its next turn.
  var nextDeadline: Int64? {
    library.map(\.nextDeadline) ?? retryAt
  }
}
