/// An object whose `@Published` values someone watches: here for models that were written with it.
///
/// On Linux nobody watches them. A model that is to be watched is `@Observable`.
public protocol ObservableObject: AnyObject {
  /// What the object announces its changes with.
  var objectWillChange: ObservableObjectPublisher { get }
}

extension ObservableObject {
  /// One that nobody listens to.
  public var objectWillChange: ObservableObjectPublisher { ObservableObjectPublisher() }
}

/// What an `ObservableObject` announces its changes with. Nobody listens to it on Linux.
public struct ObservableObjectPublisher: Sendable {
  /// A new one.
  public init() {}

  /// Says that the object will change.
  public func send() {}
}

/// A value of an `ObservableObject`.
@propertyWrapper
public struct Published<Value> {
  /// The value.
  public var wrappedValue: Value

  /// With this value at first.
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }

  /// With this value at first.
  public init(initialValue: Value) {
    wrappedValue = initialValue
  }
}

extension Published: Sendable where Value: Sendable {}
