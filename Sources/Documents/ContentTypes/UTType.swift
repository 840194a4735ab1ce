public import FoundationEssentials

/// What kind of data a document is: a name such as `public.json`, and what is known of it.
///
/// Built-in types are known everywhere, and a program declares its own, see
/// `init(exportedAs:conformingTo:)`. Behind them stands the system's shared MIME-info database: a type
/// that only it knows is named `org.freedesktop.mime.` and its media type, with a dot for the slash,
/// and carries what the database says.
public struct UTType: Hashable, Sendable {
  /// Reverse domain name notation, as it was declared.
  public let identifier: String

  init(known identifier: String) {
    self.identifier = identifier
  }

  /// The type with this identifier, whatever the case of its letters; nil where neither Collate, the
  /// program nor the system knows it.
  public init?(_ identifier: String) {
    guard let type = ContentTypes.system.type(identifier: identifier) else { return nil }
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

  /// All that it is a kind of, directly or not.
  public var supertypes: Set<UTType> {
    ContentTypes.system.allSupertypes(of: self)
  }

  /// What it is called for a person, in English.
  public var localizedDescription: String? {
    ContentTypes.system.description(of: self)
  }

  /// Whether somebody said what it is: Collate, the program, or the system's database.
  public var isDeclared: Bool {
    ContentTypes.system.isDeclared(self)
  }

  /// Whether it was made up for an extension or a media type that nobody knows.
  public var isDynamic: Bool {
    DynamicType(identifier: identifier) != nil
  }

  /// Whether it is in the public domain of names.
  public var isPublic: Bool {
    identifier.lowercased().hasPrefix("public.")
  }

  /// Where more is said about it. Nobody says so here.
  public var referenceURL: URL? { nil }

  /// The version of its declaration. Nobody says so here.
  public var version: Int? { nil }
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
