package import StateStore

/// A state's files in memory, with a crash, a power cut and errors at will; the same calls with
/// the same seed give the same.
///
/// A killed process keeps what was done. A power cut keeps what was synced; of the rest it keeps
/// a part: appended bytes up to any one of them, names up to any one change.
package final class SimulatedStateDisk: StateDisk {
  /// What a store asked for, for a fault to be chosen.
  package enum Operation: Hashable, Sendable {
    case names, size, read, append, truncate, replace, rename, remove, sync

    package var changes: Bool { self != .names && self != .size && self != .read }
  }

  /// How an operation fails. An append leaves the first `kept` bytes.
  package enum Fault: Hashable, Sendable {
    /// The file system is full.
    case full(kept: Int = 0)
    /// The disk fails.
    case broken(kept: Int = 0)
    /// The process ends here: nothing works until `crash`.
    case killed(kept: Int = 0)

    var kept: Int {
      switch self {
      case .full(let kept), .broken(let kept), .killed(let kept): kept
      }
    }
  }

  /// Says which operation fails, and how; asked before each, with its number from 0.
  package var fault: ((Operation, _ name: String, _ number: Int) -> Fault?)?
  /// How many operations there were.
  package private(set) var operations = 0

  private var files: [String: SimulatedFile] = [:]
  private var durable: [String: SimulatedFile] = [:]
  /// What was done to names and is not durable yet, in order.
  private var pending: [NameChange] = []
  private var isKilled = false

  package init() {}

  /// Kills the process that uses it: nothing works until `crash`.
  package func kill() { isKilled = true }

  // MARK: StateDisk

  package func names() throws(StateDiskError) -> [String] {
    try begin(.names, "")
    return files.keys.sorted()
  }

  package func size(_ name: String) throws(StateDiskError) -> Int64? {
    try begin(.size, name)
    return files[name].map { Int64($0.bytes.count) }
  }

  package func read(
    _ name: String, from offset: Int64, count: Int
  ) throws(StateDiskError) -> [UInt8]? {
    try begin(.read, name)
    guard let file = files[name] else { return nil }
    let start = Int(min(max(offset, 0), Int64(file.bytes.count)))
    return Array(file.bytes[start...].prefix(count))
  }

  package func append(_ bytes: [UInt8], to name: String) throws(StateDiskError) {
    try begin(.append, name) { kept in
      if kept > 0 { self.file(name).bytes += bytes.prefix(kept) }
    }
    file(name).bytes += bytes
  }

  package func truncate(_ name: String, to size: Int64) throws(StateDiskError) {
    try begin(.truncate, name)
    files[name]?.truncate(to: Int(max(size, 0)))
  }

  package func replace(_ name: String, with bytes: [UInt8]) throws(StateDiskError) {
    try begin(.replace, name)
    note(.put(name, SimulatedFile(durable: bytes)))
  }

  package func rename(_ name: String, to newName: String) throws(StateDiskError) {
    try begin(.rename, name)
    guard files[name] != nil else {
      throw StateDiskError(isFull: false, message: "\(name) can't be renamed: it isn't there")
    }
    note(.rename(name, newName))
  }

  package func remove(_ name: String) throws(StateDiskError) {
    try begin(.remove, name)
    if files[name] != nil { note(.remove(name)) }
  }

  package func sync(_ name: String) throws(StateDiskError) {
    try begin(.sync, name)
    guard let file = files[name] else {
      throw StateDiskError(isFull: false, message: "\(name) can't be synced: it isn't there")
    }
    file.sync()
    let folder = NameChange.folder(of: name)
    pending.removeAll { change in
      guard change.touches(folder) else { return false }
      change.apply(to: &durable)
      return true
    }
  }

  // MARK: Crashes

  /// Ends the process that used the disk, and with `powerLoss` the machine: what was not synced
  /// is lost or torn, as chance has it. The disk works again afterwards.
  package func crash(powerLoss: Bool, using chance: inout SeededChance) {
    isKilled = false
    guard powerLoss else { return }
    for change in pending.prefix(chance.below(pending.count + 1)) { change.apply(to: &durable) }
    pending = []
    files = durable
    for name in files.keys.sorted() { files[name]?.lose(using: &chance) }
  }

  // MARK: For tests

  /// A file's bytes; nil where there is none.
  package subscript(name: String) -> [UInt8]? {
    get { files[name]?.bytes }
    set {
      files[name] = newValue.map { SimulatedFile(durable: $0) }
      durable[name] = files[name]
    }
  }

  /// Another disk with the same files, all of them durable.
  package func copy() -> SimulatedStateDisk {
    let copy = SimulatedStateDisk()
    for (name, file) in files { copy[name] = file.bytes }
    return copy
  }

  // MARK: -

  private func begin(
    _ operation: Operation, _ name: String, failing: (_ kept: Int) -> Void = { _ in }
  ) throws(StateDiskError) {
    if isKilled { throw Self.error(.killed(), operation, name) }
    defer { operations += 1 }
    guard let found = fault?(operation, name, operations) else { return }
    if case .killed = found { isKilled = true }
    failing(found.kept)
    throw Self.error(found, operation, name)
  }

  private static func error(
    _ fault: Fault, _ operation: Operation, _ name: String
  ) -> StateDiskError {
    let (isFull, reason) =
      switch fault {
      case .full: (true, "no space left on device")
      case .broken: (false, "input/output error")
      case .killed: (false, "the process was killed")
      }
    return StateDiskError(isFull: isFull, message: "\(operation) \(name): \(reason)")
  }

  private func file(_ name: String) -> SimulatedFile {
    if let file = files[name] { return file }
    let file = SimulatedFile()
    note(.put(name, file))
    return file
  }

  private func note(_ change: NameChange) {
    change.apply(to: &files)
    pending.append(change)
  }
}
