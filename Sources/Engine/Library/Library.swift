import Documents
package import Reconciliation
package import StateStore

/// One library: runs its cycle, and answers requests between two of them.
///
/// It belongs to the engine's thread; nothing in it suspends, so that nothing re-enters. Every
/// effect goes through its replicas' volumes and `store`, and time comes in as a value: the simulator runs it
/// as it is.
package final class Library {
  package let name: String
  /// The directories that hold it; at least one.
  package private(set) var replicas: [Replica] = []
  /// Whether it has several replicas, or had: then each is known by its mark.
  let isShared: Bool
  /// One more than the highest number of a replica that the state knows or that is open.
  let numberLimit: Int
  /// Whether what a root is known by has changed since this was last set to false.
  var hasNewMarks = true
  package let store: StateStore
  package let settings: Settings
  var types: DocumentTypeRegistry { settings.types }
  /// Which directories are one document each.
  var packages: PackageNames { settings.types.packages }
  package let digest: ([UInt8]) -> Digest

  /// The time at which the running cycle or request began.
  var now = Moment(wall: 0, steady: 0)
  var startTime = Moment(wall: 0, steady: 0)
  /// The documents that are never joined by themselves.
  private let sideBySide: IgnoreSet
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
  /// Documents over the size limit, whose contents are not kept.
  var largeDocuments: Set<RelativePath> = []
  /// Documents over the limit that are being written into replicas, the first in its turn.
  var largeCopies: [LargeCopy] = []
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
  var grouping = ReportGrouping()
  package var isPaused = false
  /// Contents that the running cycle has in hand, so that none is read twice.
  var inHand: [Digest: [UInt8]] = [:]
  /// Whether another program has removed the state under the library's hands: it has to be opened
  /// anew, or nothing that it writes down would be kept.
  var isStateGone = false
  /// What the store or the volume can't do at the moment, for status.
  var trouble: String?
  /// The action that the running plan has recorded, so that its later steps join it.
  var openAction: Action?
  /// The replica in which the version was found that is being united with the library's.
  var finder: Replica?
  /// The conflict that a person is settling.
  var resolving: UInt64?
  /// Whether an action is being taken back, which is no action itself.
  var isUndoing = false
  var syncDue: Int64?
  var thinDue: Int64 = .max
  /// Notes from opening the store, for status.
  package var notes: [String]
  /// Called after each commit with events in it.
  package var onEvents: (() -> Void)?

  /// - Parameters:
  ///   - volumes: the replicas' directories, in the library's order; at least one.
  ///   - numbers: which replicas of the state these are; as many in their order where none are given.
  ///   - damage: what was found damaged when the store was opened.
  ///   - digest: SHA-256 of content; the simulator may use a quicker one.
  package init(
    name: String, volumes: [any Volume], numbers: [Int]? = nil, store: StateStore,
    settings: Settings, damage: [String] = [], digest: @escaping ([UInt8]) -> Digest
  ) {
    self.name = name
    self.store = store
    self.settings = settings
    self.digest = digest
    notes = damage
    isNew = store.lastEvent == 0 && store.bases.isEmpty
    var rules = IgnoreSet()
    rules.insert(IgnoreRules(parsing: settings.keptSideBySide, in: .root))
    sideBySide = rules
    let numbers = numbers ?? Array(volumes.indices)
    isShared = volumes.count > 1 || !store.knownReplicas.isEmpty
    numberLimit = (numbers + store.knownReplicas).reduce(0, max) + 1
    replicas = zip(numbers, volumes).map { Replica($0, $1, of: self) }
  }

  /// Whether every replica that is there was looked at.
  var isEverythingScanned: Bool {
    replicas.allSatisfy { $0.isScanned || $0.rootState != .present }
  }

  /// The replica that a request is met in: the first that is there, of those that are written to
  /// and count.
  var lead: Replica {
    let present = replicas.filter { $0.rootState == .present }
    return present.first { $0.isWritten && $0.way != .takes } ?? present.first { $0.isWritten }
      ?? present.first ?? replicas[0]
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
    for replica in replicas {
      replica.settling.note(.everything(reason: .start), at: now.steady)
      replica.needsRootLook = isShared
    }
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
    var deadlines = replicas.compactMap(\.nextDeadline)
    if thinDue != .max { deadlines.append(thinDue) }
    if let due = grouping.nextDeadline { deadlines.append(due) }
    if let due = syncDue { deadlines.append(due) }
    if let due = waitingCopies.values.min() { deadlines.append(due) }
    return deadlines.min()
  }

  /// Whether the next cycle has something to do without waiting.
  package var hasWork: Bool {
    !copies.isEmpty || !largeCopies.isEmpty || replicas.contains { $0.hasWork }
  }
}
