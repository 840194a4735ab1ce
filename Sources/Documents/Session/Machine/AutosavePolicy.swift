/// When a session saves by itself.
public struct AutosavePolicy: Hashable, Sendable {
  /// Whether it does at all. Without, edits are saved when asked and on closing.
  public var isEnabled = true
  /// How long nothing must have been edited.
  public var quiet: Duration = .seconds(1)
  /// How long an edit waits at most while more keep coming.
  public var longest: Duration = .seconds(10)
  /// How long to wait before a failed save is tried again; twice as long each time, up to
  /// `longestRetry`. What can be seen to be over, such as a missing permission, is tried at once.
  public var firstRetry: Duration = .seconds(1)
  /// The longest wait between two tries.
  public var longestRetry: Duration = .seconds(30)
  /// How long unsaved edits wait for a version on disk that can't be read, which may be half
  /// written. After that it is set aside and the edits are saved.
  public var patience: Duration = .seconds(5)

  /// As it usually is.
  public init() {}

  /// Saves after so much quiet, and after `longest` at the latest.
  public init(quiet: Duration, longest: Duration) {
    self.quiet = quiet
    self.longest = longest
  }

  /// Never saves by itself.
  public static var never: AutosavePolicy {
    var policy = AutosavePolicy()
    policy.isEnabled = false
    return policy
  }
}
