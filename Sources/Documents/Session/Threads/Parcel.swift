import Synchronization

/// A value on its way from one isolation to another: given in once, and taken out once.
///
/// What isn't `Sendable` can be handed on only by whoever alone has it. A property can't prove that
/// of what it holds; this can.
///
/// Sendable unchecked, since nothing but this has the value until it is taken, and it is looked at
/// only under the lock.
final class Parcel<Value>: @unchecked Sendable {
  private let lock = Mutex(())
  private var content: Value?

  init(_ value: sending Value) {
    content = value
  }

  /// The value, for good; nil the second time.
  func take() -> sending Value? {
    lock.withLock { _ in
      // Given away here, and nowhere else.
      nonisolated(unsafe) let value = content
      content = nil
      return value
    }
  }
}

extension Parcel where Value: Sendable {
  /// The value, which stays in here too; nil once it was taken.
  var value: Value? { lock.withLock { _ in content } }

  /// Another with the same value.
  func copy() -> Parcel? { value.map { Parcel($0) } }
}

extension Parcel where Value: Equatable {
  /// Whether both hold the same; false once either was taken.
  func isEqual(to other: Parcel) -> Bool {
    if self === other { return true }
    // In one order whoever asks, so that two of these can't wait for each other.
    let isFirst = ObjectIdentifier(self) < ObjectIdentifier(other)
    return (isFirst ? self : other).lock.withLock { _ in
      (isFirst ? other : self).lock.withLock { _ in content != nil && content == other.content }
    }
  }
}
