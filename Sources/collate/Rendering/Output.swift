/// Where a verb's answer goes: gathered, and written in large pieces.
///
/// A failure to write is kept until the end, so that printing needs no `try` at every line; what
/// prints without end looks at `isBroken`.
final class Output {
  /// Takes bytes away; false where nobody reads them any more or they can't be written.
  typealias Sink = ([UInt8]) -> Outcome

  enum Outcome: Hashable, Sendable {
    case written
    /// The reader has gone: `collate list | head -1`. Nothing to complain about.
    case closed
    case failed(String)
  }

  let paint: Paint
  let isTerminal: Bool
  private(set) var outcome = Outcome.written
  private var pending: [UInt8] = []
  private let sink: Sink

  init(paint: Paint, isTerminal: Bool, sink: @escaping Sink) {
    self.paint = paint
    self.isTerminal = isTerminal
    self.sink = sink
  }

  var isBroken: Bool { outcome != .written }

  /// Prints one line, which must be safe already.
  func line(_ text: String = "") {
    write(Array(text.utf8))
    write([UInt8(ascii: "\n")])
  }

  func lines(_ lines: [String]) {
    for text in lines { line(text) }
  }

  /// Writes bytes as they are.
  func write(_ bytes: [UInt8]) {
    guard !isBroken else { return }
    pending += bytes
    if pending.count >= 1 << 16 { flush() }
  }

  func flush() {
    guard !isBroken, !pending.isEmpty else { return }
    outcome = sink(pending)
    pending.removeAll(keepingCapacity: true)
  }
}
