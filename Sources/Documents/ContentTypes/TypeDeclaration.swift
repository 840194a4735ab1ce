/// What is said about one content type, built in or by the program.
struct TypeDeclaration: Hashable, Sendable {
  let identifier: String
  /// In English, for a person; nil where nobody said.
  private(set) var description: String?
  /// What it is a kind of.
  private(set) var supertypes: [String]
  /// In lower case, the preferred one first.
  private(set) var mediaTypes: [String]
  /// In lower case, without the dot, the preferred one first.
  private(set) var extensions: [String]
  /// Whole names that are of this type, in lower case.
  let names: [String]
  /// Whether files are assumed to be named for the type, where no extension is given.
  private(set) var assumesExtension = false

  init(
    _ identifier: String, _ description: String, kindOf supertypes: [String] = [],
    media: [String] = [], extensions: [String] = [], names: [String] = []
  ) {
    self.identifier = identifier
    self.description = description
    self.supertypes = supertypes
    self.mediaTypes = media
    self.extensions = extensions
    self.names = names
  }

  /// As a program declares one.
  init(
    declared identifier: String, _ description: String?, kindOf supertype: String?,
    media: [String], extensions: [String]
  ) {
    self.identifier = identifier
    self.description = description
    supertypes = supertype.map { [$0] } ?? []
    mediaTypes = media.map { $0.lowercased() }
    self.extensions = extensions.map { $0.lowercased() }
    names = []
    assumesExtension = true
  }

  /// The last part of the identifier, where no extension is given: `org.example.sketch` makes
  /// `sketch`. Programs written for Apple's platforms say it in a property list, which is not here.
  var assumedExtension: String? {
    guard assumesExtension, extensions.isEmpty else { return nil }
    let part = identifier.lowercased().split(separator: ".").last ?? ""
    let isPlain = part.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
    }
    return isPlain && (1...32).contains(part.utf8.count) ? String(part) : nil
  }

  /// This, and what another adds to it.
  func merging(_ other: TypeDeclaration) -> TypeDeclaration {
    var merged = self
    merged.description = description ?? other.description
    merged.supertypes += other.supertypes.filter { !supertypes.contains($0) }
    merged.mediaTypes += other.mediaTypes.filter { !mediaTypes.contains($0) }
    merged.extensions += other.extensions.filter { !extensions.contains($0) }
    return merged
  }
}
