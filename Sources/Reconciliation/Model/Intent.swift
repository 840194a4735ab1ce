/// An exchange, or a removal, that was about to happen: written down before, so that after a crash what lies in the
/// displaced folder can be told to be ours, the expected version, or one that a racing program wrote.
package struct Intent: Hashable, Sendable, Identifiable {
  /// Names the file in the displaced folder; never used twice within a library.
  package var id: UInt64
  package var path: RelativePath
  /// What the plan expected to come out; nil for a new name.
  package var expected: Digest?
  /// What goes in; nil for a removal.
  package var installed: Digest?
  /// In which replica of the library it happens.
  package var replica: Int

  package init(
    id: UInt64, path: RelativePath, expected: Digest?, installed: Digest?, replica: Int = 0
  ) {
    self.id = id
    self.path = path
    self.expected = expected
    self.installed = installed
    self.replica = replica
  }
}
