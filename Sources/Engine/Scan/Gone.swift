import Reconciliation
import StateStore

/// How many documents are looked for to know a root by.
private let rootSampleSize = 200

extension Replica {
  /// Decides about names that vanished and did not come back in time.
  func loseGone(_ gone: [RelativePath]) {
    guard !gone.isEmpty else { return }
    if fullScan?.mayFindMoves == true {
      for path in gone { settling.vanish(path, now: now.steady) }
      return
    }
    for path in gone where agreed(path) == nil {
      // What stood there has another name by now, and something new may have taken this one.
      listed.contains(path) ? rest(path) : look(at: path)
    }
    var lost = documents(at: gone).filter { path in
      if news.moves[path] != nil || isParked(path) { return false }
      do throws(VolumeError) {
        guard let entry = try volume.stamp(path) else { return true }
        if entry.kind.isDocument {
          see(path, entry)
          return false
        }
        return true
      } catch {
        // What can't be seen is not gone.
        fail(path, error)
        return false
      }
    }
    lost = bringBackMissing(lost)
    guard !lost.isEmpty else { return }
    // What goes from a replica that only follows is put back.
    if way != .takes, waitsForMore(lost) || holdsDeletion(lost) { return }
    for path in lost { library.delete(path, in: self) }
  }

  /// Whether a directory that was told to be gone is there, or another in its place: then that is
  /// listed anew. Two that were exchanged are both told to be gone.
  private func isDirectoryThere(_ path: RelativePath) -> Bool {
    do throws(VolumeError) {
      guard let entry = try volume.stamp(path), entry.kind == .directory else { return false }
      // One that took a document's place was listed when it was seen to do so.
      if agreed(path) != nil { return true }
      leftDirectories.insert(path)
      see(path, entry)
    } catch {
      // What can't be seen is not gone.
      fail(path, error)
    }
    return true
  }

  /// The documents at these names, or beneath them where they were directories.
  private func documents(at gone: [RelativePath]) -> [RelativePath] {
    var lost = gone.filter { agreed($0) != nil }
    let directories = gone.filter { listed.contains($0) && !isDirectoryThere($0) }
    if library.isShared { lostDirectories.formUnion(directories) }
    listed.subtract(directories)
    leftDirectories.subtract(directories)
    if !directories.isEmpty {
      listed = listed.filter { path in !directories.contains { path.isBeneath($0) } }
      lost += documents.filter { path in
        directories.contains { path.isBeneath($0) }
      }
    }
    return Set(lost).sorted()
  }

  /// Many deletions at once are judged together, when the last of them is in.
  private func waitsForMore(_ lost: [RelativePath]) -> Bool {
    let others = settling.vanishing
    guard lost.count + others.count >= Brakes.massDeletionMinimum, !others.isEmpty else {
      deletionsWaitSince = nil
      return false
    }
    let since = deletionsWaitSince ?? now.steady
    deletionsWaitSince = since
    guard now.steady - since < Nanoseconds.seconds(10) else {
      deletionsWaitSince = nil
      return false
    }
    settling.vanishTogether(lost, now: now.steady)
    return true
  }

  /// Leaves the deletions to a person where they look like a mishap.
  private func holdsDeletion(_ lost: [RelativePath]) -> Bool {
    let all = heldDeletions.union(lost)
    guard
      Brakes.holdsDeletion(of: all.count, among: documents.count)
        || !unproven.isDisjoint(with: lost)
    else { return false }
    let isNew = heldDeletions.isEmpty
    heldDeletions = all
    if isNew {
      let hold = Hold.massDeletion(count: all.count, place: library.isShared ? label : nil)
      library.record([], events: [library.draft(.held, .root, details: [hold.reason])])
    }
    return true
  }

  /// Whether the root is there and the one that is meant; says so when that changes.
  func isRootPresent() -> Bool {
    guard rootState != .present || needsRootLook || now.steady >= nextRootLook else { return true }
    needsRootLook = false
    var state = RootState.missing
    do throws(VolumeError) {
      state = try volume.root()
    } catch {
      library.trouble = error.message
    }
    if library.isShared {
      state = identified(state)
    } else if state == .replaced && acceptsRoot(withPart: unproven.isEmpty ? 2 : rootSampleSize) {
      // Where nothing spoke for the root that was, one document speaks for another.
      state = .present
    }
    if state != rootState {
      let wasPresent = rootState == .present
      isScanned = false
      rootState = state
      // One absence is told once, in whatever ways the root is away.
      if wasPresent || state == .present { tellRootState() }
    }
    nextRootLook =
      state == .present && unproven.isEmpty ? .max : now.steady + Nanoseconds.seconds(2)
    return state == .present
  }

  /// Takes another directory for the root that was deleted and put back, if it holds one in `part`
  /// of the documents: an empty one is what an unmounted volume leaves.
  private func acceptsRoot(withPart part: Int) -> Bool {
    let sample = Array(documents.prefix(rootSampleSize))
    do throws(VolumeError) {
      let isAccepted = try volume.acceptRoot(
        holding: max((sample.count + part - 1) / part, 0), of: sample)
      if isAccepted {
        listed = []
        settling.note(.everything(reason: .rootChanged), at: now.steady)
      }
      return isAccepted
    } catch {
      library.trouble = error.message
      return false
    }
  }

  /// Takes what stands at the root's path for the root, whatever it holds: a person said so.
  /// Returns whether something else stood there.
  func acceptRoot() -> Bool {
    guard rootState == .replaced else { return false }
    if library.isShared {
      library.disown(number)
      needsRootLook = true
      return true
    }
    do throws(VolumeError) {
      guard try volume.acceptRoot(holding: 0, of: []) else { return false }
      rootState = .present
      listed = []
      tellRootState()
      return true
    } catch {
      library.trouble = error.message
      return false
    }
  }

  private func tellRootState() {
    switch rootState {
    case .present:
      let place = library.isShared ? "\(label) is back" : "the root is back"
      library.record([], events: [library.draft(.present, .root, details: [place])])
      settling.note(.everything(reason: .rootChanged), at: now.steady)
    case .missing:
      let place = library.isShared ? label : "the root"
      library.record(
        [],
        events: [
          library.draft(
            .absent, .root,
            details: ["\(place) is missing; nothing is concluded from that until it is back"])
        ])
    case .replaced:
      let place = library.isShared ? label : "the root"
      library.record(
        [],
        events: [
          library.draft(
            .absent, .root,
            details: [
              "another directory stands where \(place) was (an unmounted volume?)",
              "nothing is done until the right one is back; `collate release` takes this one",
            ])
        ])
    }
  }
}
