/// Actions that are undone together, in reverse.
struct UndoGroup {
  private enum Item {
    case action(UndoAction)
    case group(UndoGroup)
  }

  /// The state that the document is in once all of these are done.
  var state: UndoState
  var actionName = ""
  var isDiscardable = false
  private var items: [Item] = []

  init(state: UndoState) {
    self.state = state
  }

  /// Whether nothing was ever put in.
  var isEmpty: Bool { items.isEmpty }

  /// Whether there is an action whose target is still there.
  var isAlive: Bool {
    items.contains { item in
      switch item {
      case .action(let action): action.isAlive
      case .group(let group): group.isAlive
      }
    }
  }

  /// Whether the targets of all actions are still there.
  var isWhole: Bool {
    items.allSatisfy { item in
      switch item {
      case .action(let action): action.isAlive
      case .group(let group): group.isWhole
      }
    }
  }

  mutating func append(_ action: UndoAction) {
    items.append(.action(action))
  }

  mutating func append(_ group: UndoGroup) {
    items.append(.group(group))
  }

  /// Takes away the actions of a target; returns whether there were any.
  mutating func removeAll(of target: AnyObject) -> Bool {
    var hasRemoved = false
    var kept: [Item] = []
    for item in items {
      switch item {
      case .action(let action):
        if action.isOf(target) { hasRemoved = true } else { kept.append(item) }
      case .group(var group):
        if group.removeAll(of: target) { hasRemoved = true }
        if !group.isEmpty { kept.append(.group(group)) }
      }
    }
    items = kept
    return hasRemoved
  }

  /// Does all, the last first.
  @MainActor func perform() {
    for item in items.reversed() {
      switch item {
      case .action(let action): action.perform()
      case .group(let group): group.perform()
      }
    }
  }
}

/// What undoes one thing.
struct UndoAction {
  private weak var target: AnyObject?
  private let handler: @MainActor (AnyObject) -> Void

  init<Target: AnyObject>(_ target: Target, _ handler: @escaping @MainActor (Target) -> Void) {
    self.target = target
    self.handler = { target in
      if let target = target as? Target { handler(target) }
    }
  }

  var isAlive: Bool { target != nil }

  func isOf(_ other: AnyObject) -> Bool { target === other }

  @MainActor func perform() {
    if let target { handler(target) }
  }
}

/// One state of what an undo manager's actions change. Undoing leads back to the same.
struct UndoState: Hashable, Sendable {
  let number: UInt64
}
