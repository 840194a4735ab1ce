extension ProgressManager {
  /// What a program adds to progress besides counts, such as the name of the file that is read.
  ///
  /// A property is a type, and a name for it:
  ///
  ///     extension ProgressManager.Properties {
  ///       var pageCount: PageCount.Type { PageCount.self }
  ///     }
  ///
  /// Then `manager.pageCount += 1` sets it, and `manager.summary(of: PageCount.self)` joins the
  /// values of all parts. A property whose values are added up need say no more than its key.
  public protocol Property: SendableMetatype {
    /// What one manager holds.
    associatedtype Value: Sendable, Equatable
    /// What the values of several come to.
    associatedtype Summary: Sendable, Equatable

    /// Tells it from all others; in reverse domain name notation.
    static var key: String { get }
    /// The value before one is set.
    static var defaultValue: Value { get }
    /// What no values at all come to.
    static var defaultSummary: Summary { get }
    /// Adds a value to a summary.
    static func reduce(into summary: inout Summary, value: Value)
    /// Joins two summaries.
    static func merge(_ summary1: Summary, _ summary2: Summary) -> Summary
    /// What the parent keeps when a part goes: given what it kept of others, and the part's own.
    static func finalSummary(_ parentSummary: Summary, _ selfSummary: Summary) -> Summary
  }

  /// The names of the properties. Programs extend it with their own.
  public struct Properties: Sendable {
    /// How many files there are.
    public var totalFileCount: TotalFileCount.Type { TotalFileCount.self }
    /// How many files are done.
    public var completedFileCount: CompletedFileCount.Type { CompletedFileCount.self }
    /// How many bytes there are.
    public var totalByteCount: TotalByteCount.Type { TotalByteCount.self }
    /// How many bytes are done.
    public var completedByteCount: CompletedByteCount.Type { CompletedByteCount.self }
    /// In bytes a second.
    public var throughput: Throughput.Type { Throughput.self }
    /// How long it will take yet.
    public var estimatedTimeRemaining: EstimatedTimeRemaining.Type {
      EstimatedTimeRemaining.self
    }
  }
}

/// What is added up.
extension ProgressManager.Property where Value: AdditiveArithmetic, Summary == Value {
  /// Zero.
  public static var defaultValue: Value { .zero }
  /// Zero.
  public static var defaultSummary: Value { .zero }
  /// Adds the value.
  public static func reduce(into summary: inout Value, value: Value) { summary += value }
  /// Adds one to the other.
  public static func merge(_ summary1: Value, _ summary2: Value) -> Value { summary1 + summary2 }
  /// Adds what the part came to.
  public static func finalSummary(_ parentSummary: Value, _ selfSummary: Value) -> Value {
    parentSummary + selfSummary
  }
}

extension ProgressManager.Properties {
  /// How many files there are, in all parts.
  public enum TotalFileCount: ProgressManager.Property {
    /// A number, added up.
    public typealias Value = Int
    /// The property's name.
    public static var key: String { "org.collate.progress.totalFileCount" }
  }

  /// How many files are done, in all parts.
  public enum CompletedFileCount: ProgressManager.Property {
    /// A number, added up.
    public typealias Value = Int
    /// The property's name.
    public static var key: String { "org.collate.progress.completedFileCount" }
  }

  /// How many bytes there are, in all parts.
  public enum TotalByteCount: ProgressManager.Property {
    /// A number, added up.
    public typealias Value = UInt64
    /// The property's name.
    public static var key: String { "org.collate.progress.totalByteCount" }
  }

  /// How many bytes are done, in all parts.
  public enum CompletedByteCount: ProgressManager.Property {
    /// A number, added up.
    public typealias Value = UInt64
    /// The property's name.
    public static var key: String { "org.collate.progress.completedByteCount" }
  }

  /// Bytes a second, of each part that tells.
  public enum Throughput: ProgressManager.Property {
    /// The property's name.
    public static var key: String { "org.collate.progress.throughput" }
    /// Nothing.
    public static var defaultValue: UInt64 { 0 }
    /// No part tells.
    public static var defaultSummary: [UInt64] { [] }
    /// Notes one more.
    public static func reduce(into summary: inout [UInt64], value: UInt64) { summary.append(value) }
    /// Notes both.
    public static func merge(_ summary1: [UInt64], _ summary2: [UInt64]) -> [UInt64] {
      summary1 + summary2
    }
    /// Notes what the part had.
    public static func finalSummary(
      _ parentSummary: [UInt64], _ selfSummary: [UInt64]
    ) -> [UInt64] {
      parentSummary + selfSummary
    }
  }

  /// The longest that any part takes yet.
  public enum EstimatedTimeRemaining: ProgressManager.Property {
    /// The property's name.
    public static var key: String { "org.collate.progress.estimatedTimeRemaining" }
    /// None.
    public static var defaultValue: Duration { .zero }
    /// None.
    public static var defaultSummary: Duration { .zero }
    /// The longer one.
    public static func reduce(into summary: inout Duration, value: Duration) {
      summary = max(summary, value)
    }
    /// The longer one.
    public static func merge(_ summary1: Duration, _ summary2: Duration) -> Duration {
      max(summary1, summary2)
    }
    /// A part that goes takes no longer.
    public static func finalSummary(
      _ parentSummary: Duration, _ selfSummary: Duration
    ) -> Duration {
      parentSummary
    }
  }
}
