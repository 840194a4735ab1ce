import Reconciliation

extension Intent {
  func write(to writer: inout ByteWriter) {
    writer.u64(id)
    writer.path(path)
    writer.optional(expected) { $0.digest($1) }
    writer.optional(installed) { $0.digest($1) }
    // Left out for the first, so that a library of one is written as it ever was.
    if replica != 0 { writer.count(replica) }
  }

  static func read(_ reader: inout ByteReader) -> Intent? {
    guard let id = reader.ordinal(), let path = reader.path(),
      let expected = reader.optional({ $0.digest() }),
      let installed = reader.optional({ $0.digest() })
    else { return nil }
    guard let replica = reader.isAtEnd ? 0 : reader.replica() else { return nil }
    return Intent(
      id: id, path: path, expected: expected, installed: installed, replica: replica)
  }
}

extension Action {
  func write(to writer: inout ByteWriter) {
    writer.u64(id)
    writer.i64(time)
    writer.text(summary)
    writer.path(document)
    writer.u8(isUndone ? 1 : 0)
    writer.count(steps.count)
    for step in steps { step.write(to: &writer) }
  }

  static func read(_ reader: inout ByteReader) throws(EntryProblem) -> Action? {
    guard let id = reader.ordinal(), let time = reader.i64(), let summary = reader.text(),
      let document = reader.path(), let isUndone = reader.u8(), let count = reader.count()
    else { return nil }
    var steps: [UndoStep] = []
    for _ in 0..<count {
      guard let step = try UndoStep.read(&reader) else { return nil }
      steps.append(step)
    }
    return Action(
      id: id, time: time, summary: summary, document: document, steps: steps,
      isUndone: isUndone != 0)
  }
}

extension UndoStep {
  func write(to writer: inout ByteWriter) {
    switch self {
    case .putBack(let path, let digest, let mode, let modified):
      writer.u8(1)
      writer.path(path)
      writer.digest(digest)
      writer.u32(mode)
      writer.i64(modified)
    case .remove(let path, let digest):
      writer.u8(2)
      writer.path(path)
      writer.digest(digest)
    }
  }

  static func read(_ reader: inout ByteReader) throws(EntryProblem) -> UndoStep? {
    guard let tag = reader.u8() else { return nil }
    guard tag == 1 || tag == 2 else { throw .newer }
    guard let path = reader.path(), let digest = reader.digest() else { return nil }
    if tag == 2 { return .remove(path: path, digest: digest) }
    guard let mode = reader.u32(), let modified = reader.i64() else { return nil }
    return .putBack(path: path, digest: digest, mode: mode, modified: modified)
  }
}
