import Reconciliation
import StateStore

/// How much one cycle looks at, so that requests are answered in between.
private enum ScanLimits {
  /// Files that wait to be read; more are not looked for.
  static let waiting = 512
  /// Due paths: all are sorted each time, so that few at a time would cost more.
  static let paths = 4_096
  static let directories = 128
}

extension Replica {
  /// Finds out what has to be read: due paths, new directories, and the look at everything.
  func scan() {
    if let reason = settling.takeEverything() { beginFullScan(reason) }
    if sightings.count < ScanLimits.waiting {
      let due = settling.takeDue(at: now.steady, limit: ScanLimits.paths)
      for path in due.looks { look(at: path) }
      loseGone(due.gone)
    }
    let budget = ScanLimits.directories
    continueFullScan(budget - listDirectories(budget))
    recogniseArrivals()
  }

  /// Looks at what stands under one name now.
  func look(at path: RelativePath) {
    do throws(VolumeError) {
      guard let entry = try volume.stamp(path) else {
        // An empty place is only believed after the time in which it may be filled again.
        if isKnown(path) {
          settling.vanish(path, now: now.steady)
        } else {
          rest(path)
          temporaries[path] = nil
        }
        return
      }
      see(path, entry)
    } catch {
      fail(path, error)
    }
  }

  /// Whether the path is a document, or holds one.
  func isKnown(_ path: RelativePath) -> Bool {
    agreed(path) != nil || listed.contains(path)
  }

  /// Takes what a look showed under a name.
  func see(_ path: RelativePath, _ entry: Entry) {
    var isIgnored = false
    if case .always? = ignored(path, isDirectory: entry.kind.isDirectory) { isIgnored = true }
    see(path, entry, isIgnored: isIgnored)
  }

  /// Takes what was found under a name that was judged already.
  private func see(_ path: RelativePath, _ entry: Entry, isIgnored: Bool) {
    if noteParked(path, entry) { return }
    if !leftDirectories.isEmpty, leftDirectories.remove(path) != nil { leave(path) }
    if !entry.kind.isDocument && agreed(path) != nil {
      settling.vanish(path, now: now.steady)
    }
    switch entry.kind {
    case .directory where !isIgnored: directories.insert(path)
    case .file where isIgnored, .package where isIgnored, .symbolicLink where isIgnored:
      forgetIgnored(path)
    case .file, .package, .symbolicLink:
      if isIgnoreRules(path), readIgnoreRules(path) { ignoreRulesChanged() }
      seeFile(path, entry)
    case .directory, .special: break
    }
  }

  /// Something else stands where a directory was: what was in that is gone until it is seen again,
  /// and a directory there is to be listed with all beneath it.
  private func leave(_ directory: RelativePath) {
    for path in documents where path.isBeneath(directory) {
      settling.vanish(path, now: now.steady)
    }
    listed = listed.filter { $0 != directory && !$0.isBeneath(directory) }
  }

  private func seeFile(_ path: RelativePath, _ entry: Entry) {
    noteNames(of: entry, path)
    if let base = agreed(path) {
      if !unproven.isEmpty, unproven.contains(path) { unproven = [] }
      if base.fingerprint == entry.fingerprint && library.isKept(base) {
        if setBack.stage == .unproven { setBack.stage = .asLeft }
        settle(path)
        return
      }
      if library.isShared, way != .takes, base.fingerprint.inode != entry.fingerprint.inode {
        noteArrival(path, entry)
        return
      }
    } else if isExtra(path, entry) {
      return
    } else if fullScan?.mayFindMoves == true {
      fullScan?.appeared.append((path, entry))
      return
    } else if waitsAsNew(path, entry) {
      if library.isShared { newcomers[entry.fingerprint.inode] = path }
      return
    } else if moveUnread(to: path, entry) {
      return
    }
    sightings.append(Sighting(path: path, entry: entry))
  }

  /// Whether a replica that only follows has it and the library hasn't, as was found before: it is
  /// not read again while it stays as it is.
  private func isExtra(_ path: RelativePath, _ entry: Entry) -> Bool {
    guard way == .takes, let found = extras[path] else { return false }
    if found == entry.fingerprint && store.bases[path] == nil { return true }
    extras[path] = nil
    return false
  }

  /// Remembers which documents are one file. A write through one name is told of that name only.
  private func noteNames(of entry: Entry, _ path: RelativePath) {
    if entry.links > 1 {
      linked[entry.fingerprint.inode, default: []].insert(path)
    } else if !linked.isEmpty {
      linked[entry.fingerprint.inode] = nil
    }
  }

  /// Has the other names of a file that changed looked at.
  func lookAtOtherNames(of path: RelativePath, inode: UInt64) {
    guard let names = linked[inode] else { return }
    for other in names where other != path { settling.look(at: other, after: 0, now: now.steady) }
  }

  /// A document that is as it was last agreed needs no attention any more.
  func settle(_ path: RelativePath) {
    heldDeletions.remove(path)
    rest(path)
  }

  /// Nothing is to be done about what is there. Where the replica is behind, it catches up, and
  /// what held that up is over when it has.
  func rest(_ path: RelativePath) {
    if isBehind(path) {
      catchingUp.insert(path)
    } else {
      endHold(path)
    }
  }

  // MARK: Directories

  /// Lists directories that are new or aren't watched, at most `limit`. Returns how many.
  private func listDirectories(_ limit: Int) -> Int {
    var names: [RelativePath: Set<RelativePath>] = [:]
    var count = 0
    while count < limit, let directory = directories.popFirst() {
      if let found = list(directory) { names[directory] = found }
      count += 1
    }
    missChildren(except: names)
    return count
  }

  /// Lists one. Returns the names in it where it has to be known which of its documents are missing.
  private func list(_ directory: RelativePath) -> Set<RelativePath>? {
    do throws(VolumeError) {
      let entries = try volume.list(directory)
      let isNew = noteListed(directory)
      noteFound(directory)
      endHold(listing: directory)
      loadIgnoreRules(in: directory, entries)
      var names: Set<RelativePath> = []
      let sightingsBefore = sightings.count
      for entry in entries {
        guard let path = directory.appending(entry.name) else { continue }
        names.insert(path)
        if entry.kind == .directory && listed.contains(path) && !isNew { continue }
        see(path, entry, isIgnored: isIgnored(path, entry))
      }
      if !isNew && sightings.count > sightingsBefore { volume.favour(directory) }
      for path in unlisted.removeValue(forKey: directory)?.subtracting(names).sorted() ?? [] {
        settling.vanish(path, now: now.steady)
      }
      return isNew ? nil : names
    } catch {
      if error.kind != .missing {
        fail(directory, error)
      } else {
        // Where directories are polled, nothing else tells.
        if listed.contains(directory) { settling.vanish(directory, now: now.steady) }
        for path in unlisted.removeValue(forKey: directory) ?? [] {
          settling.vanish(path, now: now.steady)
        }
      }
      return nil
    }
  }

  /// Notes that a directory was listed; true where that is new. Those above it are known with it:
  /// one that Collate made for a document may be moved away before it was listed itself.
  private func noteListed(_ directory: RelativePath) -> Bool {
    let isNew = listed.insert(directory).inserted
    var above = directory.parent
    while !above.isRoot, listed.insert(above).inserted {
      directories.insert(above)
      above = above.parent
    }
    return isNew
  }

  /// Has the documents of these directories looked for that are not among the names found there:
  /// one walk over all documents for all of the directories.
  private func missChildren(except names: [RelativePath: Set<RelativePath>]) {
    guard !names.isEmpty else { return }
    for path in documents {
      if let found = names[path.parent], !found.contains(path) {
        settling.vanish(path, now: now.steady)
      }
    }
  }

  /// Lists the directories whose changes are not told.
  func poll() {
    let polled = volume.unwatched()
    for directory in polled { directories.insert(directory) }
    nextPoll = polled.isEmpty ? .max : now.steady + settings.pollInterval
  }

  // MARK: Everything

  private func beginFullScan(_ reason: EverythingReason) {
    if reason == .overflow {
      library.record(
        [],
        events: [
          library.draft(
            .overflow, .root, details: ["too much happened at once; looking at everything"])
        ])
    }
    beginProof(reason)
    fullScan = FullScan(
      reason: reason, isAdoption: library.isNew, known: documents)
    isOnNetwork = volume.isChangedElsewhere()
    let intervals = [
      settings.rescanInterval, isOnNetwork ? settings.networkRescanInterval : 0,
    ].filter { $0 > 0 }
    nextRescan = intervals.min().map { now.steady + $0 } ?? .max
  }

  private func continueFullScan(_ directoryLimit: Int) {
    guard var scan = fullScan else { return }
    // Only this scan may be going on, so that its parts can be taken out of the library's state.
    fullScan = nil
    var budget = directoryLimit
    while budget > 0, sightings.count < ScanLimits.waiting || setBack.stage == .unproven,
      let directory = scan.queue.popLast()
    {
      listForScan(directory, &scan)
      budget -= 1
    }
    if scan.queue.isEmpty {
      if scan.isAdoption && (!sightings.isEmpty || !largeReads.isEmpty) {
        fullScan = scan
      } else {
        endFullScan(scan)
      }
    } else {
      fullScan = scan
    }
  }

  private func listForScan(_ directory: RelativePath, _ scan: inout FullScan) {
    do throws(VolumeError) {
      let entries = try volume.list(directory)
      listed.insert(directory)
      scan.directories.insert(directory)
      noteFound(directory)
      endHold(listing: directory)
      loadIgnoreRules(in: directory, entries)
      for entry in entries {
        guard let path = directory.appending(entry.name) else { continue }
        take(path, entry, &scan)
      }
    } catch {
      guard error.kind != .missing || directory.isRoot else { return }
      scan.unlisted.append(directory)
      fail(directory, error)
    }
  }

  private func take(_ path: RelativePath, _ entry: Entry, _ scan: inout FullScan) {
    if noteParked(path, entry) { return }
    let isIgnored = isIgnored(path, entry)
    switch entry.kind {
    case .directory:
      if !isIgnored { scan.queue.append(path) }
    case .file, .package, .symbolicLink:
      if isIgnored {
        scan.missing.remove(path)
        forgetIgnored(path)
        return
      }
      scan.seen += 1
      if scan.missing.remove(path) != nil || scan.isAdoption {
        see(path, entry, isIgnored: false)
      } else if agreed(path) == nil {
        scan.appeared.append((path, entry))
      }
    case .special:
      scan.special += 1
    }
  }

  private func endFullScan(_ scan: FullScan) {
    special = scan.special
    leftDirectories = []
    let missing = scan.missing.filter { path in
      !scan.unlisted.contains { $0.isRoot || path.isBeneath($0) }
    }
    noteProof(of: scan)
    endProof(missing: missing)
    for path in missing where agreed(path) != nil {
      settling.vanish(path, now: now.steady)
    }
    for new in scan.appeared where agreed(new.path) == nil {
      see(new.path, new.entry, isIgnored: false)
    }
    if !scan.unlisted.contains(.root) {
      isScanned = true
      if scan.isAdoption && library.isEverythingScanned { library.tellAdoption() }
      noteMissingDirectories(of: scan)
      noteAllBehind()
    }
    settling.note(.displaced, at: now.steady)
    poll()
    repeatIfIncomplete(scan)
  }

  /// Has the replica catch up with all that changed while it was away.
  func noteAllBehind() {
    guard library.isShared else { return }
    for (path, base) in store.bases where base.fingerprint(in: number) == nil {
      catchingUp.insert(path)
    }
    for path in store.held(in: number).keys.sorted() where isBehind(path) {
      catchingUp.insert(path)
    }
    if !store.places(in: number).isEmpty { news.retryAt = now.steady }
    noteOwedDirectories()
  }

  /// Where nothing at all is found of what was known, the disk may not be mounted: a start didn't
  /// see it go. So that a person who empties a small library is not asked, a root that holds other
  /// things has to lack several.
  private func noteProof(of scan: FullScan) {
    // One of several is known by its mark, which an empty mount point has not.
    guard !library.isShared else { return }
    let isFirstLook = scan.reason == .start || scan.reason == .rootChanged
    let isNothingFound = scan.missing.count == documents.count && scan.unlisted.isEmpty
    let isEmpty = scan.seen + scan.special == 0 && listed.count <= 1
    unproven =
      isFirstLook && isNothingFound && (isEmpty || scan.missing.count >= 3) ? scan.missing : []
    // Mounting is told by nothing.
    if !unproven.isEmpty { nextRootLook = now.steady + Nanoseconds.seconds(2) }
  }

  /// A look at everything that could not list a directory is made again, the later the more often
  /// that happened: only then is it known what is missing there.
  private func repeatIfIncomplete(_ scan: FullScan) {
    guard !scan.unlisted.isEmpty else {
      incompleteScans = 0
      return
    }
    let delay = Nanoseconds.seconds(1) << min(incompleteScans, 8)
    incompleteScans += 1
    nextRescan = min(nextRescan, now.steady + delay)
  }
}
