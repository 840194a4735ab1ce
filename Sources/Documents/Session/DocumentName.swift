/// What a document's name says of its type.
enum DocumentName {
  /// The one of the types that a document of this name has; nil where none fits.
  ///
  /// - Parameter isDirectory: Whether it is a package; nil where that isn't known.
  static func type(of name: [UInt8], isDirectory: Bool?, among types: [UTType]) -> UTType? {
    let ending = self.ending(of: name)
    if let ending {
      for base in bases(isDirectory) {
        guard let type = UTType(filenameExtension: ending, conformingTo: base) else { continue }
        if types.contains(type) { return type }
        if let general = types.first(where: { type.conforms(to: $0) }) { return general }
      }
      let named = types.first { $0.preferredFilenameExtension == ending && fits($0, isDirectory) }
      if let named { return named }
    }
    // A type that says nothing of names is the program's own, which any name may have.
    return types.first { $0.preferredFilenameExtension == nil && fits($0, isDirectory) }
  }

  /// The type that is declared for the name's ending; nil where none is.
  static func declaredType(of name: [UInt8]) -> UTType? {
    guard let ending = ending(of: name) else { return nil }
    return bases(nil).lazy.compactMap { UTType(filenameExtension: ending, conformingTo: $0) }
      .first { !$0.isDynamic }
  }

  private static func fits(_ type: UTType, _ isDirectory: Bool?) -> Bool {
    isDirectory == nil || isDirectory == type.conforms(to: .directory)
  }

  private static func bases(_ isDirectory: Bool?) -> [UTType] {
    switch isDirectory {
    case true: [.directory]
    case false: [.data]
    case nil: [.data, .directory]
    }
  }

  private static func ending(of name: [UInt8]) -> String? {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0, dot + 1 < name.count else {
      return nil
    }
    return String(decoding: name[(dot + 1)...], as: UTF8.self)
  }
}
