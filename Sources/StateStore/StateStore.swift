package import Reconciliation

/// Keeps one library's bases, contents by digest, history, conflicts, intents, actions and events.
///
/// What is committed is as a whole there after a crash, or not at all; what was synced is there.
/// Torn and flipped bytes are noticed by checksum, set aside, and cost as little as can be: a
/// lost state costs merges, never a document. Not thread-safe: it belongs to the engine's thread.
package final class StateStore {
  package let limits: StoreLimits

  let disk: any StateDisk
  var facts: Facts
  var journal: Journal
  var contents: Contents
  /// The last identifier that was given out.
  private var lastGiven: UInt64
  /// How many identifiers are written down as given out at once: more the more are asked for.
  private var identifierBlock: UInt64 = 8
  /// The size of the journal at which writing it anew is tried again after it failed.
  private var compactionPostponed: Int64 = 0
  /// The last batch that the mark says was durable; nil where it says nothing yet.
  var markedSequence: UInt64?
  /// Whether this process has made a mark.
  private var hasMarked = false
  /// Documents whose history is still to be thinned in this round.
  var toThin: [RelativePath] = []
  /// When the last round over all histories began.
  var lastRound: Int64?
  /// The time of the last `thin`.
  var lastThinned: Int64?

  init(
    disk: any StateDisk, limits: StoreLimits, facts: Facts, journal: Journal, contents: Contents
  ) {
    self.disk = disk
    self.limits = limits
    self.facts = facts
    self.journal = journal
    self.contents = contents
    lastGiven = facts.lastIdentifier
  }

  // MARK: What is known

  package var bases: Bases { facts.bases }
  package var conflicts: [UInt64: Conflict] { facts.conflicts }
  package var intents: [UInt64: Intent] { facts.intents }
  /// The newest last; the oldest are let go of above `StoreLimits.actions`.
  package var actions: [Action] { facts.actions }

  /// What a replica holds of its documents where that isn't the library's version.
  package func held(in replica: Int) -> [RelativePath: Held] { facts.held[replica] ?? [:] }

  package func held(_ path: RelativePath, in replica: Int) -> Held? { facts.held[replica]?[path] }

  /// Where a replica has a document, if that is under another name than the library.
  package func place(of path: RelativePath, in replica: Int) -> RelativePath? {
    facts.places[replica]?[path]
  }

  /// Those that a replica has under other names: where it has each, by the library's name.
  package func places(in replica: Int) -> [RelativePath: RelativePath] {
    facts.places[replica] ?? [:]
  }

  /// The directories of a library with several replicas, with a bit for each that has it.
  package var directories: [RelativePath: UInt64] { facts.directories }

  /// A document's user xattrs: those that a replica was last seen to have, or, with no replica,
  /// those that all are to have.
  package func attributes(of path: RelativePath, in replica: Int? = nil) -> Attributes {
    facts.attributes(of: path, in: replica)
  }

  /// What a replica's root is known by; nil before it was first seen.
  package func identity(of replica: Int) -> [UInt8]? {
    facts.identities[replica].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The replicas that it knows the roots of, by number.
  package var knownReplicas: [Int] {
    facts.identities.filter { !$0.value.isEmpty }.keys.sorted()
  }

  /// The number of the newest event there ever was; 0 where none was.
  package var lastEvent: UInt64 { facts.events.last }

  /// The number of the oldest event that is kept; 0 where none is.
  package var firstEvent: UInt64 { facts.events.first }

  /// At most `limit` events with higher numbers, the oldest first.
  package func events(after number: UInt64, limit: Int) -> [Event] {
    facts.events.events(after: number, limit: limit)
  }

  /// The versions that can be brought back, the newest first.
  package func history(of path: RelativePath) -> [HistoryEntry] {
    (facts.history[path] ?? []).reversed()
  }

  /// Every document that has a history, also those that are gone, in no order.
  package var pathsWithHistory: [RelativePath] { Array(facts.history.keys) }

  /// What the state takes on disk.
  package var storedBytes: Int64 { journal.end + contents.storedBytes }

  /// What was found damaged since the last call: one line each, for a person.
  package func takeDamage() -> [String] {
    defer { contents.damage = [] }
    return contents.damage
  }

  // MARK: Writing down

  /// An identifier for a conflict, an intent or an action: never given twice, also after a crash.
  ///
  /// A few are written down at a time before the first of them is given out, so that numbers are
  /// left out at a restart. Where that can't be written, the commit that uses one writes it down.
  package func nextIdentifier() -> UInt64 {
    let identifier = lastGiven + 1
    if identifier > facts.lastIdentifier {
      identifierBlock = min(identifierBlock * 2, 4_096)
      let entry = Entry.identifiers(below: identifier + identifierBlock)
      do {
        try write([entry])
        facts.noteIdentifiers(below: identifier + identifierBlock)
        try sync()
      } catch {
        facts.noteIdentifiers(below: identifier + 1)
      }
    }
    lastGiven = identifier
    return identifier
  }

  /// Writes all of the records down, or none; where it throws, nothing has changed and the same
  /// can be tried again.
  ///
  /// Events are numbered here, each with the number after the last, whatever number they bring.
  /// Durable only once `sync` has returned.
  package func commit(_ records: [Record]) throws(StateDiskError) {
    guard !records.isEmpty else { return }
    var number = facts.events.last
    let numbered = records.map { record in
      guard case .event(var event) = record else { return record }
      number += 1
      event.number = number
      return .event(event)
    }
    try write(numbered.map(Entry.record))
    for record in numbered {
      facts.apply(record, counting: &contents.index)
      if let identifier = record.identifier { lastGiven = max(lastGiven, identifier) }
    }
    compactIfOverdue()
  }

  private func write(_ entries: [Entry]) throws(StateDiskError) {
    try restoreJournal()
    var writer = ByteWriter()
    writer.reserve(128 * entries.count)
    for entry in entries { entry.write(to: &writer) }
    try journal.append(writer.bytes)
  }

  /// Keeps a content, once however often it is given. Commit the facts that need it before
  /// `thin` is called for the second time after this.
  package func keep(_ content: [UInt8], as digest: Digest) throws(StateDiskError) {
    try contents.keep(content, as: digest)
  }

  /// Keeps several contents in as few writes as can be. Where it throws, some may be kept, and the
  /// same can be tried again.
  package func keep(_ contents: [(content: [UInt8], digest: Digest)]) throws(StateDiskError) {
    try self.contents.keep(contents)
  }

  /// The content, checked against its digest. Nil where it is not kept, or damaged: then
  /// `takeDamage` says so, and it can be kept again.
  package func content(_ digest: Digest) throws(StateDiskError) -> [UInt8]? {
    try contents.content(digest)
  }

  package func has(_ digest: Digest) -> Bool { contents.index.place(of: digest) != nil }

  /// Makes everything kept and committed so far durable: contents first, so that no fact is
  /// durable whose content is not.
  package func sync() throws(StateDiskError) {
    try contents.sync()
    try restoreJournal()
    try journal.sync()
    if !hasMarked || Mark.isDue(at: journal.sequence, after: markedSequence ?? 0) { makeMark() }
  }

  /// Makes everything durable, and what is needed to open it again quickly; to be called last.
  package func finish() throws(StateDiskError) {
    try sync()
    try contents.indexOpenSegment()
  }

  private func makeMark() {
    guard journal.sequence != markedSequence ?? 0 else { return }
    let mark = Mark(
      sequence: journal.sequence, lastEvent: lastEvent, lastIdentifier: facts.lastIdentifier)
    do {
      try disk.replace(Mark.name, with: mark.bytes)
      markedSequence = journal.sequence
      hasMarked = true
    } catch {
      // The one before says less, but nothing wrong; the next sync tries again.
    }
  }

  private func restoreJournal() throws(StateDiskError) {
    if journal.isDoubtful { try journal.replace(with: facts.picture()) }
  }

  // MARK: Compaction

  /// Writes the journal anew if more than half of it says what is no longer so.
  func compactIfWorthwhile() throws(StateDiskError) {
    guard journal.end > max(Int64(limits.journalBytes), 2 * journal.pictureEnd) else { return }
    try journal.replace(with: facts.picture())
  }

  /// The same in the middle of work, when it can't wait for `thin` any longer.
  private func compactIfOverdue() {
    let bound = 4 * max(Int64(limits.journalBytes), journal.pictureEnd)
    guard journal.end > max(bound, compactionPostponed) else { return }
    do {
      try journal.replace(with: facts.picture())
    } catch {
      // The journal is as good as before, only long.
      compactionPostponed = journal.end + journal.end / 4
    }
  }
}

extension Record {
  /// The identifier that it uses up.
  fileprivate var identifier: UInt64? {
    switch self {
    case .setConflict(let conflict): conflict.id
    case .setIntent(let intent): intent.id
    case .setAction(let action): action.id
    default: nil
    }
  }
}
