import Reconciliation
import StateStore

extension Replica {
  /// Looks at what came out of exchanges: what a program wrote there late is a version like any
  /// other, and what nobody can write to any more goes, its content being in history.
  func takeDisplaced() {
    guard fullScan == nil, sightings.isEmpty, settling.takeDisplaced() else { return }
    let files: [DisplacedFile]
    do throws(VolumeError) {
      files = try volume.displaced()
    } catch {
      fail(.root, error)
      return
    }
    let present = Set(files.map(\.id))
    for intent in store.intents.values.sorted(by: { $0.id < $1.id })
    where intent.replica == number && !present.contains(intent.id) {
      // Once the intent is gone, nothing tells that the copy is ours.
      library.takeUpUnrecordedCopy(intent)
      library.record([.dropIntent(intent.id)], events: [])
    }
    for file in files.sorted(by: { $0.id < $1.id }) { take(file) }
  }

  private func take(_ file: DisplacedFile) {
    let found = file.digestOfLarge ?? library.digest(file.content)
    if file.digestOfLarge == nil { library.inHand[found] = file.content }
    guard let intent = store.intents[file.id] else {
      if file.digestOfLarge != nil {
        putBack(file, beside: RelativePath("recovered") ?? .root)
      } else if store.has(found) {
        // A power cut brought it back after it had been dealt with.
        discard(Intent(id: file.id, path: .root, expected: found, installed: nil))
      } else {
        rescueOrphan(file, found)
      }
      return
    }
    guard !file.isOpen else {
      // It may be half of what is being written; the close tells.
      displacedLook = now.steady + Nanoseconds.seconds(1)
      return
    }
    let isOurs = found == intent.installed || found == intent.expected
    if isOurs || isKept(found, for: intent.path) {
      // Ours that never took its place, or the version that was expected: nothing new.
      discard(
        Intent(
          id: intent.id, path: intent.path, expected: found, installed: intent.installed,
          replica: number))
      return
    }
    if file.digestOfLarge != nil {
      putBack(file, beside: intent.path)
      return
    }
    guard library.keep(file.content, as: found) else {
      displacedLook = now.steady + Nanoseconds.seconds(5)
      return
    }
    let version = Incoming(
      digest: found, modified: file.fingerprint.modified, changedFrom: intent.expected,
      origin: .displaced(file.id))
    let settlement = library.reconcile(
      intent.path, [version], in: self,
      purpose: .joining("what a program wrote while a version was installed"))
    if case .held = settlement {
      // Not at once: what holds the document, a lock or a full disk, may last.
      displacedLook = min(displacedLook, now.steady + Nanoseconds.milliseconds(500))
      return
    }
    let isKnown = library.record(
      [
        .setIntent(
          Intent(
            id: intent.id, path: intent.path, expected: found, installed: intent.installed,
            replica: number)),
        .addHistory(
          intent.path,
          HistoryEntry(
            time: now.wall, digest: found, size: file.fingerprint.size,
            modified: file.fingerprint.modified, mode: file.fingerprint.mode, reason: .displaced)),
      ], events: [])
    guard isKnown else { return }
    discard(
      Intent(
        id: intent.id, path: intent.path, expected: found, installed: intent.installed,
        replica: number))
  }

  /// A version that nobody expected and that is too large to be kept gets a conflict name, under
  /// which it is found as any new document is.
  private func putBack(_ file: DisplacedFile, beside path: RelativePath) {
    for number in 1...100 {
      let name = ConflictName.make(
        for: Array(path.name), at: now.wall, utcOffsetSeconds: settings.utcOffset(now.wall),
        origin: label, number: number)
      guard let copy = path.parent.appending(name) else { continue }
      do throws(VolumeError) {
        guard try volume.putBack(file.id, at: copy) else { continue }
        syncVolume()
        library.record([.dropIntent(file.id)], events: [])
        settling.look(at: copy, after: 0, now: now.steady)
      } catch {
        displacedLook = now.steady + Nanoseconds.seconds(5)
        fail(path, error)
      }
      return
    }
  }

  /// Whether a displaced version has been dealt with before a crash could say so.
  private func isKept(_ digest: Digest, for path: RelativePath) -> Bool {
    store.bases[path]?.digest == digest
  }

  /// A displaced file that no intent names: the state was lost. Its content is kept, under the
  /// root's own history, and said.
  private func rescueOrphan(_ file: DisplacedFile, _ digest: Digest) {
    guard library.keep(file.content, as: digest) else {
      displacedLook = now.steady + Nanoseconds.seconds(5)
      return
    }
    let entry = HistoryEntry(
      time: now.wall, digest: digest, size: file.fingerprint.size,
      modified: file.fingerprint.modified, mode: file.fingerprint.mode, reason: .displaced)
    let path = RelativePath("(recovered)") ?? .root
    if library.record(
      [.addHistory(path, entry)],
      events: [
        library.draft(
          .damage, path, digest: digest,
          details: [
            "a version was found whose document is not known; `collate log '(recovered)'` has it"
          ])
      ])
    {
      discard(Intent(id: file.id, path: path, expected: digest, installed: nil))
    }
  }

  /// Lets a displaced file go, if nobody can write to it any more.
  func discard(_ intent: Intent) {
    guard let expected = intent.expected else {
      library.record([.dropIntent(intent.id)], events: [])
      return
    }
    do throws(VolumeError) {
      if try volume.discardDisplaced(intent.id, expecting: expected) {
        library.record([.dropIntent(intent.id)], events: [])
      } else {
        displacedLook = now.steady + Nanoseconds.seconds(1)
      }
    } catch {
      displacedLook = now.steady + Nanoseconds.seconds(5)
    }
  }

  func displacedFile(_ id: UInt64) -> DisplacedFile? {
    do throws(VolumeError) {
      return try volume.displaced().first { $0.id == id }
    } catch {
      library.trouble = error.message
      return nil
    }
  }
}
