import FoundationEssentials
import TestSupport
import Testing

/// Small cases, all of them: what random days may never meet.
@Suite struct SmallCaseTests {
  @Test func `whatever three replicas and the base hold, all that is new is kept`() async {
    for situation in SmallSituation.all {
      for failure in situation.failures() { Issue.record("\(failure)") }
      await Task.yield()
    }
  }

  /// `collate-simulate --orders 4` goes through those of four.
  @Test(arguments: [1, 2, 3])
  func `whatever two programs do in which order, nothing is lost`(_ count: Int) async {
    for order in SmallOrder.all(of: count) {
      for failure in order.failures() { Issue.record("\(failure)") }
      await Task.yield()
    }
  }
}
