import Reconciliation

extension Facts {
  /// Entries to a batch of a picture: a broken batch loses no more than these.
  private static let batchCount = 32

  /// The whole state as the payloads of batches that make it again.
  func picture() -> [[UInt8]] {
    var batches: [[UInt8]] = []
    var writer = ByteWriter()
    var held = 0
    func close() {
      if held > 0 { batches.append(writer.bytes) }
      writer = ByteWriter()
      held = 0
    }
    func add(_ write: (inout ByteWriter) -> Void) {
      write(&writer)
      held += 1
      if held == Self.batchCount { close() }
    }
    add { Entry.pictureBegins(bases: bases.count).write(to: &$0) }
    add { Entry.identifiers(below: lastIdentifier &+ 1).write(to: &$0) }
    events.forEachEncoded { encoded in
      add { writer in
        writer.u8(Entry.Tag.event.rawValue)
        writer.sized { $0.raw(encoded) }
      }
    }
    add { Entry.eventsAfter(events.last).write(to: &$0) }
    forEachRecord { record in add { Entry.record(record).write(to: &$0) } }
    close()
    add { Entry.pictureEnds.write(to: &$0) }
    close()
    return batches
  }

  /// All but the events, in an order that is the same every time.
  private func forEachRecord(_ body: (Record) -> Void) {
    for path in bases.keys.sorted() {
      if let base = bases[path] { body(.setBase(path, base)) }
    }
    for path in history.keys.sorted() {
      for entry in history[path] ?? [] { body(.addHistory(path, entry)) }
    }
    for conflict in conflicts.values.sorted(by: { $0.id < $1.id }) { body(.setConflict(conflict)) }
    for intent in intents.values.sorted(by: { $0.id < $1.id }) { body(.setIntent(intent)) }
    for action in actions { body(.setAction(action)) }
    for (replica, documents) in held.sorted(by: { $0.key < $1.key }) {
      for (path, held) in documents.sorted(by: { $0.key < $1.key }) {
        body(.setHeld(path, held, replica: replica))
      }
    }
    for (path, replicas) in directories.sorted(by: { $0.key < $1.key }) {
      body(.setDirectory(path, replicas: replicas))
    }
    forEachAttributes { body(.setAttributes($0, $1, replica: $2)) }
    for (replica, identity) in identities.sorted(by: { $0.key < $1.key }) {
      body(.setReplica(replica, identity: identity))
    }
  }
}
