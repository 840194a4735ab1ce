extension UndoManager {
  /// Names what is done in the group that is open, or else in the last: "Typing". It is shown behind
  /// "Undo".
  public func setActionName(_ actionName: String) {
    changeLast { $0.actionName = actionName }
  }

  /// Says that what is done is no loss where it goes, such as a page turned.
  public func setActionIsDiscardable(_ discardable: Bool) {
    changeLast { $0.isDiscardable = discardable }
  }

  /// What would be undone; empty where it has no name.
  public var undoActionName: String { nextUndone?.actionName ?? "" }
  /// What would be done again; empty where it has no name.
  public var redoActionName: String { nextRedone?.actionName ?? "" }

  /// Whether what would be undone is no loss.
  public var undoActionIsDiscardable: Bool { nextUndone?.isDiscardable ?? false }
  /// Whether what would be done again is no loss.
  public var redoActionIsDiscardable: Bool { nextRedone?.isDiscardable ?? false }

  /// "Undo Typing", or "Undo" where it has no name.
  public var undoMenuItemTitle: String { undoMenuTitle(forUndoActionName: undoActionName) }
  /// "Redo Typing", or "Redo" where it has no name.
  public var redoMenuItemTitle: String { redoMenuTitle(forUndoActionName: redoActionName) }

  /// How undoing something is called.
  public func undoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Undo" : "Undo " + actionName
  }

  /// How doing something again is called.
  public func redoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Redo" : "Redo " + actionName
  }

  private var nextUndone: UndoGroup? {
    if !isUndoing, let group = open.first, open.contains(where: { !$0.isEmpty }) { return group }
    return done.last(where: \.isAlive)
  }

  private var nextRedone: UndoGroup? { undone.last(where: \.isAlive) }

  private func changeLast(_ change: (inout UndoGroup) -> Void) {
    if !open.isEmpty {
      change(&open[0])
    } else if !done.isEmpty {
      change(&done[done.count - 1])
    }
  }
}
