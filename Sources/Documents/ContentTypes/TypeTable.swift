/// Declarations of types, so laid out that they are looked up and not searched for.
struct TypeTable: Sendable {
  private var declarations: [String: TypeDeclaration] = [:]
  private var byMediaType: [String: String] = [:]
  private var byExtension: [String: [String]] = [:]
  private var byName: [[UInt8]: String] = [:]
  /// Types of which nobody said how their files' names end, by the last part of their identifiers.
  private var byLastPart: [String: [String]] = [:]

  init(_ all: some Sequence<TypeDeclaration> = []) {
    for declaration in all { insert(declaration) }
  }

  private mutating func insert(_ declaration: TypeDeclaration) {
    let identifier = declaration.identifier
    declarations[identifier.lowercased()] = declaration
    for media in declaration.mediaTypes { byMediaType[media] = identifier }
    for ending in declaration.extensions { byExtension[ending, default: []].append(identifier) }
    for name in declaration.names { byName[Array(name.utf8)] = identifier }
    if let part = declaration.assumedExtension {
      byLastPart[part, default: []].append(identifier)
    }
  }

  var all: Dictionary<String, TypeDeclaration>.Values { declarations.values }

  /// Identifiers are the same whatever the case of their letters.
  func declaration(of identifier: String) -> TypeDeclaration? {
    // Nearly all are written in lower case, or as they were declared.
    declarations[identifier] ?? declarations[identifier.lowercased()]
  }

  /// The type that a media type, in lower case, is.
  func identifier(mediaType: String) -> String? { byMediaType[mediaType] }

  /// The types of names that end so; in lower case, without the dot.
  func identifiers(fileNameExtension ending: String) -> [String] {
    (byExtension[ending] ?? []) + (byLastPart[ending] ?? [])
  }

  /// The type of files with this name; in lower case.
  func identifier(name: [UInt8]) -> String? {
    if let identifier = byName[name] { return identifier }
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return nil }
    let ending = String(decoding: name[(dot + 1)...], as: UTF8.self)
    return byExtension[ending]?.first ?? byLastPart[ending]?.first
  }

  /// All that each type is a kind of, itself included; but for those that are a kind of something
  /// which isn't in here.
  func kinds() -> [String: Set<String>] {
    var kinds: [String: Set<String>] = [:]
    for identifier in declarations.keys {
      var found: Set<String> = [identifier]
      var pending = [identifier]
      while let declaration = pending.popLast().flatMap({ declarations[$0] }) {
        for supertype in declaration.supertypes where found.insert(supertype).inserted {
          pending.append(supertype)
        }
      }
      if found.allSatisfy({ declarations[$0] != nil }) { kinds[identifier] = found }
    }
    return kinds
  }
}
