import Documents
import Observation
import Synchronization
import TestSupport
import Testing

@Suite struct ProgressManagerTests {
  @Test func `counts add up to a share`() {
    let manager = ProgressManager(totalCount: 4)
    #expect(manager.fractionCompleted == 0)
    manager.complete(count: 1)
    #expect(manager.completedCount == 1)
    #expect(manager.fractionCompleted == 0.25)
    #expect(!manager.isFinished)
    manager.complete(count: 3)
    #expect(manager.fractionCompleted == 1)
    #expect(manager.isFinished)
    #expect("\(manager)" == "4 of 4")
  }

  @Test func `without a total nothing shows until there is one`() {
    let manager = ProgressManager(totalCount: nil)
    manager.complete(count: 5)
    #expect(manager.isIndeterminate && manager.totalCount == nil)
    #expect(manager.completedCount == 5)
    #expect(manager.fractionCompleted == 0)
    #expect(!manager.isFinished)
    manager.setCounts { _, total in total = 20 }
    #expect(!manager.isIndeterminate && manager.totalCount == 20)
    #expect(manager.fractionCompleted == 0.25)
  }

  @Test func `with nothing to do all is done`() {
    let manager = ProgressManager(totalCount: 0)
    #expect(manager.isFinished)
    #expect(manager.fractionCompleted == 1)
  }

  @Test func `both counts change at once`() {
    let manager = ProgressManager(totalCount: 10)
    manager.setCounts { completed, total in
      completed += 3
      total = 6
    }
    #expect(manager.fractionCompleted == 0.5)
  }

  @Test func `odd counts do no harm`() {
    let manager = ProgressManager(totalCount: 10)
    manager.complete(count: -5)
    manager.complete(count: 0)
    #expect(manager.completedCount == 0)
    manager.complete(count: .max)
    manager.complete(count: .max)
    #expect(manager.completedCount == .max)
    #expect(manager.fractionCompleted == 1)
    let negative = ProgressManager(totalCount: -1)
    #expect(negative.fractionCompleted == 1)
    manager.setCounts { completed, _ in completed = -3 }
    #expect(manager.fractionCompleted == 0)
  }

  @Test func `a part shows while it is under way, and counts when it has finished`() {
    let whole = ProgressManager(totalCount: 10)
    let part = whole.subprogress(assigningCount: 4).start(totalCount: 2)
    part.complete(count: 1)
    #expect(whole.fractionCompleted == 0.2)
    #expect(whole.completedCount == 0)
    part.complete(count: 1)
    #expect(whole.fractionCompleted == 0.4)
    #expect(whole.completedCount == 4)
    part.setCounts { completed, _ in completed = 0 }
    #expect(whole.fractionCompleted == 0.4)
  }

  @Test func `a part of a part counts through`() {
    let whole = ProgressManager(totalCount: 2)
    let part = whole.subprogress(assigningCount: 1).start(totalCount: 4)
    let grain = part.subprogress(assigningCount: 2).start(totalCount: 2)
    grain.complete(count: 1)
    #expect(whole.fractionCompleted == 0.125)
    grain.complete(count: 1)
    part.complete(count: 2)
    #expect(whole.completedCount == 1)
  }

  @Test func `a part that nobody starts counts as complete`() {
    let whole = ProgressManager(totalCount: 3)
    do {
      _ = whole.subprogress(assigningCount: 2)
    }
    #expect(whole.completedCount == 2)
  }

  @Test func `a part whose manager goes unfinished counts as complete`() {
    let whole = ProgressManager(totalCount: 3)
    do {
      let part = whole.subprogress(assigningCount: 2).start(totalCount: 10)
      part.complete(count: 1)
      #expect(whole.completedCount == 0)
    }
    #expect(whole.completedCount == 2)
    #expect(whole.fractionCompleted == 2.0 / 3)
  }

  @Test func `a part with nothing to do is complete at once`() {
    let whole = ProgressManager(totalCount: 2)
    let part = whole.subprogress(assigningCount: 2).start(totalCount: 0)
    #expect(whole.isFinished && part.isFinished)
  }

  @Test func `what one reports can be a part of several`() {
    let download = ProgressManager(totalCount: 2)
    let first = ProgressManager(totalCount: 4)
    let second = ProgressManager(totalCount: 1)
    first.assign(count: 2, to: download.reporter)
    second.assign(count: 1, to: download.reporter)
    download.complete(count: 1)
    #expect(first.fractionCompleted == 0.25)
    #expect(second.fractionCompleted == 0.5)
    download.complete(count: 1)
    #expect(first.completedCount == 2 && second.isFinished)
    let late = ProgressManager(totalCount: 1)
    late.assign(count: 1, to: download.reporter)
    #expect(late.isFinished)
  }

  @Test func `a reporter tells what its manager does`() {
    let manager = ProgressManager(totalCount: 4)
    manager.complete(count: 1)
    let reporter = manager.reporter
    #expect(reporter.totalCount == 4 && reporter.completedCount == 1)
    #expect(reporter.fractionCompleted == 0.25)
    #expect(!reporter.isFinished && !reporter.isIndeterminate)
    #expect(reporter == manager.reporter)
    #expect(reporter != ProgressManager(totalCount: 4).reporter)
  }

  @Test func `who observes a whole hears of its parts`() {
    let whole = ProgressManager(totalCount: 2)
    let part = whole.subprogress(assigningCount: 1).start(totalCount: 2)
    let changes = Atomic(0)
    withObservationTracking {
      _ = whole.reporter.fractionCompleted
    } onChange: {
      changes.add(1, ordering: .relaxed)
    }
    part.complete(count: 1)
    #expect(changes.load(ordering: .relaxed) == 1)
  }

  @Test(arguments: UInt64(1)...20)
  func `however parts come and go, the share never goes back and ends whole`(seed: UInt64) {
    var chance = SeededChance(seed: seed)
    let whole = ProgressManager(totalCount: 100)
    var parts: [ProgressManager] = []
    var left = 100
    var last = 0.0
    while left > 0 || !parts.isEmpty {
      switch chance.below(4) {
      case 0 where left > 0:
        let count = min(left, 1 + chance.below(20))
        left -= count
        let parent = whole.subprogress(assigningCount: count)
        parts.append(parent.start(totalCount: chance.below(7)))
      case 1 where !parts.isEmpty: parts.remove(at: chance.below(parts.count))
      case 2 where !parts.isEmpty: parts[chance.below(parts.count)].complete(count: 1)
      default: parts.removeAll(where: \.isFinished)
      }
      #expect(whole.fractionCompleted >= last, "seed \(seed)")
      last = whole.fractionCompleted
    }
    #expect(whole.fractionCompleted == 1 && whole.completedCount == 100, "seed \(seed)")
  }

  @Test func `parts may report from many threads`() async {
    let whole = ProgressManager(totalCount: 80)
    await withTaskGroup { group in
      for _ in 0..<8 {
        let part = whole.subprogress(assigningCount: 10).start(totalCount: 1_000)
        group.addTask { @concurrent in
          for _ in 0..<1_000 {
            part.complete(count: 1)
            #expect((0...1).contains(whole.fractionCompleted))
          }
        }
      }
    }
    #expect(whole.completedCount == 80)
  }
}
