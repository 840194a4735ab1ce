/// What a type's reader made of a content.
package enum Inspection: Hashable, Sendable {
  case readable
  /// It is bytes; why, in words, and where: "line 3, column 14 (byte 57): expected `,` or `}`".
  case unreadable(reason: String)

  package var isReadable: Bool { self == .readable }
}
