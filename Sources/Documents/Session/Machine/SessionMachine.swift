/// What a session knows of its document, and what it does next: a value without effects.
///
/// What happens comes in as calls, each with its time since the session began; `next(at:)` says what
/// to do now. One step is done at a time. Events are hints: what is on disk is told only by a look.
struct SessionMachine: Sendable {
  /// What is known of the file.
  enum Disk: Hashable, Sendable {
    /// It holds the version that was read or written last.
    case current
    /// It holds another one, which has not been read yet.
    case changed
    /// It can't be read; since when. The version on disk isn't the one read or written last.
    case unreadable(DocumentProblem, since: Duration)
    /// Its folder can't be reached.
    case unavailable(DocumentProblem)
    /// It is not there.
    case gone
  }

  /// What to do.
  enum Step: Hashable, Sendable {
    /// Nothing until then, or until something happens.
    case rest(until: Duration?)
    /// See what is on disk.
    case look
    /// Read what is on disk, and let the document apply it.
    case reload
    /// Write the document's edits, joined with what is on disk where that has changed.
    case save
    /// The session is closed.
    case end
  }

  /// How long to wait after an event, for more of the same.
  static let settle: Duration = .milliseconds(20)
  /// How often to look where nothing tells of changes, or for a folder to come back.
  static let recheck: Duration = .seconds(1)

  var policy: AutosavePolicy
  /// Whether the document can be written at all.
  let isWritable: Bool
  /// Whether nothing tells of other programs' changes, so that looking is all there is.
  var isBlind = false
  /// Whether a version that was replaced waits for a program that may still write to it.
  var isWaitingForWriter = false
  /// Whether there is a file to save to; a document that is new has none.
  var isPlaced = false

  /// How many edits there ever were, those that were undone and the undoing too.
  private(set) var edits = 0
  private var savedEdits = 0
  private var firstUnsavedEdit: Duration = .zero
  private var lastEdit: Duration = .zero

  private(set) var disk: Disk = .current
  /// Why the last version that was read could not be; until another one was.
  private var refusal: DocumentProblem?
  /// What waits for a person's choice, the oldest first.
  private(set) var conflicts: [DocumentConflict] = []
  private(set) var movedFrom: DocumentPath?
  /// What kept the last save or look from success.
  private(set) var problem: DocumentProblem?
  private(set) var isSaving = false
  private var isClosed = false

  private var lookDue: Duration?
  private var lastLook: Duration = .zero
  private var failures = 0
  /// No step that failed is tried again before then.
  private var retryDue: Duration = .zero

  init(policy: AutosavePolicy, isWritable: Bool) {
    self.policy = policy
    self.isWritable = isWritable
  }

  var hasUnsavedEdits: Bool { edits != savedEdits }

  /// Whether a version on disk that can't be read has been waited for long enough.
  func isPatienceOver(at now: Duration) -> Bool {
    guard case .unreadable(_, let since) = disk else { return false }
    return now >= since + policy.patience
  }

  // MARK: What happens

  /// Someone changed the document.
  mutating func edited(at now: Duration) {
    if !hasUnsavedEdits { firstUnsavedEdit = now }
    edits += 1
    lastEdit = now
    movedFrom = nil
    // What the document's writer refused, it may take now.
    if problem?.kind == .unwritable { retryDue = now }
  }

  /// The document is again what was saved last. A save that is under way writes something else, after
  /// which this was an edit.
  mutating func unedited() {
    edits += 1
    savedEdits = edits
  }

  /// Something may have happened to the file.
  mutating func hinted(at now: Duration) {
    lookDue = min(lookDue ?? .seconds(Int64.max / 2), now + Self.settle)
    // It may have been what was in the way.
    retryDue = min(retryDue, now + Self.settle)
  }

  /// A look told what is on disk; nil where that is what is known already.
  mutating func looked(_ finding: Disk?, at now: Duration) {
    lookDue = nil
    lastLook = now
    guard let finding else { return }
    disk = finding
    if case .unavailable(let problem) = finding { self.problem = problem }
    if finding == .current { settleProblem() }
    if finding != .changed { refusal = nil }
  }

  /// The file was found at another place, and is followed.
  mutating func moved(from old: DocumentPath) {
    movedFrom = movedFrom ?? old
  }

  /// What is on disk was applied, or was what the document had.
  mutating func reloaded() {
    disk = .current
    settleProblem()
  }

  /// What is on disk can't be read.
  mutating func readFailed(_ problem: DocumentProblem, at now: Duration) {
    if case .unreadable(_, let since) = disk {
      disk = .unreadable(problem, since: since)
    } else {
      disk = .unreadable(problem, since: now)
    }
    self.problem = problem
    refusal = problem
    failed(problem, at: now)
  }

  mutating func savingBegan() {
    isSaving = true
  }

  /// The document's edits up to this number are on disk.
  mutating func saved(edits number: Int, at now: Duration) {
    isSaving = false
    savedEdits = number
    firstUnsavedEdit = now
    disk = .current
    movedFrom = nil
    settleProblem()
  }

  /// Nothing was saved; the edits stay.
  mutating func savingFailed(_ problem: DocumentProblem, at now: Duration) {
    isSaving = false
    self.problem = problem
    if problem.kind == .unavailable { disk = .unavailable(problem) }
    failed(problem, at: now)
  }

  /// Saving was given up, for no fault of its own.
  mutating func savingCancelled() {
    isSaving = false
  }

  /// The edits are not wanted any more.
  mutating func reverted() {
    savedEdits = edits
    reloaded()
  }

  /// Another program's version lies beside the document.
  mutating func conflicted(_ conflict: DocumentConflict) {
    if !conflicts.contains(where: { $0.copy == conflict.copy }) { conflicts.append(conflict) }
  }

  /// A person has chosen.
  mutating func resolved(_ conflict: DocumentConflict) {
    conflicts.removeAll { $0 == conflict }
  }

  mutating func closed() {
    isClosed = true
  }

  private mutating func settleProblem() {
    problem = nil
    refusal = nil
    failures = 0
    retryDue = .zero
  }

  private mutating func failed(_ problem: DocumentProblem, at now: Duration) {
    failures += 1
    switch problem.kind {
    case .full, .unavailable, .locked, .busy:
      // Cheap to try, and over from one moment to the next, of which nothing tells.
      retryDue = now + min(policy.firstRetry, Self.recheck)
    default:
      let doubled = policy.firstRetry * (1 << min(failures - 1, 16))
      retryDue = now + min(doubled, policy.longestRetry)
    }
  }

  // MARK: What to do

  /// What to do now.
  func next(at now: Duration) -> Step {
    if isClosed { return .end }
    let due = dueSteps
    if let step = due.filter({ $0.at <= now }).min(by: { $0.rank < $1.rank }) { return step.step }
    return .rest(until: due.map(\.at).min())
  }

  private struct Due {
    var step: Step
    var at: Duration
    /// Looking comes first, since what is seen decides the rest.
    var rank: Int
  }

  private var dueSteps: [Due] {
    var due: [Due] = []
    if let lookDue { due.append(Due(step: .look, at: lookDue, rank: 0)) }
    if isBlind || isUnavailable || isWaitingForWriter {
      due.append(Due(step: .look, at: lastLook + Self.recheck, rank: 0))
    }
    if let at = reloadDue { due.append(Due(step: .reload, at: at, rank: 1)) }
    if let at = saveDue { due.append(Due(step: .save, at: at, rank: 2)) }
    return due
  }

  private var isUnavailable: Bool {
    if case .unavailable = disk { return true }
    return false
  }

  private var reloadDue: Duration? {
    switch disk {
    case .changed where !hasUnsavedEdits || !isWritable: retryDue
    // In case nothing tells of its becoming readable.
    case .unreadable where !hasUnsavedEdits || !isWritable: retryDue
    default: nil
    }
  }

  private var saveDue: Duration? {
    guard hasUnsavedEdits, isWritable, isPlaced, policy.isEnabled else { return nil }
    switch disk {
    // Sooner than later: the longer both are apart, the less can be joined.
    case .changed: return retryDue
    case .unreadable(let problem, let since):
      let due = since + policy.patience
      return self.problem == problem ? due : max(retryDue, due)
    case .unavailable: return nil
    case .current, .gone:
      let quiet = min(lastEdit + policy.quiet, firstUnsavedEdit + policy.longest)
      return max(retryDue, quiet)
    }
  }
}

extension SessionMachine {
  /// What a person is told: what asks for an answer before what passes by itself.
  var state: DocumentState {
    if let conflict = conflicts.first { return .conflicted(conflict) }
    switch disk {
    case .gone where !isSaving: return .deleted
    case .unreadable(let problem, _), .unavailable(let problem): return .unreadable(problem)
    case .changed:
      if let refusal { return .unreadable(refusal) }
    default: break
    }
    if isSaving { return .saving }
    if hasUnsavedEdits { return .edited }
    if let movedFrom { return .moved(from: movedFrom.url) }
    return .normal
  }
}
