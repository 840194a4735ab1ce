import Engine
import LinuxSystem
import Reconciliation
import StateStore
import TestSupport
import Testing

/// The same done to the simulated volume and to the real one, on a real disk.
final class TwoVolumes {
  /// What both answered; inodes, times and ids of processes are left out.
  struct Answers {
    var simulated: String
    var real: String
  }

  /// Larger documents are not read.
  var limit = 12
  private let replica: Replica
  private let simulated = SimulatedVolume(clock: ManualClock())
  private var locks: [(holder: String, real: OpenFile)] = []
  private var nextHolder = 0
  private var handles: [(simulated: Int, real: OpenFile)] = []

  init(_ disks: Replica.Disks) throws {
    replica = try Replica(disks)
    _ = hints()
  }

  var openHandles: Int { handles.count }

  /// What both told since this was last asked.
  func hints() -> (simulated: [Hint], real: [Hint]) {
    (simulated.takeHints(), replica.volume.takeHints())
  }

  /// How many directories both watch.
  var watched: (simulated: Int, real: Int) {
    (simulated.watchedCount(), replica.volume.watchedCount())
  }

  // MARK: Other programs

  func write(_ name: String, _ content: String) throws -> Answers {
    let path = try beneath(name)
    return answers(simulated.write(path, Array(content.utf8))) {
      try open(name, [.writeOnly, .create, .truncate]).writeAll(Array(content.utf8))
    }
  }

  func append(_ name: String, _ content: String) throws -> Answers {
    let path = try beneath(name)
    return answers(simulated.append(path, Array(content.utf8))) {
      try open(name, [.writeOnly, .create, .append]).writeAll(Array(content.utf8))
    }
  }

  func beginWriting(_ name: String) throws -> Answers {
    let handle = simulated.beginWriting(try beneath(name), .truncating)
    return answers(handle != nil) {
      let file = OpenFile(try open(name, [.writeOnly, .create, .truncate]))
      if let handle { handles.append((handle, file)) }
    }
  }

  func writeChunk(_ number: Int, _ content: String) -> Answers {
    simulated.writeChunk(handles[number].simulated, Array(content.utf8))
    return answers(true) {
      try handles[number].real.descriptor.writeAll(Array(content.utf8))
    }
  }

  func close(_ number: Int) {
    simulated.close(handles.remove(at: number).simulated)
  }

  func rename(_ name: String, _ newName: String) throws -> Answers {
    answers(simulated.rename(try beneath(name), try beneath(newName))) {
      try replica.move(name, to: newName)
    }
  }

  func exchange(_ name: String, _ other: String) throws -> Answers {
    answers(simulated.exchange(try beneath(name), try beneath(other))) {
      try replica.move(name, to: other, .exchange)
    }
  }

  func link(_ name: String, _ newName: String) throws -> Answers {
    answers(simulated.link(try beneath(name), try beneath(newName))) {
      let source = try replica.files.directory.place(of: Array(name.utf8))
      let target = try replica.files.directory.place(of: Array(newName.utf8))
      guard try source.directory.status(of: source.name).kind == .file else {
        throw SystemError(call: "linkat", errno: .notPermitted)
      }
      try source.directory.link(source.name, to: target.directory, as: target.name)
    }
  }

  func remove(_ name: String) throws -> Answers {
    answers(simulated.remove(try beneath(name))) { try replica.delete(name) }
  }

  func makeDirectory(_ name: String) throws -> Answers {
    answers(simulated.makeDirectory(try beneath(name))) {
      let place = try replica.files.directory.place(of: Array(name.utf8))
      try place.directory.makeDirectory(place.name, mode: 0o700)
    }
  }

  func makeSymbolicLink(_ name: String) throws -> Answers {
    answers(simulated.makeSymbolicLink(try beneath(name), to: [0x61])) {
      let place = try replica.files.directory.place(of: Array(name.utf8))
      try place.directory.makeSymbolicLink(place.name, to: [0x61])
    }
  }

  func setMode(_ name: String, _ mode: UInt32) throws -> Answers {
    answers(simulated.setMode(try beneath(name), mode)) {
      try replica.files.directory.open(beneath: Array(name.utf8), .readOnly).setMode(mode)
    }
  }

  var heldLocks: Int { locks.count }

  /// Locks as a program of its own, that holds it until `unlock`.
  func lock(_ name: String, shared: Bool) throws -> Answers {
    nextHolder += 1
    let holder = "program \(nextHolder)"
    let isLocked = simulated.lock(try beneath(name), by: holder, shared: shared)
    return answers(isLocked) {
      let file = OpenFile(try open(name, .readOnly))
      guard try file.descriptor.lock(shared ? .shared : .exclusive) else {
        throw SystemError(call: "flock", errno: .wouldBlock)
      }
      locks.append((holder, file))
    }
  }

  /// Gives back the lock that was taken first.
  func unlock() {
    guard !locks.isEmpty else { return }
    simulated.unlockAll(by: locks.removeFirst().holder)
  }

  // MARK: The engine

  func list(_ name: String) throws -> Answers {
    let path = try beneath(name)
    return both { volume in
      try volume.list(path).map(spelled).sorted().joined(separator: ", ")
    }
  }

  func stamp(_ name: String) throws -> Answers {
    let path = try beneath(name)
    return both { volume in try volume.stamp(path).map(spelled) ?? "nothing" }
  }

  func contents(_ name: String, evenIfOpen: Bool) throws -> Answers {
    let path = try beneath(name)
    return both { volume in
      switch try volume.contents(path, limit: limit, evenIfOpen: evenIfOpen) {
      case .content(let bytes, let fingerprint):
        "“\(displayed(bytes))”\(fingerprint.changed == 0 ? ", not to be trusted" : "")"
      case .tooLarge(let fingerprint): "too large: \(fingerprint.size)"
      case .beingWritten(let fingerprint): "being written: \(fingerprint.size)"
      case .locked: "locked"
      case let other: "\(other)"
      }
    }
  }

  func install(_ id: UInt64, _ name: String, _ content: String, expecting: String?) throws
    -> Answers
  {
    let installation = Installation(
      id: id, path: try beneath(name), content: Array(content.utf8),
      digest: replica.digest(content), expecting: expecting.map(replica.digest))
    return both { volume in
      switch try volume.install(installation) {
      case .installed(let fingerprint, let isDisplaced):
        // What is returned is what stands there.
        "installed \(fingerprint.size), displaced: \(isDisplaced)"
          + (try volume.stamp(installation.path)?.fingerprint == fingerprint ? "" : ", elsewhere")
      case .locked: "locked"
      case let other: "\(other)"
      }
    }
  }

  func remove(_ id: UInt64, _ name: String, expecting: String) throws -> Answers {
    let path = try beneath(name)
    return both { volume in
      switch try volume.remove(path, expecting: replica.digest(expecting), id: id) {
      case .locked: "locked"
      case let other: "\(other)"
      }
    }
  }

  func displaced() -> Answers {
    both { volume in
      try volume.displaced().sorted { $0.id < $1.id }
        .map { "\($0.id): “\(displayed($0.content))”\($0.isOpen ? " open" : "")" }
        .joined(separator: ", ")
    }
  }

  func discard(_ id: UInt64, expecting: String) -> Answers {
    both { volume in
      "\(try volume.discardDisplaced(id, expecting: replica.digest(expecting)))"
    }
  }

  /// What stands under a name, as text.
  func text(_ name: String) throws -> String? {
    simulated.documents()[try beneath(name)].map { String(decoding: $0, as: UTF8.self) }
  }

  /// The ids and texts of what lies aside.
  func aside() -> [(UInt64, String)] {
    simulated.filesAside().sorted { $0.key < $1.key }
      .map { ($0.key, String(decoding: $0.value, as: UTF8.self)) }
  }

  // MARK: In words

  private func open(_ name: String, _ options: OpenOptions) throws -> Descriptor {
    let place = try replica.files.directory.place(of: Array(name.utf8))
    // A link would be followed where a program opens it; these programs don't.
    return try place.directory.open(beneath: place.name, options, mode: 0o644)
  }

  private func answers(_ isDone: Bool, _ real: () throws -> Void) -> Answers {
    let isReallyDone: Bool
    do {
      try real()
      isReallyDone = true
    } catch {
      isReallyDone = false
    }
    return Answers(simulated: "\(isDone)", real: "\(isReallyDone)")
  }

  private func both(_ ask: (any Volume) throws -> String) -> Answers {
    Answers(simulated: answer(of: simulated, ask), real: answer(of: replica.volume, ask))
  }

  private func answer(of volume: any Volume, _ ask: (any Volume) throws -> String) -> String {
    do {
      return try ask(volume)
    } catch let error as VolumeError {
      return "\(error.kind)"
    } catch {
      return "\(error)"
    }
  }

  private func spelled(_ entry: Entry) -> String {
    let name = displayed(entry.name)
    if entry.kind == .package { return "\(name): a package of \(entry.fingerprint.size) bytes" }
    guard entry.kind == .file else { return "\(name): \(entry.kind)" }
    return "\(name): \(entry.fingerprint.size) bytes, \(entry.links) names"
  }

}

/// A descriptor that can be kept in a list.
private final class OpenFile {
  let descriptor: Descriptor

  init(_ descriptor: consuming Descriptor) {
    self.descriptor = descriptor
  }
}
