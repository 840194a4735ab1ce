public import Observation

/// Remembers how to take back what a person does, and how to do it again.
///
/// For every change, register the action that takes it back; what is registered while that runs, does
/// it again:
///
///     func rename(_ name: String, undoManager: UndoManager?) {
///       let old = self.name
///       undoManager?.registerUndo(withTarget: self) { $0.rename(old, undoManager: undoManager) }
///       self.name = name
///     }
///
/// A registered action is also what marks a document as edited, and so has it saved by itself. Undone
/// back to where it was saved, it is edited no more.
///
/// **Groups.** What is registered in one turn of the main actor, up to the next suspension, is one
/// group and is undone at once: that is what `groupsByEvent` means where there is no event loop.
/// Targets are not kept alive; an action whose target has gone is dropped.
@MainActor
@Observable
public final class UndoManager {
  /// How many groups can be undone; the oldest go first. 0 means all.
  public var levelsOfUndo = 0 {
    didSet { dropOldest() }
  }

  /// Whether all that is registered in one turn of the main actor is one group.
  public var groupsByEvent = true

  /// Whether an action is being undone.
  public private(set) var isUndoing = false
  /// Whether an action is being done again.
  public private(set) var isRedoing = false

  /// Told after each registration, undo, redo and removal.
  @ObservationIgnored var onChange: (@MainActor () -> Void)?

  var done: [UndoGroup] = []
  var undone: [UndoGroup] = []
  /// Groups that were begun and not ended, the outermost first.
  var open: [UndoGroup] = []

  /// The state below all that can be undone.
  private var base = UndoState(number: 0)
  @ObservationIgnored private var lastNumber: UInt64 = 0
  private var disabled = 0
  /// Whether the outermost open group was begun by itself, and ends with the turn.
  @ObservationIgnored private var isOpenByEvent = false
  @ObservationIgnored private var hasTurnEnded = false
  @ObservationIgnored private var turn = 0
  /// Whether the outermost open group was begun by hand, or for an undo or redo.
  @ObservationIgnored private var isGrouped = false

  /// Nothing can be undone yet. It can be made anywhere.
  public nonisolated init() {}

  // MARK: Registering

  /// Registers what takes back a change that is made now. It is called with the target, which must
  /// still be there.
  ///
  /// What can be done again is forgotten, unless this comes of an undo or redo.
  public func registerUndo<Target: AnyObject>(
    withTarget target: Target, handler: @escaping @MainActor (Target) -> Void
  ) {
    guard isUndoRegistrationEnabled else { return }
    let action = UndoAction(target, handler)
    if open.isEmpty { begin(byEvent: groupsByEvent) }
    open[open.count - 1].append(action)
    // What was saved in the middle of a group is not what the whole group leads to.
    open[0].state = newState()
    if !isUndoing && !isRedoing { undone = [] }
    // Outside of turns, an action that nobody grouped is a group of its own.
    if open.count == 1, !isOpenByEvent, !isGrouped { endUndoGrouping() }
    if !isUndoing && !isRedoing { onChange?() }
  }

  /// Whether registered actions are remembered.
  public var isUndoRegistrationEnabled: Bool { disabled == 0 }

  /// From here on nothing is remembered, until it is enabled as often as it was disabled.
  public func disableUndoRegistration() {
    disabled += 1
  }

  /// Takes back one disabling; without one, nothing.
  public func enableUndoRegistration() {
    disabled = max(disabled - 1, 0)
  }

  // MARK: Groups

  /// How many groups are open, one in the other.
  public var groupingLevel: Int { open.count }

  /// Begins a group, within the one that is open. Each is ended by `endUndoGrouping()`.
  public func beginUndoGrouping() {
    if open.isEmpty, groupsByEvent, !isUndoing, !isRedoing { begin(byEvent: true) }
    if open.isEmpty { isGrouped = true }
    begin(byEvent: false)
  }

  /// Ends the innermost group; without one, nothing. An empty group is forgotten.
  public func endUndoGrouping() {
    guard let group = open.popLast() else { return }
    if open.isEmpty {
      isGrouped = false
      isOpenByEvent = false
      if !group.isEmpty { close(group) }
    } else {
      if !group.isEmpty { open[open.count - 1].append(group) }
      // The turn that began the outermost is over already.
      if open.count == 1, isOpenByEvent, hasTurnEnded { endUndoGrouping() }
    }
  }

  private func begin(byEvent: Bool) {
    open.append(UndoGroup(state: newState()))
    guard byEvent else { return }
    isOpenByEvent = true
    hasTurnEnded = false
    turn += 1
    Task { [weak self, turn] in self?.end(turn: turn) }
  }

  private func end(turn: Int) {
    guard isOpenByEvent, self.turn == turn else { return }
    hasTurnEnded = true
    if open.count == 1 { endUndoGrouping() }
  }

  private func close(_ group: UndoGroup) {
    if isUndoing {
      undone.append(group)
    } else {
      done.append(group)
      dropOldest()
    }
  }

  private func dropOldest() {
    guard levelsOfUndo > 0, done.count > levelsOfUndo else { return }
    let surplus = done.count - levelsOfUndo
    base = done[surplus - 1].state
    done.removeFirst(surplus)
  }

  // MARK: Undoing

  /// Whether there is something to undo, in a group that is open too.
  public var canUndo: Bool {
    done.contains(where: \.isAlive) || (!isUndoing && open.contains(where: \.isAlive))
  }

  /// Whether there is something to do again.
  public var canRedo: Bool { undone.contains(where: \.isAlive) }

  /// How many groups can be undone, one that is open not counted.
  public var undoCount: Int { done.count(where: \.isAlive) }
  /// How many groups can be done again.
  public var redoCount: Int { undone.count(where: \.isAlive) }

  /// Undoes the last group, ending it first where it is open. Where groups within it are open, or in
  /// the middle of an undo or redo, nothing.
  public func undo() {
    if open.count == 1 { endUndoGrouping() }
    undoNestedGroup()
  }

  /// Undoes the last group that has ended. Where one is open, or in the middle of an undo or redo,
  /// nothing.
  public func undoNestedGroup() {
    guard open.isEmpty, !isUndoing, !isRedoing, done.contains(where: \.isAlive) else { return }
    let redone = state
    guard let (group, isWhole) = popAlive(&done) else { return }
    // What has gone can't be undone: no state before is reached again.
    if !isWhole { renew(below: done.count) }
    isUndoing = true
    perform(group, leadingBackTo: redone)
    isUndoing = false
    onChange?()
  }

  /// Does again what was undone last. Where a group is open, it is ended first, and then nothing is
  /// left to be done again if it holds anything.
  public func redo() {
    if open.count == 1 { endUndoGrouping() }
    guard open.isEmpty, !isUndoing, !isRedoing, undone.contains(where: \.isAlive) else { return }
    guard let (group, isWhole) = popAlive(&undone) else { return }
    if !isWhole { renewUndone(upTo: undone.count) }
    isRedoing = true
    perform(group, leadingBackTo: isWhole ? group.state : newState())
    isRedoing = false
    onChange?()
  }

  /// The last group with an action that can be performed, and whether all of its actions can be, and
  /// none behind it was dropped.
  private func popAlive(_ stack: inout [UndoGroup]) -> (UndoGroup, isWhole: Bool)? {
    var isWhole = true
    while let group = stack.popLast() {
      if group.isAlive { return (group, isWhole && group.isWhole) }
      isWhole = false
    }
    return nil
  }

  /// Performs a group, and puts what it registers in one for the other direction, groups that it left
  /// open too.
  private func perform(_ group: UndoGroup, leadingBackTo state: UndoState) {
    begin(byEvent: false)
    isGrouped = true
    open[0].actionName = group.actionName
    open[0].isDiscardable = group.isDiscardable
    group.perform()
    while open.count > 1 { endUndoGrouping() }
    // It may have removed all actions.
    guard !open.isEmpty else { return }
    open[0].state = state
    if open[0].isEmpty {
      // It can't be taken back: past it, neither way leads where it did.
      if isUndoing { undone = [] } else { renew(below: done.count) }
    }
    endUndoGrouping()
  }

  // MARK: States

  /// What is done now; the same again once changes are undone, and once they are redone.
  var state: UndoState {
    if !isUndoing, let group = open.first, open.contains(where: { !$0.isEmpty }) {
      return group.state
    }
    return done.last?.state ?? base
  }

  private func newState() -> UndoState {
    lastNumber += 1
    return UndoState(number: lastNumber)
  }

  /// Gives new states to all before a place: undoing leads elsewhere than it was.
  private func renew(below end: Int) {
    for index in 0..<end { done[index].state = newState() }
    base = newState()
  }

  /// As above, for what would be done again after a place.
  private func renewUndone(upTo end: Int) {
    for index in 0..<end { undone[index].state = newState() }
  }

  // MARK: Forgetting

  /// Forgets all that could be undone and redone.
  public func removeAllActions() {
    base = state
    done = []
    undone = []
    open = []
    isOpenByEvent = false
    isGrouped = false
    disabled = 0
    onChange?()
  }

  /// Forgets what belongs to a target.
  public func removeAllActions(withTarget target: Any) {
    // Every value can be made an object; only what is one was ever registered.
    let target = target as AnyObject
    let current = state
    for index in done.indices.reversed() where done[index].removeAll(of: target) {
      renew(below: index)
    }
    for index in undone.indices.reversed() where undone[index].removeAll(of: target) {
      renewUndone(upTo: index + 1)
    }
    for index in open.indices { _ = open[index].removeAll(of: target) }
    done.removeAll(where: \.isEmpty)
    undone.removeAll(where: \.isEmpty)
    // What was done stays done.
    if state != current {
      if done.isEmpty { base = current } else { done[done.count - 1].state = current }
      if !open.isEmpty { open[0].state = newState() }
    }
    onChange?()
  }
}
