import Reconciliation
import StateStore

extension Replica {
  /// Why the path is no document, as far as its name tells; nil where it may be one.
  func ignored(_ path: RelativePath, isDirectory: Bool) -> Ignored? {
    ignoring.verdict(
      for: path, isDirectory: isDirectory || library.packages.contains(path.name))
  }

  /// Whether a name in a directory that is a part of the library is ignored, whatever it is.
  func isIgnored(_ path: RelativePath, _ entry: Entry) -> Bool {
    if case .always? = ignoring.ownVerdict(for: path, isDirectory: entry.kind.isDirectory) {
      return true
    }
    return false
  }

  /// Reads a directory's `.collateignore`, found while it was listed.
  func loadIgnoreRules(in directory: RelativePath, _ entries: [Entry]) {
    guard
      entries.contains(where: { $0.kind == .file && $0.name == IgnoreSet.fileName })
    else {
      ignoring.removeRules(in: directory)
      return
    }
    guard let path = directory.appending(IgnoreSet.fileName) else { return }
    readIgnoreRules(path)
  }

  /// Takes the rules as they are now. Returns whether they changed.
  @discardableResult
  func readIgnoreRules(_ path: RelativePath) -> Bool {
    let before = ignoring
    do throws(VolumeError) {
      if case .content(let content, let found) = try volume.contents(
        path, limit: settings.contentLimit, evenIfOpen: false)
      {
        // No link is followed, to rules neither.
        if found.isLink {
          ignoring.removeRules(in: path.parent)
        } else {
          ignoring.insert(IgnoreRules(parsing: content, in: path.parent))
        }
      }
    } catch {
      if error.kind == .missing {
        ignoring.removeRules(in: path.parent)
      } else {
        fail(path, error)
      }
    }
    return ignoring != before
  }

  func isIgnoreRules(_ path: RelativePath) -> Bool {
    path.name.elementsEqual(IgnoreSet.fileName)
  }

  /// Other rules may make other documents: everything is looked at by them.
  func ignoreRulesChanged() {
    for path in documents.sorted() {
      if case .always? = ignored(path, isDirectory: false) { forgetIgnored(path) }
    }
    settling.note(.everything(reason: .rescan), at: now.steady)
  }

  /// What is ignored now is no document any more; its history stays.
  func forgetIgnored(_ path: RelativePath) {
    guard let base = agreed(path) else { return }
    // The rules travel as a document does, and each replica goes by its own: the file stays.
    let forgotten = library.change(path) { standing in
      standing.forget(in: nil)
      for number in standing.held.indices { standing.lack(in: number) }
    }
    library.record(
      forgotten + [.addHistory(path, library.historyEntry(of: base, reason: .deleted))],
      events: [])
    attention[path] = nil
    library.unreadable[path] = nil
  }

  /// Whether a new name hasn't been there for long: it may be a temporary file that takes another
  /// name in a moment, or a backup whose document comes back. One that looks like it waits longer.
  /// What came with a moved directory doesn't wait.
  func waitsAsNew(_ path: RelativePath, _ entry: Entry) -> Bool {
    guard !library.isAdopting, !cameWithDirectory(entry) else { return false }
    let since = temporaries[path] ?? now.steady
    let age = now.steady - since
    let patience = patienceWithNew(path, entry)
    guard age < patience else {
      temporaries[path] = nil
      return false
    }
    temporaries[path] = since
    settling.look(at: path, after: patience - age, now: now.steady)
    return true
  }

  private func patienceWithNew(_ path: RelativePath, _ entry: Entry) -> Int64 {
    if looksTemporary(path) { return settings.temporaryPatience }
    return entry.kind == .package
      ? max(settings.newPatience, settings.packagePatience) : settings.newPatience
  }

  private func looksTemporary(_ path: RelativePath) -> Bool {
    if ignored(path, isDirectory: false)?.isProvisional == true { return true }
    let name = Array(path.name)
    if endsLikeTemporary(name) { return true }
    let directory = path.parent
    return temporaryCandidate(name: name) { sibling in
      directory.appending(sibling).map { agreed($0) != nil } ?? false
    } != nil
  }
}
