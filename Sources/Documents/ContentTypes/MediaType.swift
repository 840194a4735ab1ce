/// The names that freedesktop.org's types go by as identifiers.
enum MediaType {
  private static let prefix = "org.freedesktop.mime."

  /// `org.freedesktop.mime.text.x-rst` for `text/x-rst`.
  static func identifier(of mediaType: String) -> String {
    prefix + mediaType.replacing("/", with: ".", maxReplacements: 1)
  }

  /// The media type that an identifier of this form names.
  static func named(by identifier: String) -> String? {
    guard identifier.hasPrefix(prefix) else { return nil }
    let name = String(identifier.dropFirst(prefix.count))
      .replacing(".", with: "/", maxReplacements: 1)
    return isPlausible(name) ? name : nil
  }

  /// Whether it is a kind, a slash and a subtype of printable ASCII.
  static func isPlausible(_ name: String) -> Bool {
    let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return parts.count == 2
      && parts.allSatisfy { part in
        !part.isEmpty && part.allSatisfy { (0x21...0x7E).contains($0) }
      }
  }
}
