public import Observation

/// Progress to be looked at: what a `ProgressManager` reports, which can't be changed here.
///
/// A library hands it out, and others show it or make it a part of their own progress with
/// `ProgressManager.assign(count:to:)`.
@dynamicMemberLookup
public final class ProgressReporter: Sendable, Observable {
  /// A property that a program adds to progress.
  public typealias Property = ProgressManager.Property

  let manager: ProgressManager

  init(_ manager: ProgressManager) {
    self.manager = manager
  }

  /// How much there is to do; nil while that is not known.
  public var totalCount: Int? { manager.totalCount }
  /// How much of it is done.
  public var completedCount: Int { manager.completedCount }
  /// The share that is done, from 0 to 1, parts that are under way included.
  public var fractionCompleted: Double { manager.fractionCompleted }
  /// Whether it is not known how much there is to do.
  public var isIndeterminate: Bool { manager.isIndeterminate }
  /// Whether all is done.
  public var isFinished: Bool { manager.isFinished }

  /// A property's value, as it was set on the manager itself.
  public subscript<P: Property>(
    dynamicMember key: KeyPath<ProgressManager.Properties, P.Type>
  ) -> P.Value {
    manager[dynamicMember: key]
  }

  /// A property's values of the manager and all that report to it, joined.
  public func summary<P: Property>(of property: P.Type) -> P.Summary {
    manager.summary(of: property)
  }
}

extension ProgressReporter: Hashable {
  /// Whether both report the same progress.
  public static func == (left: ProgressReporter, right: ProgressReporter) -> Bool {
    left.manager == right.manager
  }

  /// By whose progress it reports.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(manager)
  }
}

extension ProgressReporter: CustomStringConvertible {
  /// What it reports: "3 of 10".
  public var description: String { manager.description }
}
