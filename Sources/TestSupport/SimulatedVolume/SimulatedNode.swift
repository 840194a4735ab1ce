import Engine
import Reconciliation

/// An inode: what one name or several lead to.
final class SimulatedNode {
  let number: UInt64
  let kind: Entry.Kind
  var content: [UInt8] {
    didSet { knownDigest = nil }
  }
  var mode: UInt32
  var attributes: Attributes = [:]
  var modified: Int64
  var changed: Int64
  /// When it was made.
  let born: Int64
  var links: UInt64 = 0
  /// A directory's names.
  var children: [[UInt8]: SimulatedName] = [:]
  /// The one name that a directory has; nil for a root and for what was deleted.
  unowned var place: SimulatedName?
  /// Whether the engine is told about changes in this directory.
  var isWatched = false
  /// When something in this directory was last told, in counts of `told`.
  var lastTold = 0
  /// How many descriptors of other programs can write to it.
  var writers = 0
  var locks = SimulatedLocks()
  /// Whether a power cut leaves the content whole.
  var isFlushed = true
  /// The content's digest, if it was asked for since the last write.
  var knownDigest: Digest?

  init(number: UInt64, kind: Entry.Kind, content: [UInt8], mode: UInt32, time: Int64) {
    self.number = number
    self.kind = kind
    self.content = content
    self.mode = mode
    born = time
    modified = time
    changed = time
  }

  /// A directory's names in the order in which they were made: a dictionary's own order is not the
  /// same in every run.
  var names: [SimulatedName] {
    children.count < 2 ? Array(children.values) : children.values.sorted { $0.serial < $1.serial }
  }

  var fingerprint: Fingerprint {
    Fingerprint(
      inode: number, size: Int64(content.count), modified: modified, changed: changed,
      mode: kind == .symbolicLink ? Fingerprint.linkMode : mode)
  }
}

/// A directory entry. It is an object of its own, since an open descriptor remembers the name by
/// which it was opened, follows that name's renames, and is told about under it.
final class SimulatedName {
  let node: SimulatedNode
  /// The directory it is in, or was in when the name was removed.
  unowned var parent: SimulatedNode
  var name: [UInt8]

  /// Counts up with each name that is made.
  let serial: Int

  init(_ name: [UInt8], of node: SimulatedNode, in parent: SimulatedNode, serial: Int) {
    self.serial = serial
    self.name = name
    self.node = node
    self.parent = parent
  }

  /// Whether the name is still in its directory.
  var isAttached: Bool { parent.children[name] === self }
}

/// Who holds the advisory lock on an inode.
struct SimulatedLocks {
  enum Mode {
    case shared
    case exclusive
  }

  /// What the engine itself holds.
  var engine: Mode?
  var exclusive: String?
  var shared: Set<String> = []

  /// Whether the engine would be refused, and by whom. The first in order of names, so that the
  /// same seed gives the same run.
  func refusal(of mode: Mode) -> String? {
    if let exclusive { return exclusive }
    return mode == .exclusive ? shared.min() : nil
  }
}
