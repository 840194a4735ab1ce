public import Observation
import Synchronization

/// What reports how far some work has come, alone or as a tree of parts.
///
/// The shape is that of Foundation's proposal SF-0023. Everything may be called from any thread, and
/// all that it tells is observable, what parts do included.
///
/// A part that has finished counts fully, for good. A part whose manager goes unfinished counts fully
/// too, since nobody would ever complete it. So progress goes back only where a total grows.
@dynamicMemberLookup
public final class ProgressManager: Sendable, Observable {
  private let state: Mutex<State>
  private let registrar = ObservationRegistrar()

  /// Nothing done yet of a total, which is nil where it isn't known.
  public init(totalCount: Int?) {
    state = Mutex(State(total: totalCount))
  }

  deinit {
    let (parents, subtree) = state.withLock { ($0.parents, $0) }
    for parent in parents { parent.lose(self, subtree: subtree) }
  }

  // MARK: What is reported

  /// How much there is to do; nil while that is not known.
  public var totalCount: Int? {
    registrar.access(self, keyPath: \.totalCount)
    return state.withLock(\.total)
  }

  /// How much of it is done. Parts count when they have finished.
  public var completedCount: Int {
    registrar.access(self, keyPath: \.completedCount)
    return state.withLock(\.completed)
  }

  /// The share that is done, from 0 to 1, parts that are under way included; 0 while the total is not
  /// known, and 1 where there is nothing to do.
  public var fractionCompleted: Double {
    registrar.access(self, keyPath: \.fractionCompleted)
    return share
  }

  /// Whether it is not known how much there is to do.
  public var isIndeterminate: Bool {
    registrar.access(self, keyPath: \.isIndeterminate)
    return state.withLock { $0.total == nil }
  }

  /// Whether all is done.
  public var isFinished: Bool {
    registrar.access(self, keyPath: \.isFinished)
    return state.withLock(\.isFinished)
  }

  /// The same progress, to be looked at and not changed.
  public var reporter: ProgressReporter { ProgressReporter(self) }

  /// Without a lock on more than one manager at a time, so that no order of locks is needed.
  private var share: Double {
    let state = state.withLock { $0 }
    guard let total = state.total else { return 0 }
    if state.isFinished || total <= 0 { return 1 }
    // Whole numbers are added as such: a part's finishing then never rounds the share down.
    var done = state.completed
    var under = 0.0
    for part in state.parts where !part.isCounted {
      // One whose manager is just going is about to be counted.
      guard let manager = part.manager, !manager.state.withLock(\.isFinished) else {
        done = sum(done, part.count)
        continue
      }
      under += Double(part.count) * manager.share
    }
    return min(max((Double(done) + under) / Double(total), 0), 1)
  }

  // MARK: Reporting

  /// Reports that so much more is done; what is not above 0 changes nothing.
  public func complete(count: Int) {
    guard count > 0 else { return }
    change { $0.completed = sum($0.completed, count) }
  }

  /// Changes what is done and how much there is to do, both at once: `(completed, total)`.
  public func setCounts(_ counts: (inout Int, inout Int?) -> Void) {
    change { counts(&$0.completed, &$0.total) }
  }

  /// Hands out a part of the total, to whoever does that part of the work.
  public func subprogress(assigningCount count: Int) -> Subprogress {
    Subprogress(of: self, count: count)
  }

  /// Makes another progress a part of this one, for so much of the total. It may be a part of several.
  ///
  /// Nothing can be a part of itself: that is a mistake in the program, and ends it.
  public func assign(count: Int, to reporter: ProgressReporter) {
    precondition(
      !lineage.contains { $0 === reporter.manager }, "a progress can't be a part of itself")
    adopt(reporter.manager, count: count)
  }

  // MARK: The tree

  func adopt(_ manager: ProgressManager, count: Int) {
    manager.state.withLock { $0.parents.append(self) }
    change { $0.parts.append(Part(manager: manager, id: ObjectIdentifier(manager), count: count)) }
    settle(manager)
  }

  /// This one and all that it is a part of, itself first, each once.
  private var lineage: [ProgressManager] {
    var found = [self]
    var next = 0
    while next < found.count {
      for parent in found[next].state.withLock(\.parents)
      where !found.contains(where: { $0 === parent }) {
        found.append(parent)
      }
      next += 1
    }
    return found
  }

  /// Changes the state, and tells who observes this one or what it is a part of.
  private func change(_ body: (inout State) -> Void) {
    let lineage = lineage
    for manager in lineage { manager.willChange() }
    let isFinished = state.withLock { state in
      body(&state)
      return state.isFinished
    }
    if isFinished {
      for parent in state.withLock(\.parents) { parent.settle(self) }
    }
    for manager in lineage.reversed() { manager.didChange() }
  }

  /// Counts a part that has finished.
  private func settle(_ manager: ProgressManager) {
    guard manager.state.withLock(\.isFinished) else { return }
    count(partsOf: ObjectIdentifier(manager)) { _ in }
  }

  /// Counts a part whose manager goes, and keeps what it told of properties.
  private func lose(_ manager: ProgressManager, subtree: State) {
    let id = ObjectIdentifier(manager)
    count(partsOf: id) { state in
      state.parts.removeAll { $0.id == id }
      state.values.absorb(subtree.values)
    }
  }

  private func count(partsOf id: ObjectIdentifier, then body: (inout State) -> Void) {
    change { state in
      for index in state.parts.indices
      where state.parts[index].id == id && !state.parts[index].isCounted {
        state.parts[index].isCounted = true
        state.completed = sum(state.completed, state.parts[index].count)
      }
      body(&state)
    }
  }
}

// MARK: Properties

extension ProgressManager {
  /// A property's value here, without what parts have; its default where it was never set.
  public subscript<P: Property>(dynamicMember key: KeyPath<Properties, P.Type>) -> P.Value {
    get {
      registrar.access(self, keyPath: \.values)
      return state.withLock { $0.values[P.self] }
    }
    set { change { $0.values[P.self] = newValue } }
  }

  /// A property's values of this one and all its parts, joined as the property says.
  public func summary<P: Property>(of property: P.Type) -> P.Summary {
    registrar.access(self, keyPath: \.values)
    let state = state.withLock { $0 }
    return state.parts.reduce(state.values.summary(of: property)) { summary, part in
      guard let manager = part.manager else { return summary }
      return P.merge(summary, manager.summary(of: property))
    }
  }

  /// Stands for all properties where they are observed.
  private var values: ProgressValues { state.withLock(\.values) }
}

// MARK: Observation

extension ProgressManager {
  private func willChange() {
    registrar.willSet(self, keyPath: \.totalCount)
    registrar.willSet(self, keyPath: \.completedCount)
    registrar.willSet(self, keyPath: \.fractionCompleted)
    registrar.willSet(self, keyPath: \.isIndeterminate)
    registrar.willSet(self, keyPath: \.isFinished)
    registrar.willSet(self, keyPath: \.values)
  }

  private func didChange() {
    registrar.didSet(self, keyPath: \.totalCount)
    registrar.didSet(self, keyPath: \.completedCount)
    registrar.didSet(self, keyPath: \.fractionCompleted)
    registrar.didSet(self, keyPath: \.isIndeterminate)
    registrar.didSet(self, keyPath: \.isFinished)
    registrar.didSet(self, keyPath: \.values)
  }
}

extension ProgressManager: Hashable {
  /// Whether both are the same one.
  public static func == (left: ProgressManager, right: ProgressManager) -> Bool { left === right }

  /// By which one it is.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

extension ProgressManager: CustomStringConvertible {
  /// How far it has come: "3 of 10"; "3" where the total isn't known.
  public var description: String {
    let state = state.withLock { $0 }
    return state.total.map { "\(state.completed) of \($0)" } ?? "\(state.completed)"
  }
}

/// What one manager knows of itself.
private struct State: Sendable {
  var total: Int?
  var completed = 0
  var parts: [Part] = []
  /// They live as long as this one, to be told.
  var parents: [ProgressManager] = []
  var values = ProgressValues()

  init(total: Int?) {
    self.total = total
  }

  var isFinished: Bool { total.map { completed >= $0 } ?? false }
}

/// A part of the total that another manager reports.
private struct Part: Sendable {
  weak var manager: ProgressManager?
  let id: ObjectIdentifier
  let count: Int
  /// Whether it is in `completed`.
  var isCounted = false
}

/// The sum, or the greatest or least number there is.
private func sum(_ left: Int, _ right: Int) -> Int {
  let (sum, overflows) = left.addingReportingOverflow(right)
  guard overflows else { return sum }
  return right > 0 ? .max : .min
}
