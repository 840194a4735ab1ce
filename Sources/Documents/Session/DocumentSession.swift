public import FoundationEssentials
import LinuxSystem
public import Observation

/// An open document: what keeps a document object and its file in agreement.
///
/// It saves by itself a quiet moment after an edit, which is a change that the document registers with
/// the session's `undoManager`. It notices by itself when another program changes, moves or deletes the
/// file, with or without a daemon, and has the document apply what is new. What both changed is joined
/// where the snapshots are `MergeableSnapshot`s; else the other program's version is put beside the
/// document under a conflict name, and the session's keeps the name. Nothing that anyone wrote is lost.
///
/// One session is one document: a group gives the same one for every path to the same file. A session
/// that isn't needed any more is closed, which saves what is unsaved.
@MainActor
@Observable
public final class DocumentSession<D: ReadableDocument> {
  /// The document. The session keeps it as long as it is open.
  public let document: D
  /// Where the document registers what it changes, so that it can be undone and is saved.
  public let undoManager: UndoManager
  /// What the document was made with: where its file is, and of what type.
  public let configuration: URLDocumentConfiguration

  /// How the document stands to its file.
  public private(set) var state: DocumentState = .normal
  /// Whether the document holds edits that are not on disk.
  public private(set) var hasUnsavedEdits = false
  /// What keeps the document from being read or saved, in words; nil once nothing does.
  public private(set) var problem: DocumentProblem?
  /// What the last reading or saving that failed said: as the reader or writer threw it, or a
  /// `DocumentProblem`. Nil once one succeeded.
  public internal(set) var lastError: (any Error)?
  /// How far the reading or writing that is under way has come.
  public internal(set) var progress: ProgressReporter?

  /// Where the file is; nil for a document that was never saved. It moves with the file.
  public var fileURL: URL? { configuration.fileURL }
  /// What the file is. It changes where the document is saved as another type.
  public internal(set) var contentType: UTType
  /// All that waits for a choice, the oldest first.
  public var conflicts: [DocumentConflict] { machine.conflicts }
  /// When the session saves by itself.
  public var autosave: AutosavePolicy {
    get { machine.policy }
    set {
      machine.policy = newValue
      bell.ring()
    }
  }

  let steps: DocumentSteps<D>
  let clock: SessionClock
  @ObservationIgnored let turn = Turn()
  @ObservationIgnored let bell = Bell()

  @ObservationIgnored var machine: SessionMachine {
    didSet { publish() }
  }

  /// Nil before the document is on disk, and while its folder can't be reached.
  @ObservationIgnored var place: DocumentPlace?
  /// Where it is, or was when its folder was lost.
  @ObservationIgnored var path: DocumentPath?
  @ObservationIgnored var item: HeldItem?
  /// What of the disk the document holds, its own unsaved edits aside.
  @ObservationIgnored var known: DiskVersion?
  /// Versions that were replaced while a program had them open for writing.
  @ObservationIgnored var displaced: [Displaced] = [] {
    didSet { machine.isWaitingForWriter = !displaced.isEmpty }
  }
  /// Which file it is.
  @ObservationIgnored private var key: DocumentKey?
  /// The version that could not be read.
  @ObservationIgnored var refused: DiskVersion?
  /// The snapshot of what is known: the base of every merge.
  @ObservationIgnored var kept: Parcel<D.Reader.Snapshot>?
  /// What stood there, for writers that work through file wrappers.
  @ObservationIgnored let memory = FileMemory()
  /// The same, as the writer wants it.
  @ObservationIgnored var written: (any AnyObject & Sendable)?
  @ObservationIgnored private var savedUndoState: UndoState
  @ObservationIgnored private var lastUndoState: UndoState
  /// Whether there are unsaved edits that nobody can undo.
  @ObservationIgnored var hasLooseEdits = false
  @ObservationIgnored private var watch: Int?
  @ObservationIgnored private var loop: Task<Void, Never>?
  /// Called once, when it is closed.
  @ObservationIgnored var whenClosed: (() -> Void)?

  init(
    _ document: D, _ steps: DocumentSteps<D>, _ contentType: UTType,
    configuration: URLDocumentConfiguration, autosave: AutosavePolicy, clock: SessionClock
  ) {
    self.document = document
    self.steps = steps
    self.configuration = configuration
    self.contentType = contentType
    self.clock = clock
    undoManager = UndoManager()
    machine = SessionMachine(policy: autosave, isWritable: steps.isWritable)
    savedUndoState = undoManager.state
    lastUndoState = undoManager.state
    undoManager.onChange = { [weak self] in self?.undoChanged() }
    (document as? any EditReporting)?.edited = { [weak self] in self?.noteEdit() }
  }

  isolated deinit {
    if let watch { DocumentWatching.shared?.remove(watch) }
    loop?.cancel()
    bell.ring()
  }

  /// Marks the document as edited, for changes that nobody can undo.
  public func noteEdit() {
    hasLooseEdits = true
    machine.edited(at: clock.now())
    bell.ring()
  }

  private func undoChanged() {
    let state = undoManager.state
    // What was only forgotten is no edit.
    guard state != lastUndoState else { return }
    lastUndoState = state
    if state == savedUndoState, !hasLooseEdits {
      // Undone, or done again, to what is on disk.
      machine.unedited()
    } else {
      machine.edited(at: clock.now())
    }
    bell.ring()
  }

  /// What was done at that moment is on disk now.
  func saved(_ undoState: UndoState) {
    savedUndoState = undoState
    if !machine.hasUnsavedEdits { hasLooseEdits = false }
  }

  private func publish() {
    // Observers hear of what is different, not of every step.
    if state != machine.state { state = machine.state }
    if hasUnsavedEdits != machine.hasUnsavedEdits { hasUnsavedEdits = machine.hasUnsavedEdits }
    if problem != machine.problem { problem = machine.problem }
  }

  // MARK: Opening

  /// Reads the document for the first time.
  func open(at place: DocumentPlace, _ progress: ProgressManager) async throws {
    follow(place)
    do {
      try await read(at: place, .dropped, progress)
    } catch {
      throw told(error, .read, place.path)
    }
  }

  /// Whether this is the document at a place, or the one that has the key by another name.
  func isAt(_ place: DocumentPlace, _ key: DocumentKey) -> Bool {
    place.path == path || (self.key == key && known != nil)
  }

  // MARK: Running

  /// Begins to save and to listen.
  func start() {
    loop = Task { [weak self, bell, clock] in
      while !Task.isCancelled, let step = self?.machine.next(at: clock.now()) {
        switch step {
        case .end: return
        case .rest(let time): await bell.rest(until: time, clock)
        case .look, .reload, .save: await self?.takeStep()
        }
      }
    }
  }

  /// Does what is due, once nothing else is done.
  private func takeStep() async {
    do {
      try await turn.take {
        // It may have been done meanwhile.
        switch machine.next(at: clock.now()) {
        case .look: await look()
        case .reload: await reload()
        case .save: await autosaveNow()
        case .rest, .end: break
        }
      }
    } catch {
      // Only cancelled: the loop ends then.
    }
  }

  func end() {
    machine.closed()
    if let watch { DocumentWatching.shared?.remove(watch) }
    watch = nil
    bell.ring()
    whenClosed?()
    whenClosed = nil
  }

  // MARK: Where it is

  /// Goes on with the document at another place.
  func follow(_ place: DocumentPlace) {
    self.place = place
    path = place.path
    machine.isPlaced = true
    if configuration.fileURL != place.path.url { configuration.fileURL = place.path.url }
    memory.remembered?.location.move(to: place.path.filePlace)
  }

  /// Goes on from a version on disk that the document holds.
  func hold(_ version: DiskVersion, at place: DocumentPlace) async {
    known = version
    refused = nil
    lastError = nil
    follow(place)
    configuration.lastContentModificationDate = Date(
      timeIntervalSince1970: Double(version.modified) / 1e9)
    do {
      (item, key) = try await onThreads { (try HeldItem(at: place), try DocumentKey(place)) }
    } catch {
      // Gone already: the next look tells.
      machine.hinted(at: clock.now())
    }
    await watchDisk(version, at: place)
  }

  /// Hears from now on what happens to the document there.
  func watchDisk(_ version: DiskVersion?, at place: DocumentPlace) async {
    let watch = watch ?? listen()
    self.watch = watch
    guard let watch, let watching = DocumentWatching.shared else {
      machine.isBlind = true
      return
    }
    let isWatched = await watched {
      watching.watch(watchList(version, at: place), for: watch) && !isShared(place)
    }
    machine.isBlind = !isWatched
  }

  private func watched(_ body: @escaping @Sendable () -> Bool) async -> Bool {
    do {
      return try await onThreads(body)
    } catch {
      return false
    }
  }

  private func listen() -> Int? {
    DocumentWatching.shared?.add { [weak self] in
      Task { @MainActor in
        guard let self else { return }
        self.machine.hinted(at: self.clock.now())
        self.bell.ring()
      }
    }
  }
}

/// The directories whose changes may be the document's.
private func watchList(
  _ version: DiskVersion?, at place: DocumentPlace
) -> [(path: [UInt8], names: WatchedNames)] {
  var list: [(path: [UInt8], names: WatchedNames)] = [
    (place.path.directory, .only(place.name))
  ]
  var above = DocumentPath(place.path.directory)
  while above.bytes.count > 1 {
    above = DocumentPath(above.directory)
    list.append((above.bytes, .none))
  }
  guard let version, version.isPackage else { return list }
  list.append((place.path.bytes, .all))
  for (member, stamp) in version.members where stamp.kind == .directory {
    list.append((place.path.bytes + [UInt8(ascii: "/")] + member, .all))
  }
  return list
}

/// Whether other machines may change what is there, of which nothing tells.
private func isShared(_ place: DocumentPlace) -> Bool {
  do {
    return try place.directory.fileSystemStatus().type.isShared
  } catch {
    return true
  }
}
