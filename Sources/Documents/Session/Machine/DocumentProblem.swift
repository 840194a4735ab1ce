/// Why a document could not be read or written, in words for a person.
public struct DocumentProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of thing is in the way, which decides what can be done about it.
  public enum Kind: Hashable, Sendable {
    /// There is no room left, or the user's share of it is used up.
    case full
    /// A permission is missing, or the file system is read-only.
    case denied
    /// Another program holds the document's lock.
    case locked
    /// The folder is gone, perhaps with the device that it was on.
    case unavailable
    /// Nothing is there.
    case missing
    /// Something is there already.
    case exists
    /// The document's reader refused the content.
    case unreadable
    /// The document's writer failed.
    case unwritable
    /// The document does not read or write this content type.
    case unsupported
    /// Other programs change it faster than it can be saved.
    case busy
    /// The session is closed.
    case closed
    /// The disk or the file system failed.
    case broken
  }

  /// What kind of thing is in the way.
  public var kind: Kind
  /// Which document, what is wrong, and what to do.
  public var message: String

  init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  /// The message.
  public var description: String { message }
}
