import Reconciliation

/// Which versions must not be lost: the outside judges' rule ("Mysteries of Dropbox", 2016).
///
/// Every version that was complete on disk is at the end current content, in a conflict copy or in
/// history, unless a program that acted for a person overwrote it before Collate could see it.
struct VersionLedger {
  private(set) var everWritten: Set<[UInt8]> = []
  /// Complete and not overwritten by a program since.
  private var standing: Set<[UInt8]> = []
  /// Seen by Collate, which had come to rest since: kept whatever programs do now.
  private var seen: Set<[UInt8]> = []
  /// Told to a client as saved.
  private var acknowledged: Set<[UInt8]> = []

  /// A program or a client is about to write it.
  mutating func attempt(_ text: [UInt8]) {
    everWritten.insert(text)
  }

  mutating func complete(_ text: [UInt8]) {
    standing.insert(text)
  }

  mutating func overwrite(_ text: [UInt8]) {
    standing.remove(text)
  }

  mutating func acknowledge(_ text: [UInt8]) {
    acknowledged.insert(text)
  }

  /// Collate came to rest, and long enough ago for its store to be durable.
  mutating func rest() {
    seen.formUnion(standing)
  }

  /// After a power cut, what stood on disk unseen may stand there no more.
  mutating func crash(powerLoss: Bool, _ volumes: [SimulatedVolume]) {
    guard powerLoss else { return }
    let files = Set(
      volumes.flatMap {
        Array($0.files().values) + Array($0.links().values) + $0.contentsAside()
      })
    standing = standing.filter { files.contains($0) || seen.contains($0) }
  }

  var mustSurvive: Set<[UInt8]> { standing.union(seen).union(acknowledged) }
}
