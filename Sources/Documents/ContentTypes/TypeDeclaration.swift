/// What is built in about one content type.
struct TypeDeclaration: Hashable, Sendable {
  let identifier: String
  /// In English, for a person.
  let description: String
  /// What it is a kind of.
  let supertypes: [String]
  /// In lower case, the preferred one first.
  let mediaTypes: [String]
  /// In lower case, without the dot, the preferred one first.
  let extensions: [String]
  /// Whole names that are of this type, in lower case.
  let names: [String]

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
}
