import Reconciliation

extension Replica {
  /// Finds out whether the replica of several can be written to, once a look at everything, and
  /// every few seconds while it can't: it goes on by itself when it can again.
  func lookWhetherWritable() {
    guard library.isShared, way != .gives, now.steady >= nextWriteLook else { return }
    nextWriteLook = now.steady + Nanoseconds.seconds(obstacle == nil ? 60 : 2)
    let found: String?
    do throws(VolumeError) {
      found = try volume.obstacle()
    } catch {
      // What can't be looked at is told by what comes of writing there.
      return
    }
    guard found != obstacle else { return }
    let before = obstacle
    obstacle = found
    if let found {
      nextWriteLook = now.steady + Nanoseconds.seconds(2)
      if before == nil {
        tell(.held, "\(label) is only read now, since \(found); what is changed elsewhere waits")
      }
    } else {
      tell(.released, "\(label) can be written to again")
      for (path, entry) in attention {
        if case .failing = entry.hold { settling.look(at: path, after: 0, now: now.steady) }
      }
      noteAllBehind()
      noteOwedDirectories()
    }
  }

  private func tell(_ kind: Event.Kind, _ line: String) {
    library.record([], events: [library.draft(kind, .root, details: [line])])
  }
}
