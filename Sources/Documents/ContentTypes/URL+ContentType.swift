public import FoundationEssentials

extension URL {
  /// The place with the extension that files of this type are named with; the same where the type has
  /// none.
  public func appendingPathExtension(for contentType: UTType) -> URL {
    contentType.preferredFilenameExtension.map(appendingPathExtension) ?? self
  }

  /// Adds the extension that files of this type are named with; none where the type has none.
  public mutating func appendPathExtension(for contentType: UTType) {
    self = appendingPathExtension(for: contentType)
  }

  /// The place of a file of this type below: the name gets the type's extension, unless it ends in one
  /// of the type's already.
  public func appendingPathComponent(
    _ partialName: String, conformingTo contentType: UTType
  ) -> URL {
    let isFolder = contentType.conforms(to: .directory) && !contentType.conforms(to: .package)
    let whole = appending(
      path: partialName, directoryHint: isFolder ? .isDirectory : .notDirectory)
    let ending = whole.pathExtension
    let types = UTType.types(
      tag: ending, tagClass: .filenameExtension, conformingTo: contentType)
    return types.isEmpty ? whole.appendingPathExtension(for: contentType) : whole
  }

  /// Adds the name of a file of this type, as `appendingPathComponent(_:conformingTo:)`.
  public mutating func appendPathComponent(
    _ partialName: String, conformingTo contentType: UTType
  ) {
    self = appendingPathComponent(partialName, conformingTo: contentType)
  }
}
