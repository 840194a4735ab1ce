import TestSupport
import Testing

@testable import Documents

/// The state that tells whether a document is as it was saved.
@Suite @MainActor struct UndoStateTests {
  let manager = UndoManager()
  let note = Note()

  init() {
    manager.groupsByEvent = false
  }

  @Test func `undone or redone to where it was, the state is the same`() {
    let start = manager.state
    note.set("one", manager)
    let one = manager.state
    note.set("two", manager)
    #expect(manager.state != one && one != start)
    manager.undo()
    #expect(manager.state == one)
    manager.undo()
    #expect(manager.state == start)
    manager.redo()
    #expect(manager.state == one)
  }

  @Test func `another change to the same effect is another state`() {
    note.set("one", manager)
    let one = manager.state
    manager.undo()
    note.set("one", manager)
    #expect(manager.state != one)
  }

  @Test func `forgetting changes nothing that was done`() {
    let start = manager.state
    note.set("one", manager)
    let one = manager.state
    manager.removeAllActions()
    #expect(manager.state == one)
    note.set("two", manager)
    let two = manager.state
    manager.removeAllActions(withTarget: note)
    #expect(manager.state == two && two != start)
    manager.levelsOfUndo = 1
    note.set("three", manager)
    let three = manager.state
    note.set("four", manager)
    manager.undo()
    #expect(manager.state == three)
  }

  @Test func `a group that goes on is in another state than in its middle`() {
    manager.beginUndoGrouping()
    note.set("one", manager)
    let middle = manager.state
    note.set("two", manager)
    #expect(manager.state != middle)
    manager.endUndoGrouping()
    let end = manager.state
    manager.undo()
    manager.redo()
    #expect(manager.state == end && end != middle)
  }

  @Test func `past an action that is gone, no state is what it was`() {
    let start = manager.state
    note.set("one", manager)
    let one = manager.state
    do { Note().set("x", manager) }
    let both = manager.state
    #expect(both != one)
    manager.undo()
    #expect(![start, one, both].contains(manager.state))
  }

  @Test func `each change is told once it is done`() {
    var told: [String] = []
    manager.onChange = { [note] in told.append(note.text) }
    note.set("one", manager)
    manager.undo()
    manager.redo()
    manager.removeAllActions()
    // A registration comes before the change that it is for.
    #expect(told == ["", "", "one", "one"])
  }

  @Test(arguments: UInt64(1)...30)
  func `whatever is done and undone, an equal state means an equal text`(seed: UInt64) async {
    var chance = SeededChance(seed: seed)
    manager.levelsOfUndo = chance.below(5)
    var texts: [UndoState: String] = [manager.state: note.text]
    for step in 0..<200 {
      switch chance.below(8) {
      case 0, 1: manager.undo()
      case 2: manager.redo()
      case 3 where manager.groupingLevel < 3: manager.beginUndoGrouping()
      case 4: manager.endUndoGrouping()
      case 5: Note().set("gone", manager)
      case 6 where chance.below(10) == 0: manager.removeAllActions(withTarget: note)
      default: note.set(String(step), manager)
      }
      guard manager.groupingLevel == 0 else { continue }
      #expect(texts[manager.state, default: note.text] == note.text, "seed \(seed), step \(step)")
      texts[manager.state] = note.text
    }
  }
}
