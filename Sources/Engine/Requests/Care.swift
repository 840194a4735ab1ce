import Documents
package import Reconciliation
package import StateStore

extension Library {
  /// Verifies every record and every kept content of the store.
  package func check() throws(RequestError) -> CheckReport {
    do throws(StateDiskError) {
      let report = try store.check()
      tellDamage(report.damage)
      return report
    } catch {
      throw .failed(message: error.message)
    }
  }

  /// Stops acting on changes, or goes on and looks at all that happened meanwhile.
  package func setPaused(_ paused: Bool, at now: Moment) {
    self.now = now
    guard isPaused != paused else { return }
    isPaused = paused
    if !paused { lookAtEverything() }
  }

  /// A short diff from a conflict's document to its copy, for a label.
  package func shortDiff(of conflict: Conflict) -> [String] {
    inHand.removeAll()
    guard let document = store.bases[conflict.document], let copy = store.bases[conflict.copy],
      let ours = content(document.digest), let theirs = content(copy.digest)
    else { return [] }
    if [ours, theirs].contains(where: { PackageArchive.isArchive($0) || SymbolicLink.isLink($0) }) {
      return types.type(forName: Array(conflict.document.name)).changes(from: ours, to: theirs)
    }
    return Reconciliation.shortDiff(old: ours, new: theirs)
  }
}
