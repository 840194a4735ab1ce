/// The values that cross the socket, named as the interface names them.
///
/// They are a namespace of their own since the model has an `Event` and a `Conflict` too. A field
/// that is nil is left out; a field that a reader doesn't know is passed over, so that either side
/// can be the newer one.
package enum Wire {}

/// One method of the interface: what it is called, takes and answers.
package protocol DaemonMethod: SendableMetatype {
  associatedtype Parameters: Codable & Sendable
  associatedtype Reply: Codable & Sendable

  /// The full name, as it stands in a call.
  static var method: String { get }
}
