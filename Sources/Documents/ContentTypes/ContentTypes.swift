import FoundationEssentials

/// Everything that is known of content types: what is built in, what the program declares, and behind
/// them the MIME database.
package struct ContentTypes: Sendable {
  /// Of this system. The database is read once, when first asked for.
  package static let system = ContentTypes(
    database: .load(environment: ProcessInfo.processInfo.environment), declared: .ofProgram)

  /// What is built in alone names a file: the same answers on every machine. A type that the program
  /// declares is known too, where it is asked for by its identifier.
  package static let builtIn = ContentTypes(
    database: MIMEDatabase(), declared: .ofProgram, namesDeclared: false)

  private let table = TypeTable(BuiltInTypes.declarations)
  /// All that each built-in type is a kind of, itself included. Followed once for all: it is asked for
  /// each document.
  private let kinds: [String: Set<String>]
  private let database: MIMEDatabase
  private let declared: DeclaredTypes
  private let namesDeclared: Bool

  init(
    database: MIMEDatabase, declared: DeclaredTypes = DeclaredTypes(), namesDeclared: Bool = true
  ) {
    kinds = table.kinds()
    self.database = database
    self.declared = declared
    self.namesDeclared = namesDeclared
  }

  // MARK: Finding a type

  /// The type of files with this name: of the built-in ones by the whole name, then by the last
  /// extension, then of those that the program declares, then what the database says; `UTType.data`
  /// where nobody knows.
  package func type(forName name: [UInt8]) -> UTType {
    let folded = lowercasedASCII(name)
    if let identifier = table.identifier(name: folded) { return UTType(known: identifier) }
    if namesDeclared, let identifier = declared.table?.identifier(name: folded) {
      return UTType(known: identifier)
    }
    return database.globs.mediaTypes(ofName: name).first.map { type(ofKnown: $0) } ?? .data
  }

  func type(identifier: String) -> UTType? {
    if let declaration = declaration(of: identifier) {
      return UTType(known: declaration.identifier)
    }
    if DynamicType(identifier: identifier) != nil { return UTType(known: identifier) }
    let folded = identifier.lowercased()
    return MediaType.named(by: folded).flatMap { type(mediaType: $0) }
  }

  func type(mediaType: String) -> UTType? {
    let bare = mediaType.prefix { $0 != ";" && $0 != " " }.lowercased()
    let name = database.canonical(bare)
    if let identifier = identifier(mediaType: name) { return UTType(known: identifier) }
    if database.known.contains(name) { return type(ofKnown: name) }
    return identifier(mediaType: bare).map { UTType(known: $0) }
  }

  func types(fileNameExtension: String) -> [UTType] {
    guard !fileNameExtension.isEmpty, !fileNameExtension.utf8.contains(UInt8(ascii: "/")) else {
      return []
    }
    let ending = fileNameExtension.lowercased()
    let identifiers =
      table.identifiers(fileNameExtension: ending)
      + (declared.table?.identifiers(fileNameExtension: ending) ?? [])
    let name = Array("x.".utf8) + Array(fileNameExtension.utf8)
    var types = identifiers.map { UTType(known: $0) }
    for media in database.globs.mediaTypes(ofName: name) {
      let type = type(ofKnown: media)
      if !types.contains(type) { types.append(type) }
    }
    return types
  }

  /// Whether it is known everywhere, and not only where a program declares it.
  func isBuiltIn(_ type: UTType) -> Bool { table.declaration(of: type.identifier) != nil }

  private func declaration(of identifier: String) -> TypeDeclaration? {
    table.declaration(of: identifier) ?? declared.table?.declaration(of: identifier)
  }

  private func identifier(mediaType: String) -> String? {
    table.identifier(mediaType: mediaType) ?? declared.table?.identifier(mediaType: mediaType)
  }

  private func type(ofKnown mediaType: String) -> UTType {
    if let identifier = identifier(mediaType: mediaType) { return UTType(known: identifier) }
    if mediaType.hasPrefix(Self.vendor), let types = declared.table,
      let declaration = types.declaration(of: String(mediaType.dropFirst(Self.vendor.count)))
    {
      return UTType(known: declaration.identifier)
    }
    return UTType(known: MediaType.identifier(of: mediaType))
  }

  /// What an identifier follows in the database, where a program installs its type there:
  /// `application/vnd.org.example.sketch`.
  private static let vendor = "application/vnd."

  // MARK: What is known of a type

  package func conforms(_ type: UTType, to other: UTType) -> Bool {
    if let kinds = kinds[type.identifier] { return kinds.contains(other.identifier) }
    return type == other || allSupertypes(of: type).contains(other)
  }

  /// What a type is a kind of, directly or not. The database may hold rings.
  func allSupertypes(of type: UTType) -> Set<UTType> {
    var found: Set<UTType> = []
    var pending = [type]
    while let next = pending.popLast() {
      for supertype in supertypes(of: next) where found.insert(supertype).inserted {
        pending.append(supertype)
      }
    }
    found.remove(type)
    return found
  }

  /// What a type is directly a kind of.
  private func supertypes(of type: UTType) -> [UTType] {
    if let declaration = declaration(of: type.identifier) {
      return declaration.supertypes.map { UTType(known: $0) }
    }
    if let dynamic = DynamicType(identifier: type.identifier) {
      return [UTType(known: dynamic.supertype)]
    }
    guard let media = MediaType.named(by: type.identifier) else { return [] }
    let declared = (database.supertypes[media] ?? []).map {
      self.type(ofKnown: database.canonical($0))
    }
    return declared + [Self.kind(of: media)]
  }

  /// What the part before the slash says.
  private static func kind(of mediaType: String) -> UTType {
    switch mediaType.prefix(while: { $0 != "/" }) {
    case "text": .plainText
    case "image": .image
    case "audio": .audio
    case "video": .movie
    case "inode": .item
    default: .data
    }
  }

  /// Without the dot, the preferred one first.
  package func fileNameExtensions(of type: UTType) -> [String] {
    if let declaration = declaration(of: type.identifier) {
      if !declaration.extensions.isEmpty || !declaration.assumesExtension {
        return declaration.extensions
      }
      let installed = database.globs.extensions(of: Self.vendor + type.identifier.lowercased())
      return installed.isEmpty ? declaration.assumedExtension.map { [$0] } ?? [] : installed
    }
    if let dynamic = DynamicType(identifier: type.identifier) {
      return dynamic.tagClass == .filenameExtension ? [dynamic.tag] : []
    }
    return MediaType.named(by: type.identifier).map(database.globs.extensions(of:)) ?? []
  }

  func mediaTypes(of type: UTType) -> [String] {
    if let declaration = declaration(of: type.identifier) { return declaration.mediaTypes }
    if let dynamic = DynamicType(identifier: type.identifier) {
      return dynamic.tagClass == .mimeType ? [dynamic.tag] : []
    }
    return MediaType.named(by: type.identifier).map { [$0] } ?? []
  }

  func description(of type: UTType) -> String? {
    if let declaration = declaration(of: type.identifier) { return declaration.description }
    return MediaType.named(by: type.identifier)
  }

  /// Whether the type is built in, declared by the program, or in the database.
  func isDeclared(_ type: UTType) -> Bool {
    declaration(of: type.identifier) != nil
      || MediaType.named(by: type.identifier).map(database.known.contains) == true
  }

  /// Declares a type of the program; what is built in stays as it is.
  func declare(_ declaration: TypeDeclaration) -> String {
    table.declaration(of: declaration.identifier)?.identifier ?? declared.declare(declaration)
  }
}

/// The type of files with this name, as this system knows it. Never fails: what nobody knows is
/// `UTType.data`.
package func contentType(forName name: [UInt8]) -> UTType {
  ContentTypes.system.type(forName: name)
}

extension ContentTypes {
  /// The extensions, in lower case, whose directories are each one document, as far as that is
  /// built in.
  package var packageExtensions: Set<[UInt8]> {
    let endings = Set(BuiltInTypes.declarations.flatMap(\.extensions))
    return Set(
      endings.filter { ending in
        let first = table.identifiers(fileNameExtension: ending).first
        return first.map { conforms(UTType(known: $0), to: .package) } ?? false
      }.map { Array($0.utf8) })
  }
}
