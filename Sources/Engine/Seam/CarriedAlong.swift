package import Reconciliation

/// Whether a name within a package is an editor's lock, swap or backup file, or another of those
/// that only programs use. Such a file is no part of the document, and is never read; where the
/// package is replaced, it goes on lying where it lay.
///
/// By the built-in names alone: a person's rules may differ from one machine to the other.
///
/// - Parameter member: its path beneath the package's directory.
package func isCarriedAlong(_ member: RelativePath, isDirectory: Bool) -> Bool {
  if case .always? = builtInNames.ownVerdict(for: member, isDirectory: isDirectory) { return true }
  return false
}

private let builtInNames = IgnoreSet()
