import Reconciliation
import TestSupport

@testable import StateStore

/// A state whose files hold anything: it opens or is refused with words, takes what is written down
/// then, and has it when it is opened again.
///
/// The input is the journal, the mark and a segment of contents.
func fuzzJournal(_ bytes: [UInt8]) throws {
  let parts = parts(3, of: bytes)
  let disk = SimulatedStateDisk()
  for (name, content) in [
    (Journal.name, parts[0]), (Mark.name, parts[1]), (StateFileName.segment(1).text, parts[2]),
  ] where !content.isEmpty {
    try disk.replace(name, with: content)
  }
  guard let path = RelativePath("written/later.md") else { return }
  let content = Array("written later".utf8)
  let digest = SHA256.digest(content)
  let base = Base(
    digest: digest, readability: .readable,
    fingerprint: Fingerprint(inode: 1, size: 13, modified: 2, changed: 3, mode: 0o600))
  do throws(StateDiskError) {
    let store = try StateStore.open(on: disk).store
    _ = try store.check()
    try store.keep(content, as: digest)
    try store.commit([.setBase(path, base)])
    try store.finish()
  } catch {
    try require(!error.message.isEmpty, "a state is refused without a word")
    return
  }
  let again = try StateStore.open(on: disk).store
  try require(again.bases[path] == base, "what was written down is gone")
  try require(try again.content(digest) == content, "what was kept is gone")
}
