import FoundationEssentials

/// Everything that is known of content types: what is built in, and behind it the MIME database.
package struct ContentTypes: Sendable {
  /// Of this system. The database is read once, when first asked for.
  package static let system = ContentTypes(
    database: .load(environment: ProcessInfo.processInfo.environment))

  /// What is built in alone: the same answers on every machine.
  package static let builtIn = ContentTypes(database: MIMEDatabase())

  private let declarations: [String: TypeDeclaration]
  private let byMediaType: [String: String]
  private let byExtension: [String: [String]]
  private let byName: [[UInt8]: String]
  /// All that each built-in type is a kind of, itself included.
  private let kinds: [String: Set<String>]
  private let database: MIMEDatabase

  init(database: MIMEDatabase) {
    var declarations: [String: TypeDeclaration] = [:]
    var byMediaType: [String: String] = [:]
    var byExtension: [String: [String]] = [:]
    var byName: [[UInt8]: String] = [:]
    for declaration in BuiltInTypes.declarations {
      declarations[declaration.identifier] = declaration
      for media in declaration.mediaTypes { byMediaType[media] = declaration.identifier }
      for ending in declaration.extensions {
        byExtension[ending, default: []].append(declaration.identifier)
      }
      for name in declaration.names { byName[Array(name.utf8)] = declaration.identifier }
    }
    self.declarations = declarations
    self.byMediaType = byMediaType
    self.byExtension = byExtension
    self.byName = byName
    kinds = Self.kinds(of: declarations)
    self.database = database
  }

  // MARK: Finding a type

  /// The type of files with this name: of the built-in ones by the whole name, then by the last
  /// extension, then what the database says; `UTType.data` where nobody knows.
  package func type(forName name: [UInt8]) -> UTType {
    let folded = lowercasedASCII(name)
    if let identifier = byName[folded] { return UTType(known: identifier) }
    if let dot = folded.lastIndex(of: UInt8(ascii: ".")), dot > 0 {
      let ending = String(decoding: folded[(dot + 1)...], as: UTF8.self)
      if let identifier = byExtension[ending]?.first { return UTType(known: identifier) }
    }
    return database.globs.mediaTypes(ofName: name).first.map { type(ofKnown: $0) } ?? .data
  }

  func type(identifier: String) -> UTType? {
    if declarations[identifier] != nil { return UTType(known: identifier) }
    let folded = identifier.lowercased()
    if declarations[folded] != nil { return UTType(known: folded) }
    return MediaType.named(by: folded).flatMap { type(mediaType: $0) }
  }

  func type(mediaType: String) -> UTType? {
    let bare = mediaType.prefix { $0 != ";" && $0 != " " }
    let name = database.canonical(String(bare))
    guard byMediaType[name] != nil || database.known.contains(name) else {
      return byMediaType[bare.lowercased()].map { UTType(known: $0) }
    }
    return type(ofKnown: name)
  }

  func types(fileNameExtension: String) -> [UTType] {
    guard !fileNameExtension.isEmpty, !fileNameExtension.utf8.contains(UInt8(ascii: "/")) else {
      return []
    }
    let builtIn = byExtension[fileNameExtension.lowercased()] ?? []
    let name = Array("x.".utf8) + Array(fileNameExtension.utf8)
    let others = database.globs.mediaTypes(ofName: name).map { type(ofKnown: $0) }
    return builtIn.map { UTType(known: $0) } + others
  }

  private func type(ofKnown mediaType: String) -> UTType {
    UTType(known: byMediaType[mediaType] ?? MediaType.identifier(of: mediaType))
  }

  // MARK: What is known of a type

  package func conforms(_ type: UTType, to other: UTType) -> Bool {
    if let kinds = kinds[type.identifier] { return kinds.contains(other.identifier) }
    var seen: Set<UTType> = [type]
    var pending = [type]
    while let next = pending.popLast() {
      if next == other { return true }
      for supertype in supertypes(of: next) where seen.insert(supertype).inserted {
        pending.append(supertype)
      }
    }
    return false
  }

  /// Followed once for all: it is asked for each document.
  private static func kinds(of declarations: [String: TypeDeclaration]) -> [String: Set<String>] {
    var kinds: [String: Set<String>] = [:]
    for identifier in declarations.keys {
      var found: Set<String> = [identifier]
      var pending = [identifier]
      while let declaration = pending.popLast().flatMap({ declarations[$0] }) {
        for supertype in declaration.supertypes where found.insert(supertype).inserted {
          pending.append(supertype)
        }
      }
      // What is not built in may be a kind of something that only the database knows.
      if found.allSatisfy({ declarations[$0] != nil }) { kinds[identifier] = found }
    }
    return kinds
  }

  /// What a type is directly a kind of. The database may hold rings; who follows this minds them.
  func supertypes(of type: UTType) -> [UTType] {
    if let declaration = declarations[type.identifier] {
      return declaration.supertypes.map { UTType(known: $0) }
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

  func fileNameExtensions(of type: UTType) -> [String] {
    if let declaration = declarations[type.identifier] { return declaration.extensions }
    return MediaType.named(by: type.identifier).map(database.globs.extensions(of:)) ?? []
  }

  func mediaTypes(of type: UTType) -> [String] {
    if let declaration = declarations[type.identifier] { return declaration.mediaTypes }
    return MediaType.named(by: type.identifier).map { [$0] } ?? []
  }

  func description(of type: UTType) -> String? {
    declarations[type.identifier]?.description ?? MediaType.named(by: type.identifier)
  }
}

/// The type of files with this name, as this system knows it. Never fails: what nobody knows is
/// `UTType.data`.
package func contentType(forName name: [UInt8]) -> UTType {
  ContentTypes.system.type(forName: name)
}
