package import Reconciliation

/// Which kind of document a name is. A name never decides more than how its content is read.
///
/// Text is joined by line, JSON by line and key, packages member by member, and everything else is
/// bytes; types of one's own come before that.
public struct DocumentTypeRegistry: Sendable {
  private var byExtension: [String: DocumentType] = [:]
  private var byIdentifier: [String: DocumentType] = [:]
  /// Which directories are one document each.
  package private(set) var packages = PackageNames(
    extensions: ContentTypes.builtIn.packageExtensions)
  private let identifying: @Sendable ([UInt8]) -> UTType

  /// What is known by itself, and these. Of two for one name, the later one counts.
  ///
  /// What a type is called may come from the system's MIME database; how it is read, compared and
  /// joined never does, so that it is the same on every machine.
  public init(_ types: [DocumentType] = []) {
    self.init(types, identifying: contentType(forName:))
  }

  package init(
    _ types: [DocumentType] = [], identifying: @escaping @Sendable ([UInt8]) -> UTType
  ) {
    self.identifying = identifying
    add(types)
  }

  /// The same with more types, which come before those that are there.
  public func adding(_ types: [DocumentType]) -> DocumentTypeRegistry {
    var registry = self
    registry.add(types)
    return registry
  }

  private mutating func add(_ types: [DocumentType]) {
    for type in types {
      if type.fileNameExtensions.isEmpty { byIdentifier[type.identifier] = type }
      for ending in type.fileNameExtensions { byExtension[ending.lowercased()] = type }
      if type.isPackage {
        packages.insert(extensions: type.fileNameExtensions.map { Array($0.lowercased().utf8) })
      }
    }
  }

  /// The type of a document with this name, without its directories.
  package func type(forName name: [UInt8]) -> DocumentType {
    if !byExtension.isEmpty, let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0,
      let own = byExtension[String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()]
    {
      return own
    }
    let builtIn = ContentTypes.builtIn
    let known = builtIn.type(forName: name)
    if let own = byIdentifier[known.identifier] { return own }
    if packages.contains(name) { return DocumentType(known, PackageFormat(types: self)) }
    if known == .data { return DocumentType(identifying(name), UnknownFormat()) }
    if builtIn.conforms(known, to: .json) { return DocumentType(known, JSONFormat()) }
    // Groups that lines cut through: joined by lines, it may be a text that no program reads.
    if builtIn.conforms(known, to: .rtf) { return DocumentType(known, OpaqueFormat()) }
    if builtIn.conforms(known, to: .text) { return DocumentType(known, TextFormat()) }
    return DocumentType(known, OpaqueFormat())
  }
}
