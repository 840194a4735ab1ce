package import Engine
package import Reconciliation
import StateStore

/// A replica in memory: a file tree that the engine and simulated other programs change in turns.
///
/// Everything about it is deterministic. Other programs act through `write`, `rename` and so on,
/// each of which gives the hints that inotify gives. They can also act in the middle of the
/// engine's operations, at every point where the real volume would let another process run:
/// see `betweenSteps`. The engine can be killed at every such point: see `crashAtStep`.
package final class SimulatedVolume {
  /// Names an operation, or a stage within one, for `fault`.
  package enum Operation: Hashable, Sendable {
    case root, identity, list, stamp, contents, slice, attributes, setMetadata
    case install, rename, remove, displaced, discard, sync
    /// Writing the new content aside; nothing has changed yet.
    case stage
    /// The exchange, creation or move itself; nothing has changed yet.
    case exchange
    /// After the exchange: the change is there though the operation fails.
    case settle
  }

  /// A name for reports and for `locked(by:)`.
  package let name: String
  package let clock: ManualClock

  /// Called wherever another program could run while the engine is in an operation. It is not
  /// called again while it runs.
  package var betweenSteps: ((SimulatedVolume) -> Void)?
  /// Asked at every operation and stage; what it returns is thrown.
  package var fault: ((Operation, RelativePath) -> VolumeError?)?
  /// The engine's process is killed when `steps` reaches this number.
  package var crashAtStep: Int?
  /// Called when the engine's process dies, so that nothing else of it lives on.
  package var whenKilled: (() -> Void)?
  /// How many points at which another program could run have been passed.
  package private(set) var steps = 0
  /// Whether the engine's process is dead. Every operation throws then and changes nothing.
  package internal(set) var isCrashed = false

  /// The planted bug: look at what is there, then overwrite it without looking at what came out.
  /// Whatever is written in between is lost, and the simulation has to notice.
  package var usesCheckThenRename = false
  /// The step of the file system's timestamps in nanoseconds; 0 for one finer than any two changes.
  package var timestampGranularity: Int64 = 0
  /// What the file system can keep of a file besides its content.
  package var metadata = MetadataTraits.linux
  /// Whether other machines change it, of which nothing tells.
  package var isOnNetwork = false
  /// Which names the file system can hold. It folds none, and only refuses.
  package var rules = NameRules.linux
  /// How many directories can be watched.
  package var watchLimit = Int.max
  /// How many hints can wait before the queue overflows.
  package var queueLimit = 16_384

  /// The mark of the root, which what stands in its place has not.
  var rootMark: [UInt8]?
  let digest: ([UInt8]) -> Digest
  let rootNode: SimulatedNode
  /// What stands at the root's path instead, while it is replaced.
  var substitute: SimulatedNode?
  var rootState = RootState.present
  /// Displaced files by their id in decimal digits, and staged ones until they are complete.
  let aside: SimulatedNode
  /// The directories that were listed, and are to be watched.
  var listed: Set<RelativePath> = []
  var pending: [Hint] = []
  /// What was last said of a path since the hints were taken.
  var latest: [RelativePath: Hint] = [:]
  var hasOverflowed = false
  var watched = 0
  /// How often something was told.
  var told = 0
  var lockedByEngine: [SimulatedNode] = []
  var otherLocks: [String: [SimulatedNode]] = [:]
  /// Every directory there ever was: names refer to theirs without keeping it.
  var everyDirectory: [SimulatedNode]
  var handles: [Int: SimulatedHandle] = [:]
  var nextHandle = 1
  var unsynced: [UnsyncedChange] = []
  package var flush = FlushPolicy.full
  /// What was written and not flushed, as it was written: a power cut may leave a part of it.
  var unflushed: [(name: SimulatedName, content: [UInt8])] = []
  var nextSerial = 0
  private var nextInode: UInt64 = 100
  private var lastStamp: Int64 = 0
  private var isBetweenSteps = false

  package init(
    name: String = "simulated", clock: ManualClock,
    digest: @escaping ([UInt8]) -> Digest = { SHA256.digest($0) }
  ) {
    self.name = name
    self.clock = clock
    self.digest = digest
    let time = clock.now.wall
    rootNode = SimulatedNode(number: 1, kind: .directory, content: [], mode: 0o755, time: time)
    aside = SimulatedNode(number: 2, kind: .directory, content: [], mode: 0o700, time: time)
    aside.isWatched = true
    everyDirectory = [rootNode, aside]
  }

  /// A point at which another program could run, or the process be killed.
  func step() throws(VolumeError) {
    guard !isCrashed else { throw Self.crashed }
    steps += 1
    if steps == crashAtStep {
      dieAtOnce()
      throw Self.crashed
    }
    guard let betweenSteps, !isBetweenSteps else { return }
    isBetweenSteps = true
    betweenSteps(self)
    isBetweenSteps = false
    // The hook may have killed the process.
    if isCrashed { throw Self.crashed }
  }

  /// The start of an operation or of a stage within one.
  func begin(_ operation: Operation, _ path: RelativePath) throws(VolumeError) {
    guard !isCrashed else { throw Self.crashed }
    if rootState != .present, operation != .root, operation != .identity, !isWithin(operation) {
      throw VolumeError(kind: .broken, message: "\(name) is not there, or is another than before.")
    }
    if let error = fault?(operation, path) { throw error }
    try step()
  }

  /// Whether it is a stage of an operation, which has the root open already.
  private func isWithin(_ operation: Operation) -> Bool {
    operation == .stage || operation == .exchange || operation == .settle
  }

  /// How often something is begun anew because other programs were quicker.
  static let attempts = 8
  static let crashed = VolumeError(kind: .broken, message: "crashed")

  func makeNode(_ kind: Entry.Kind, content: [UInt8] = [], mode: UInt32) -> SimulatedNode {
    nextInode += 1
    let node = SimulatedNode(
      number: nextInode, kind: kind, content: content, mode: held(mode, kind), time: timestamp())
    if kind == .directory { everyDirectory.append(node) }
    return node
  }

  /// The mode as this file system can hold it for a file.
  func held(_ mode: UInt32, _ kind: Entry.Kind) -> UInt32 {
    kind == .file ? (mode & metadata.modeBits) | (0o755 & ~metadata.modeBits) : mode
  }

  /// The step of the stamps; 0 where each change has its own.
  var stampStep: Int64 { max(timestampGranularity, metadata.step > 1 ? metadata.step : 0) }

  /// What a file that changes now gets as its times.
  func timestamp() -> Int64 {
    let wall = clock.now.wall
    if stampStep > 0 { return wall - wall % stampStep }
    // Ahead of the clock by some nanoseconds at most; follows it when it is set back.
    let isSameInstant = lastStamp >= wall && lastStamp - wall < 1_000_000
    lastStamp = isSameInstant ? lastStamp + 1 : wall
    return lastStamp
  }

  func digest(of node: SimulatedNode) -> Digest {
    if let known = node.knownDigest { return known }
    if node.kind == .directory { return digest(archive(of: node) ?? []) }
    let made = digest(document(node))
    node.knownDigest = made
    return made
  }
}
