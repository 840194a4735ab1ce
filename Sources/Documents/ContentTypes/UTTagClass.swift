/// A way in which files and messages say of what type they are.
public struct UTTagClass: RawRepresentable, Hashable, Sendable {
  /// The class's identifier.
  public let rawValue: String

  /// The class with this identifier; here only those that have names.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// How a file's name ends, without the dot.
  public static let filenameExtension = UTTagClass(rawValue: "public.filename-extension")
  /// A media type, such as `text/markdown`.
  public static let mimeType = UTTagClass(rawValue: "public.mime-type")
}

extension UTTagClass: CustomStringConvertible {
  /// The class's identifier.
  public var description: String { rawValue }
}
