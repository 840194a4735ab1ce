/// What kind of data a document is: a name such as `public.json`, and what is known of it.
///
/// Built-in types are known everywhere. Behind them stands the system's shared MIME-info database:
/// a type that only it knows is named `org.freedesktop.mime.` and its media type, with a dot for
/// the slash, and carries what the database says.
public struct UTType: Hashable, Sendable {
  /// Reverse domain name notation, compared without regard to case elsewhere; here as declared.
  public let identifier: String

  init(known identifier: String) {
    self.identifier = identifier
  }

  /// The type with this identifier; nil where neither Collate nor the system knows it.
  public init?(_ identifier: String) {
    guard let type = ContentTypes.system.type(identifier: identifier) else { return nil }
    self = type
  }

  /// The type of files whose names end so; nil where no known type that conforms to `supertype`
  /// does. The extension is given without its dot, in any case.
  public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
    let types = ContentTypes.system.types(fileNameExtension: filenameExtension)
    guard let type = types.first(where: { $0.conforms(to: supertype) }) else { return nil }
    self = type
  }

  /// The type that goes by this media type, such as `text/markdown`; nil where no known type that
  /// conforms to `supertype` does. Parameters behind a semicolon are not looked at.
  public init?(mimeType: String, conformingTo supertype: UTType = .data) {
    guard let type = ContentTypes.system.type(mediaType: mimeType), type.conforms(to: supertype)
    else { return nil }
    self = type
  }

  /// Whether it is that type, or a kind of it.
  public func conforms(to type: UTType) -> Bool {
    ContentTypes.system.conforms(self, to: type)
  }

  /// Whether it is a kind of that type, and not the type itself.
  public func isSubtype(of type: UTType) -> Bool {
    self != type && conforms(to: type)
  }

  /// Whether that type is a kind of this one, and not this one itself.
  public func isSupertype(of type: UTType) -> Bool {
    type.isSubtype(of: self)
  }

  /// What new files of this type are named with, without the dot.
  public var preferredFilenameExtension: String? {
    ContentTypes.system.fileNameExtensions(of: self).first
  }

  /// The media type it goes by.
  public var preferredMIMEType: String? {
    ContentTypes.system.mediaTypes(of: self).first
  }

  /// What it is called for a person, in English.
  public var localizedDescription: String? {
    ContentTypes.system.description(of: self)
  }
}

extension UTType: CustomStringConvertible {
  /// The identifier.
  public var description: String { identifier }
}

extension UTType: Codable {
  /// Decodes an identifier, whether or not it is known here: another machine may know it.
  public init(from decoder: any Decoder) throws {
    identifier = try decoder.singleValueContainer().decode(String.self)
  }

  /// Encodes the identifier alone.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(identifier)
  }
}
