import Observation
import Synchronization
import TestSupport
import Testing

@testable import Documents

@Suite @MainActor struct UndoManagerTests {
  let manager = UndoManager()
  let note = Note()

  /// Sets the text so that it can be undone, in a group of its own.
  private func set(_ text: String) {
    manager.beginUndoGrouping()
    note.set(text, manager)
    manager.endUndoGrouping()
  }

  init() {
    manager.groupsByEvent = false
  }

  @Test func `what was done is undone, and done again`() {
    #expect(!manager.canUndo && !manager.canRedo)
    set("one")
    set("two")
    #expect(manager.canUndo && !manager.canRedo)
    #expect(manager.undoCount == 2 && manager.redoCount == 0)
    manager.undo()
    #expect(manager.undoCount == 1 && manager.redoCount == 1)
    #expect(note.text == "one" && manager.canRedo)
    manager.undo()
    #expect(note.text == "" && !manager.canUndo)
    manager.undo()
    manager.redo()
    #expect(note.text == "one")
    manager.redo()
    #expect(note.text == "two" && !manager.canRedo)
    manager.redo()
    manager.undo()
    #expect(note.text == "one")
  }

  @Test func `a new change forgets what could be done again`() {
    set("one")
    manager.undo()
    set("two")
    #expect(!manager.canRedo)
    manager.undo()
    #expect(note.text == "")
  }

  @Test func `all of a group is undone at once, the last first`() {
    manager.beginUndoGrouping()
    note.set("one", manager)
    manager.beginUndoGrouping()
    #expect(manager.groupingLevel == 2)
    note.set("two", manager)
    manager.endUndoGrouping()
    note.set("three", manager)
    manager.endUndoGrouping()
    #expect(manager.groupingLevel == 0)
    note.history = []
    manager.undo()
    #expect(note.history == ["two", "one", ""])
    manager.redo()
    #expect(note.text == "three")
  }

  @Test func `one turn of the main actor is one group`() async {
    manager.groupsByEvent = true
    note.set("one", manager)
    note.set("two", manager)
    #expect(manager.groupingLevel == 1 && manager.canUndo)
    await turn()
    #expect(manager.groupingLevel == 0)
    note.set("three", manager)
    await turn()
    manager.undo()
    #expect(note.text == "two")
    manager.undo()
    #expect(note.text == "" && !manager.canUndo)
  }

  @Test func `an undo ends the turn's group`() {
    manager.groupsByEvent = true
    note.set("one", manager)
    manager.undo()
    #expect(note.text == "" && manager.groupingLevel == 0)
    manager.redo()
    #expect(note.text == "one")
  }

  @Test func `a group that is open when the turn ends is waited for`() async {
    manager.groupsByEvent = true
    manager.beginUndoGrouping()
    #expect(manager.groupingLevel == 2)
    note.set("one", manager)
    await turn()
    #expect(manager.groupingLevel == 2)
    note.set("two", manager)
    manager.endUndoGrouping()
    #expect(manager.groupingLevel == 0)
    manager.undo()
    #expect(note.text == "")
  }

  @Test func `without groups each action is one of its own`() {
    note.set("one", manager)
    note.set("two", manager)
    manager.undo()
    #expect(note.text == "one")
  }

  @Test func `groups that are not balanced do no harm`() {
    manager.endUndoGrouping()
    manager.beginUndoGrouping()
    manager.beginUndoGrouping()
    note.set("one", manager)
    manager.undo()
    manager.redo()
    #expect(note.text == "one")
    manager.endUndoGrouping()
    manager.undo()
    #expect(note.text == "")
  }

  @Test func `a target that has gone takes its actions with it`() {
    do {
      let other = Note()
      other.set("x", manager)
      #expect(manager.canUndo)
    }
    #expect(!manager.canUndo)
    manager.undo()
    set("one")
    do { Note().set("y", manager) }
    #expect(manager.undoActionName == "Set")
    manager.undo()
    #expect(note.text == "")
  }

  @Test func `only so many groups are kept`() {
    manager.levelsOfUndo = 2
    for text in ["one", "two", "three"] { set(text) }
    manager.undo()
    manager.undo()
    #expect(note.text == "one" && !manager.canUndo)
    for text in ["a", "b"] { set(text) }
    manager.levelsOfUndo = 1
    manager.undo()
    #expect(note.text == "a" && !manager.canUndo)
  }

  @Test func `nothing is remembered while it is disabled`() {
    manager.disableUndoRegistration()
    manager.disableUndoRegistration()
    manager.enableUndoRegistration()
    #expect(!manager.isUndoRegistrationEnabled)
    set("one")
    #expect(!manager.canUndo)
    manager.enableUndoRegistration()
    manager.enableUndoRegistration()
    set("two")
    #expect(manager.canUndo)
  }

  @Test func `actions are forgotten, all or those of a target`() {
    let other = Note()
    set("one")
    other.set("x", manager)
    manager.removeAllActions(withTarget: note)
    manager.undo()
    #expect(other.text == "" && note.text == "one")
    #expect(!manager.canUndo && manager.canRedo)
    manager.removeAllActions()
    #expect(!manager.canRedo)
  }

  @Test func `an action has a name, undone and redone`() {
    set("one")
    #expect(manager.undoMenuItemTitle == "Undo Set")
    manager.setActionName("Typing")
    #expect(manager.undoActionName == "Typing")
    #expect(manager.redoMenuItemTitle == "Redo")
    manager.undo()
    #expect(manager.undoMenuItemTitle == "Undo")
    #expect(manager.redoActionName == "Set")
    set("two")
    manager.setActionIsDiscardable(true)
    #expect(manager.undoActionIsDiscardable && !manager.redoActionIsDiscardable)
  }

  @Test func `who observes it hears of changes`() {
    let changes = Atomic(0)
    withObservationTracking {
      _ = manager.canUndo
    } onChange: {
      changes.add(1, ordering: .relaxed)
    }
    set("one")
    #expect(changes.load(ordering: .relaxed) == 1)
  }

  /// Lets what waits for the main actor run.
  private func turn() async {
    await Task { @MainActor in }.value
  }
}

@MainActor final class Note {
  var text = ""
  var history: [String] = []

  nonisolated init() {}

  func set(_ new: String, _ manager: UndoManager?) {
    let old = text
    manager?.registerUndo(withTarget: self) { [weak manager] in $0.set(old, manager) }
    manager?.setActionName("Set")
    text = new
    history.append(new)
  }
}
