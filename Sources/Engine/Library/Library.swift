import DocumentTypes
package import Reconciliation
package import StateStore

/// One library: runs its cycle, and answers requests between two of them.
///
/// It belongs to the engine's thread; nothing in it suspends, so that nothing re-enters. Every
/// effect goes through `volume` and `store`, and time comes in as a value: the simulator runs it
/// as it is.
package final class Library {
  package let name: String
  package let volume: any Volume
  package let store: StateStore
  package let settings: Settings
  let types = DocumentTypeRegistry.builtIn
  package let digest: ([UInt8]) -> Digest

  /// The time at which the running cycle or request began.
  var now = Moment(wall: 0, steady: 0)
  var startTime = Moment(wall: 0, steady: 0)
  var settling = Settling()
  var ignoring = IgnoreSet()
  /// The documents that are never joined by themselves.
  private let sideBySide: IgnoreSet
  /// Documents that need another look.
  var attention: [RelativePath: Attention] = [:]
  /// What its reader says of each document that is unreadable.
  var unreadable: [RelativePath: String] = [:] {
    didSet { firstUnreadable = nil }
  }
  /// Those of them that a status names; nil until it is asked for.
  var firstUnreadable: [(path: RelativePath, reason: String)]?
  /// Whether the library is new to this state, and no event has told of its adoption yet.
  var isNew: Bool
  /// Whether the event of its adoption could not be written down in its time.
  var adoptionIsOwed = false
  /// The look at everything that is going on.
  var fullScan: FullScan?
  /// Directories to be listed: new ones, and those that can't be watched.
  var directories: [RelativePath] = []
  /// Directories that a version was installed in before they were listed: what is removed there
  /// until they are is told by nobody.
  var unlistedParents: Set<RelativePath> = []
  /// How many looks at everything in a row could not list a directory.
  var incompleteScans = 0
  /// Directories that were listed, so that their vanishing means something.
  var listed: Set<RelativePath> = []
  /// Listed directories whose names were told to be gone: what stands there next is another.
  var leftDirectories: Set<RelativePath> = []
  /// New names that look like an editor's temporary files, and when they were first seen.
  var temporaries: [RelativePath: Int64] = [:]
  /// When many deletions at once began to come in.
  var deletionsWaitSince: Int64?
  /// Files that were seen and have to be read.
  var sightings: [Sighting] = []
  var largeReads: [LargeRead] = []
  /// Documents over the size limit, whose contents are not kept.
  var largeDocuments: Set<RelativePath> = []
  /// Conflict copies that have to be joined to their documents.
  var copies: Set<RelativePath> = []
  /// Conflict copies whose document is not settled yet, and when to look at them again.
  var waitingCopies: [RelativePath: Int64] = [:]
  /// Conflict copies whose document isn't there.
  var orphans: Set<RelativePath> = []
  /// Conflict copies that equal their document, and since when that is seen.
  var equalSince: [RelativePath: Int64] = [:]
  /// Conflict copies that could not be joined so far, and why.
  var unjoined: [RelativePath: UnjoinedCopy] = [:]
  /// Conflict copies that another machine should settle, and since when they wait for that.
  var foreignSince: [RelativePath: Int64] = [:]
  /// Documents that are names of one file, by its inode.
  var linked: [UInt64: Set<RelativePath>] = [:]
  /// What vanished a moment ago, by inode: made when it is first asked for.
  var vanished: VanishedDocuments?
  var grouping = ReportGrouping()
  /// Documents whose deletion waits for a person.
  var heldDeletions: Set<RelativePath> = []
  /// Documents that a look at everything after a start did not find, nor any other: the root may be
  /// another one than it was, until one of them is seen.
  var unproven: Set<RelativePath> = []
  var rootState = RootState.present
  package var isPaused = false
  /// Contents that the running cycle has in hand, so that none is read twice.
  var inHand: [Digest: [UInt8]] = [:]
  /// Whether another program has removed the state under the library's hands: it has to be opened
  /// anew, or nothing that it writes down would be kept.
  var isStateGone = false
  /// What the store or the volume can't do at the moment, for status.
  var trouble: String?
  var nextRescan: Int64 = .max
  var nextPoll: Int64 = .max
  var nextRootLook: Int64 = .max
  var needsRootLook = false
  var displacedLook: Int64 = .max
  /// The action that the running plan has recorded, so that its later steps join it.
  var openAction: Action?
  /// The conflict that a person is settling.
  var resolving: UInt64?
  /// Whether an action is being taken back, which is no action itself.
  var isUndoing = false
  var syncDue: Int64?
  var thinDue: Int64 = .max
  var special: Int = 0
  /// Notes from opening the store, for status.
  package var notes: [String]
  /// Called after each commit with events in it.
  package var onEvents: (() -> Void)?

  /// - Parameters:
  ///   - damage: what was found damaged when the store was opened.
  ///   - digest: SHA-256 of content; the simulator may use a quicker one.
  package init(
    name: String, volume: any Volume, store: StateStore, settings: Settings, damage: [String] = [],
    digest: @escaping ([UInt8]) -> Digest
  ) {
    self.name = name
    self.volume = volume
    self.store = store
    self.settings = settings
    self.digest = digest
    notes = damage
    isNew = store.lastEvent == 0 && store.bases.isEmpty
    var rules = IgnoreSet()
    rules.insert(IgnoreRules(parsing: settings.keptSideBySide, in: .root))
    sideBySide = rules
  }

  /// What is done with versions of this document that both changed.
  func policy(for path: RelativePath) -> Situation.Policy {
    if settings.keptSideBySide.isEmpty { return settings.policy }
    if case .always? = sideBySide.verdict(for: path, isDirectory: false) { return .copy }
    return settings.policy
  }

  /// Begins the first look at everything, and takes up what a crash left behind.
  package func start(at now: Moment) {
    self.now = now
    startTime = now
    for line in notes {
      record([], events: [draft(.damage, .root, details: [line])])
    }
    explainUnreadable()
    considerAllCopies()
    settling.note(.everything(reason: .start), at: now.steady)
    thinDue = now.steady + Nanoseconds.seconds(60)
    // What a predecessor that was killed had written down need not be on the disk yet.
    syncDue = now.steady + Nanoseconds.seconds(1)
  }

  /// Whether it is still adopting the library as it found it.
  var isAdopting: Bool { isNew }

  /// When the library wants its next cycle; nil while only a hint can give it work.
  package var nextDeadline: Int64? {
    if isPaused { return nil }
    if hasWork { return now.steady }
    var deadlines = [nextRescan, nextPoll, nextRootLook, displacedLook, thinDue].filter {
      $0 != .max
    }
    if let due = settling.nextDeadline { deadlines.append(due) }
    if let due = grouping.nextDeadline { deadlines.append(due) }
    if let due = syncDue { deadlines.append(due) }
    if let due = waitingCopies.values.min() { deadlines.append(due) }
    return deadlines.min()
  }

  /// Whether the next cycle has something to do without waiting.
  package var hasWork: Bool {
    !sightings.isEmpty || !directories.isEmpty || !largeReads.isEmpty || !copies.isEmpty
      || fullScan != nil || settling.everything != nil || settling.displacedWereTouched
  }
}
