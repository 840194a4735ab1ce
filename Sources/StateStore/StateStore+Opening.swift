import Reconciliation

extension StateStore {
  /// Opens a library's state, or begins one where there is none.
  ///
  /// What is damaged is set aside under a new name, told in `damage`, and the rest is used. A
  /// state that a newer version wrote is refused, and nothing is changed.
  package static func open(
    on disk: any StateDisk, limits: StoreLimits = StoreLimits()
  ) throws(StateDiskError) -> Opened {
    let names = try disk.names().map { StateFileName($0) }
    let bytes = try content(of: Journal.name, on: disk) ?? []
    let (mark, markDamage) = try readMark(on: disk)
    var contents = Contents(disk: disk, limits: limits)
    try contents.find(names)
    let replay = try Replay(
      bytes, mark: mark, limits: limits, counting: &contents.index)
    let journal = Journal(
      disk: disk, end: Int64(replay.end), sequence: replay.sequence,
      pictureEnd: Int64(replay.pictureEnd), hasRest: replay.scan.isTorn)
    let store = StateStore(
      disk: disk, limits: limits, facts: replay.facts, journal: journal, contents: contents)
    store.markedSequence = mark?.sequence
    var damage = replay.damage
    if !damage.isEmpty { damage += store.repair(bytes) }
    store.removeStaleIndexes(names)
    return Opened(store: store, damage: damage + markDamage + store.takeDamage())
  }

  private static func content(
    of name: String, on disk: any StateDisk
  ) throws(StateDiskError) -> [UInt8]? {
    guard let size = try disk.size(name) else { return nil }
    return try disk.read(name, from: 0, count: Int(size))
  }

  private static func readMark(
    on disk: any StateDisk
  ) throws(StateDiskError) -> (Mark?, damage: [String]) {
    guard let bytes = try content(of: Mark.name, on: disk) else { return (nil, []) }
    if case .newer(let version) = FileHeader.found(.mark, in: bytes) {
      throw FileHeader.newerError(Mark.name, version: version)
    }
    guard let mark = Mark(bytes) else {
      return (nil, ["\(Mark.name) is damaged; it is made again"])
    }
    return (mark, [])
  }

  /// Sets the broken journal aside and writes a whole one. Where that fails, the broken one is
  /// used on as it is, since what follows the broken part can be read.
  func repair(_ bytes: [UInt8]) -> [String] {
    let aside = StateFileName.setAside(.journal, besides: contents.damagedNames)
    do {
      try disk.replace(aside, with: bytes)
      try disk.sync(aside)
      contents.damagedNames.insert(aside)
      try journal.replace(with: facts.picture())
      try journal.sync()
      return ["the damaged \(Journal.name) is set aside as \(aside)"]
    } catch {
      return ["the damaged \(Journal.name) could not be set aside: \(error.message)"]
    }
  }

  /// An index whose segment is gone says nothing; a crash between two removals leaves one.
  private func removeStaleIndexes(_ names: [StateFileName]) {
    for case .segmentIndex(let number) in names where contents.segments[number] == nil {
      // Left there, it costs a little room and is found again at the next start.
      try? disk.remove(StateFileName.segmentIndex(number).text)
    }
  }
}
