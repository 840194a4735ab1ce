package import Reconciliation

/// What a watch says may have happened. Events are hints, scans are truth.
package enum Hint: Hashable, Sendable {
  /// Something appeared under the name: created, linked, or a directory. The close of a file that
  /// was linked while it was open is never told.
  case appeared(RelativePath)
  /// A complete file was renamed into place under the name.
  case movedIn(RelativePath)
  /// Its content is being changed. No close need follow: a truncation by path has none, nor has a
  /// change of the mtime alone, which is told as one of the content.
  case writing(RelativePath)
  /// A program that could write to it has closed it.
  case closed(RelativePath)
  /// The name went away: deleted, or renamed to elsewhere.
  case vanished(RelativePath)
  /// Its metadata changed.
  case attributes(RelativePath)
  /// Something happened within a package.
  case member(of: RelativePath)
  /// A displaced file was written to or closed.
  case displaced
  /// The queue overflowed, or the root moved or is back: look at everything.
  case everything(reason: EverythingReason)
}

/// Why everything has to be looked at.
package enum EverythingReason: String, Hashable, Sendable {
  case start
  case overflow
  case rootChanged
  case rescan
}

extension Hint {
  /// What it is about, where that is one path.
  package var path: RelativePath? {
    switch self {
    case .appeared(let path), .movedIn(let path), .writing(let path), .closed(let path),
      .vanished(let path), .attributes(let path), .member(let path):
      path
    case .displaced, .everything: nil
    }
  }

  /// Itself, or what it says of the package that its path lies in.
  func ofDocument(_ packages: PackageNames) -> Hint {
    path.flatMap { packages.package(holding: $0) }.map { .member(of: $0) } ?? self
  }
}
