import LinuxSystem
import Reconciliation
import TestSupport
import Testing

@testable import Engine

/// Random moves, against a model of the kernel that keeps its rules of order.
@Suite struct WatchTreeModelTests {
  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
  func `paths stay those of the directories, whatever moves where`(seed: UInt64) throws {
    var chance = SeededChance(seed: seed)
    var kernel = KernelModel()
    var tree = WatchTree()
    try kernel.scan(&tree)
    for step in 0..<400 {
      kernel.change(&chance)
      // The queue is read at any time, and cut anywhere.
      let count = chance.below(kernel.queue.count + 1)
      let outcome = tree.take(kernel.queue.prefix(count))
      kernel.queue.removeFirst(count)
      kernel.remove(outcome.dropped)
      guard chance.oneIn(5) else { continue }
      let rest = tree.take(kernel.queue)
      kernel.queue = []
      kernel.remove(rest.dropped)
      kernel.queue = []
      try kernel.scan(&tree)
      let known = Dictionary(
        uniqueKeysWithValues: tree.uses.compactMap { watch, use in
          use.directory.flatMap { tree.path(of: $0) }.map { (watch, $0.description) }
        })
      #expect(known == kernel.watchedPaths(), "seed \(seed), step \(step)")
      #expect(tree.watchedCount == known.count, "seed \(seed), step \(step)")
      #expect(tree.unwatchedCount == tree.unwatched().count, "seed \(seed), step \(step)")
    }
  }
}

/// Directories with numbers, the events that their moves give, and their watches.
private struct KernelModel {
  /// The root is 0, a place outside is 1; both stay.
  var parents: [Int: Int] = [:]
  var names: [Int: String] = [:]
  var watches: [Int: Int32] = [:]
  var queue: [InotifyEvent] = []
  private var nextNumber = 2
  private var nextWatch: Int32 = 1
  private var nextCookie: UInt32 = 1

  private func children(of number: Int) -> [Int] {
    parents.filter { $0.value == number }.keys.sorted()
  }

  private func path(of number: Int) -> String? {
    if number == 0 { return "" }
    guard let parent = parents[number], let name = names[number],
      let above = path(of: parent)
    else { return nil }
    return above.isEmpty ? name : above + "/" + name
  }

  private func holds(_ ancestor: Int, _ number: Int) -> Bool {
    var current: Int? = number
    while let here = current {
      if here == ancestor { return true }
      current = parents[here]
    }
    return false
  }

  func watchedPaths() -> [Int32: String] {
    var result: [Int32: String] = [:]
    for (number, watch) in watches { result[watch] = path(of: number) ?? "outside" }
    return result
  }

  mutating func remove(_ dropped: [Int32]) {
    for watch in dropped {
      // What was deleted has lost its watch already.
      guard let number = watches.first(where: { $0.value == watch })?.key else { continue }
      watches[number] = nil
      queue.append(InotifyEvent(watch: watch, mask: .ignored))
    }
  }

  /// What the engine does: lists every directory, the watch first.
  mutating func scan(_ tree: inout WatchTree) throws {
    var pending = [0]
    while let number = pending.popLast() {
      let watch = watches[number] ?? nextWatch
      if watches[number] == nil { nextWatch += 1 }
      watches[number] = watch
      let path = try beneath(path(of: number) ?? "")
      remove(tree.attach(path, watch: watch))
      let inside = children(of: number)
      remove(tree.prune(path, holding: Set(inside.map { Array((names[$0] ?? "").utf8) })))
      pending.append(contentsOf: inside)
    }
  }

  mutating func change(_ chance: inout SeededChance) {
    let places = [0, 1] + parents.keys.sorted()
    let place = places[chance.below(places.count)]
    let name = ["a", "b", "c", "d"][chance.below(4)]
    let taken = children(of: place).first { names[$0] == name }
    let movable = parents.keys.sorted()
    if chance.oneIn(3) || movable.isEmpty {
      if taken == nil { create(name, in: place) }
      return
    }
    let number = movable[chance.below(movable.count)]
    if chance.oneIn(4) {
      delete(number)
    } else if !holds(number, place), taken != number {
      guard let taken else { return rename(number, to: place, name) }
      if chance.oneIn(2), !holds(taken, number) {
        exchange(number, taken)
      } else if children(of: taken).isEmpty, !holds(taken, number) {
        replace(taken, by: number)
      }
    }
  }

  private mutating func tell(
    _ directory: Int, _ mask: InotifyMask, _ name: String, _ cookie: UInt32
  ) {
    guard let watch = watches[directory] else { return }
    queue.append(
      InotifyEvent(
        watch: watch, mask: [mask, .isDirectory], cookie: cookie, name: Array(name.utf8)))
  }

  private mutating func tell(itself number: Int, _ mask: InotifyMask) {
    if let watch = watches[number] { queue.append(InotifyEvent(watch: watch, mask: mask)) }
  }

  private mutating func create(_ name: String, in place: Int) {
    parents[nextNumber] = place
    names[nextNumber] = name
    nextNumber += 1
    tell(place, .created, name, 0)
  }

  private mutating func delete(_ number: Int) {
    for child in children(of: number) { delete(child) }
    guard let parent = parents[number], let name = names[number] else { return }
    vanish(number)
    tell(parent, .deleted, name, 0)
  }

  private mutating func vanish(_ number: Int) {
    tell(itself: number, .selfDeleted)
    tell(itself: number, .ignored)
    watches[number] = nil
    parents[number] = nil
    names[number] = nil
  }

  private mutating func rename(_ number: Int, to place: Int, _ name: String) {
    guard let oldParent = parents[number], let oldName = names[number] else { return }
    parents[number] = place
    names[number] = name
    tell(oldParent, .movedFrom, oldName, nextCookie)
    tell(place, .movedTo, name, nextCookie)
    tell(itself: number, .selfMoved)
    nextCookie += 1
  }

  private mutating func replace(_ other: Int, by number: Int) {
    guard let place = parents[other], let name = names[other] else { return }
    parents[other] = nil
    rename(number, to: place, name)
    vanish(other)
  }

  private mutating func exchange(_ number: Int, _ other: Int) {
    guard let place = parents[number], let name = names[number], let otherPlace = parents[other],
      let otherName = names[other]
    else { return }
    rename(number, to: otherPlace, otherName)
    parents[other] = nil
    parents[other] = otherPlace
    rename(other, to: place, name)
  }
}
