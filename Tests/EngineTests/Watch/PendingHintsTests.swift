import Reconciliation
import Testing

@testable import Engine

@Suite struct PendingHintsTests {
  @Test func `what was last said of a path is not said again`() throws {
    let (one, two) = (try beneath("one"), try beneath("two"))
    var hints = PendingHints()
    for _ in 0..<1_000 {
      hints.append(.writing(one))
      hints.append(.writing(two))
      hints.append(.displaced)
    }
    #expect(hints.take() == [.writing(one), .writing(two), .displaced])
    hints.append(.writing(one))
    #expect(hints.take() == [.writing(one)])
  }

  @Test func `what alternates stays in its order`() throws {
    let path = try beneath("n")
    var hints = PendingHints()
    for hint in [Hint.appeared(path), .vanished(path), .appeared(path)] { hints.append(hint) }
    #expect(hints.take() == [.appeared(path), .vanished(path), .appeared(path)])
  }

  @Test func `too many hints become one to look at everything`() throws {
    var hints = PendingHints(limit: 3)
    for name in ["a", "b", "c", "d", "e"] { hints.append(.closed(try beneath(name))) }
    #expect(hints.take() == [.everything(reason: .overflow), .closed(try beneath("e"))])
    #expect(hints.isEmpty)
  }
}
