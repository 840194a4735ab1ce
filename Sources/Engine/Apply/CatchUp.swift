import Reconciliation
import StateStore

/// One thing to be done in a replica, so that it holds what the library holds.
private struct CatchUp {
  var path: RelativePath
  /// Names the file in the staging and displaced folders.
  var id: UInt64
  /// What the replica holds as far as is known; nil for nothing.
  var held: Version?
  /// What it is to hold; nil for nothing.
  var base: Base?
  /// Where a large one lies staged already: its size.
  var stagedSize: Int64?

  var expected: Digest? { held?.digest }

  /// Whether it is only to get other metadata.
  var isOfMetadata: Bool { base != nil && expected == base?.digest }
}

/// What came of it.
private struct CaughtUp {
  var task: CatchUp
  var records: [Record] = []
  /// What lies in the displaced folder, and may go.
  var displaced: Intent?
}

private enum CatchUpLimits {
  /// How much one cycle writes in one replica, so that requests are answered in between.
  static let documents = 512
  static let bytes: Int64 = 16 << 20
}

extension Replica {
  /// Whether it can be given what the library holds: nothing is written to a root that is away, or
  /// was not looked at since it came back.
  var canCatchUp: Bool {
    library.isShared && rootState == .present && isScanned && isWritten && !catchingUp.isEmpty
  }

  func isBehind(_ path: RelativePath) -> Bool {
    guard library.isShared else { return false }
    guard let base = store.bases[path] else { return store.held(path, in: number) != nil }
    return base.fingerprint(in: number) == nil
  }

  /// Gives the replica what it lacks: several documents at once, so that what is written down
  /// before and after is written in one piece.
  func catchUp() {
    var tasks: [CatchUp] = []
    var later: [RelativePath] = []
    var bytes: Int64 = 0
    while tasks.count < CatchUpLimits.documents, bytes < CatchUpLimits.bytes,
      let path = catchingUp.popFirst()
    {
      // What is looked at in a moment is taken up again after that.
      guard !settling.isPending(path), let task = task(for: path) else { continue }
      if task.expected == nil && !sightings.isEmpty {
        later.append(path)
        continue
      }
      bytes += task.base?.fingerprint.size ?? 0
      tasks.append(task)
    }
    for path in later { catchingUp.insert(path) }
    // What comes under a new name comes before it goes from the old one.
    carryOut(tasks.filter { $0.base != nil } + tasks.filter { $0.base == nil })
  }

  /// Gives the replica one document now. Returns why that can't be.
  func catchUpNow(_ path: RelativePath) -> Hold? {
    guard let task = task(for: path) else { return nil }
    carryOut([task])
    return isBehind(path) ? attention[path]?.hold : nil
  }

  private func task(for path: RelativePath) -> CatchUp? {
    guard isWritten, isBehind(path), !isIgnoredAlways(path) else {
      if case .unholdable? = attention[path]?.hold, !isBehind(path) { endHold(path) }
      return nil
    }
    if let reason = refusal(of: path) {
      fail(path, reason)
      return nil
    }
    var base = store.bases[path]
    let held = store.held(path, in: number)?.version
    if isBetweenNames(path) {
      // What the library lost makes room for what is to have its name.
      guard isInTheWay(path) else {
        waitForNames(path)
        return nil
      }
      base = nil
    }
    if let held, !library.isKept(Base(held)) {
      // What is there is read again before it is given away.
      settling.look(at: path, after: 0, now: now.steady)
      return nil
    }
    if let held, held.fingerprint.size > Int64(settings.contentLimit) {
      volume.note(held.digest, of: held.fingerprint)
    }
    if let base = store.bases[path], base.readability == .tooLarge, base.digest != held?.digest,
      !store.has(base.digest), !library.packages.contains(path.name)
    {
      library.copyLarge(path, to: self)
      return nil
    }
    return CatchUp(
      path: path, id: store.nextIdentifier(), held: held, base: base)
  }

  /// Gives the replica a large document that was staged in parts.
  func take(_ copy: LargeCopy) {
    carryOut([
      CatchUp(
        path: copy.path, id: copy.id, held: store.held(copy.path, in: number)?.version,
        base: store.bases[copy.path], stagedSize: copy.fingerprint.size)
    ])
  }

  private func isIgnoredAlways(_ path: RelativePath) -> Bool {
    if case .always? = ignored(path, isDirectory: false) { true } else { false }
  }

  private func carryOut(_ tasks: [CatchUp]) {
    // What comes out may be somebody's work: see `Library.install`.
    let intents = tasks.filter { $0.expected != nil && !$0.isOfMetadata }.map {
      Record.setIntent(intent(of: $0))
    }
    if !intents.isEmpty, !(library.record(intents, events: []) && library.waitForStore()) {
      for task in tasks { library.failToRecord(task.path, in: self) }
      return
    }
    if tasks.count > 1 { volume.stageAhead(tasks.compactMap(installation)) }
    defer { volume.stageAhead([]) }
    var done: [CaughtUp] = []
    for task in tasks {
      do throws(VolumeError) {
        done.append(try carryOut(task))
      } catch {
        // The exchange may have happened before the failure: the displaced folder tells.
        settling.note(.displaced, at: now.steady)
        fail(task.path, error)
      }
    }
    guard !done.isEmpty else { return }
    if settings.flush == .full { syncVolume() }
    guard library.record(done.flatMap(\.records), events: []) else {
      for each in done { library.failToRecord(each.task.path, in: self) }
      settling.note(.displaced, at: now.steady)
      return
    }
    for each in done {
      if !isBehind(each.task.path) { finish(each.task) }
      if store.place(of: each.task.path, in: number) != nil { news.retryAt = now.steady }
    }
    library.record(
      done.compactMap(\.displaced).filter(isDiscarded).map { .dropIntent($0.id) }, events: [])
  }

  private func intent(of task: CatchUp) -> Intent {
    Intent(
      id: task.id, path: task.path, expected: task.expected, installed: task.base?.digest,
      replica: number)
  }

  private func finish(_ task: CatchUp) {
    endHold(task.path)
    guard task.base != nil else { return }
    vanished = nil
    noteParent(of: task.path)
  }

  private func isDiscarded(_ intent: Intent) -> Bool {
    guard let expected = intent.expected else { return true }
    do throws(VolumeError) {
      if try volume.discardDisplaced(intent.id, expecting: expected) { return true }
      displacedLook = min(displacedLook, now.steady + Nanoseconds.seconds(1))
    } catch {
      displacedLook = min(displacedLook, now.steady + Nanoseconds.seconds(5))
    }
    return false
  }

  /// What is about to be installed, as it will most likely be; its content is then in hand.
  private func installation(_ task: CatchUp) -> Installation? {
    guard let base = task.base, base.digest != task.expected, base.readability != .tooLarge,
      let content = library.content(base.digest)
    else { return nil }
    library.inHand[base.digest] = content
    return Installation(
      id: task.id, path: task.path, content: content, digest: base.digest,
      expecting: task.expected, mode: base.mode,
      modified: traits(for: task.path).kept(library.modified(of: base)))
  }

  // MARK: One document

  private func carryOut(_ task: CatchUp) throws(VolumeError) -> CaughtUp {
    if task.isOfMetadata { return try setMetadata(task) }
    return task.base == nil ? try remove(task) : try install(task)
  }

  /// Gives the document that stands there its mode and xattrs, without writing its content.
  private func setMetadata(_ task: CatchUp) throws(VolumeError) -> CaughtUp {
    let path = task.path
    guard let base = task.base, let version = store.held(path, in: number)?.version else {
      return CaughtUp(task: task)
    }
    let wanted = store.attributes(of: path)
    let change = MetadataChange(
      from: agreedMetadata(path), toMode: base.mode, attributes: wanted, in: traits(for: path))
    var fingerprint = version.fingerprint
    // A link has none.
    if !change.isNothing, !fingerprint.isLink {
      switch try volume.setMetadata(path, change, expecting: fingerprint) {
      case .set(let found): fingerprint = found
      case .superseded:
        meetObstacle(path)
        return CaughtUp(task: task)
      case .locked(let holder):
        hold(path, .locked(by: holder), nil)
        return CaughtUp(task: task)
      }
    }
    return CaughtUp(
      task: task,
      records: library.change(path) { $0.agree(fingerprint, in: number) }
        + (try attributeRecords(of: path, wanted)))
  }

  /// What is to be noted of a document's xattrs once they were set: those that are there.
  private func attributeRecords(
    of path: RelativePath, _ wanted: Attributes
  ) throws(VolumeError) -> [Record] {
    let before = store.attributes(of: path, in: number)
    guard !wanted.isEmpty || !before.isEmpty else { return [] }
    let found = try attributes(path)
    return found == before ? [] : [.setAttributes(path, found, replica: number)]
  }

  private func install(_ task: CatchUp) throws(VolumeError) -> CaughtUp {
    let kept =
      task.stagedSize == nil ? task.base.flatMap { library.content(of: $0, task.path) } : []
    guard let base = task.base, let content = kept else {
      fail(task.path, "the content to be written is not kept any more, nor held by a replica")
      return withoutIntent(task)
    }
    if let obstacle = obstacle(to: content, at: task.path) {
      hold(task.path, .unholdable(reason: obstacle), nil)
      return withoutIntent(task)
    }
    let traits = traits(for: task.path)
    let attributes = store.attributes(of: task.path)
    let change = MetadataChange(
      from: agreedMetadata(task.path), toMode: base.mode, attributes: attributes, in: traits)
    let outcome = try volume.install(
      Installation(
        id: task.id, path: task.path, content: content, digest: base.digest,
        expecting: task.expected, standing: task.held?.fingerprint,
        mode: change.mode ?? agreed(task.path)?.fingerprint.mode,
        modified: traits.kept(library.modified(of: base)),
        attributes: traits.holdsAttributes ? attributes : nil, stagedSize: task.stagedSize))
    switch outcome {
    case .installed(let fingerprint, let isDisplaced):
      var done = withoutIntent(task)
      done.records += library.change(task.path) { $0.agree(fingerprint, in: number) }
      done.records += try attributeRecords(of: task.path, attributes)
      // One with several names was written in place: the others show it too.
      if !isDisplaced { lookAtOtherNames(of: task.path, inode: fingerprint.inode) }
      if isDisplaced {
        done.records.removeAll { $0 == .dropIntent(task.id) }
        done.displaced = intent(of: task)
      }
      return done
    case .raced(let fingerprint):
      settling.note(.displaced, at: now.steady)
      return CaughtUp(
        task: task, records: library.change(task.path) { $0.agree(fingerprint, in: number) })
    case .superseded: meetObstacle(task.path)
    case .locked(let holder): hold(task.path, .locked(by: holder), nil)
    case .beingWritten: hold(task.path, .beingWritten, nil)
    }
    return withoutIntent(task)
  }

  private func remove(_ task: CatchUp) throws(VolumeError) -> CaughtUp {
    guard let expected = task.expected else { return withoutIntent(task) }
    switch try volume.remove(task.path, expecting: expected, id: task.id) {
    case .removed:
      return CaughtUp(
        task: task, records: library.change(task.path) { $0.lack(in: number) },
        displaced: intent(of: task))
    case .gone:
      var done = withoutIntent(task)
      done.records += library.change(task.path) { $0.lack(in: number) }
      return done
    case .superseded: meetObstacle(task.path)
    case .locked(let holder): hold(task.path, .locked(by: holder), nil)
    case .beingWritten: hold(task.path, .beingWritten, nil)
    }
    return withoutIntent(task)
  }

  private func withoutIntent(_ task: CatchUp) -> CaughtUp {
    CaughtUp(
      task: task,
      records: task.expected == nil || task.isOfMetadata ? [] : [.dropIntent(task.id)])
  }

  /// Something else than expected has the name: usually a version that is not read yet.
  private func meetObstacle(_ path: RelativePath) {
    do throws(VolumeError) {
      var ancestor = path.parent
      while !ancestor.isRoot {
        if let entry = try volume.stamp(ancestor), entry.kind != .directory {
          avoid(ancestor, entry.kind, for: path)
          return
        }
        ancestor = ancestor.parent
      }
      let entry = try volume.stamp(path)
      if let entry, !entry.kind.isDocument {
        avoid(path, entry.kind, for: path)
      } else if entry != nil || !settling.isPending(path) {
        // Else one that has vanished would begin to wait anew each time.
        settling.look(at: path, after: 0, now: now.steady)
      }
    } catch {
      fail(path, error)
    }
  }

  /// A file and a directory of one name are both kept: the file takes a conflict name.
  private func avoid(_ obstacle: RelativePath, _ kind: Entry.Kind, for path: RelativePath) {
    if library.replicas.contains(where: {
      $0.settling.mayBeGone(obstacle) || $0.isBetweenNames(obstacle)
    }) {
      // A document that became a directory elsewhere is about to go, or to get another name.
      settling.look(at: path, after: Nanoseconds.milliseconds(200), now: now.steady)
      return
    }
    switch kind {
    case .directory where store.bases[path] != nil:
      library.giveWay(path, in: self)
    case .file where obstacle != path && store.bases[obstacle] != nil,
      .symbolicLink where obstacle != path && store.bases[obstacle] != nil,
      .package where obstacle != path && store.bases[obstacle] != nil:
      library.giveWay(obstacle, in: self)
      settling.look(at: path, after: Nanoseconds.milliseconds(50), now: now.steady)
    case .file, .package, .symbolicLink:
      // It is about to go, or to be read.
      settling.look(at: obstacle, after: 0, now: now.steady)
      settling.look(at: path, after: Nanoseconds.milliseconds(100), now: now.steady)
    case .directory, .special:
      fail(path, "\(obstacle) in \(label) is no document, and has its name; move it away")
    }
  }
}
