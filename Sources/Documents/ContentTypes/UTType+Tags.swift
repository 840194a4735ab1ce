extension UTType {
  /// The type of files whose names end so, a kind of `supertype`. The extension is given without its
  /// dot, in any case. Where nobody knows one, a type is made up for it; nil where no name can end so.
  public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
    self.init(
      tag: filenameExtension, tagClass: .filenameExtension, conformingTo: supertype)
  }

  /// The type that goes by this media type, such as `text/markdown`, a kind of `supertype`. Parameters
  /// behind a semicolon are not looked at. Where nobody knows one, a type is made up for it; nil where
  /// it is no media type.
  public init?(mimeType: String, conformingTo supertype: UTType = .data) {
    self.init(tag: mimeType, tagClass: .mimeType, conformingTo: supertype)
  }

  /// The type with this tag, a kind of `supertype` where one is given. Where nobody knows one, a type
  /// is made up for it; nil where it can't be such a tag.
  public init?(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) {
    if let type = Self.types(tag: tag, tagClass: tagClass, conformingTo: supertype).first {
      self = type
      return
    }
    let bare = tagClass == .mimeType ? String(tag.prefix { $0 != ";" && $0 != " " }) : tag
    let kind = (supertype ?? .data).identifier
    guard let made = DynamicType(tag: bare, tagClass: tagClass, supertype: kind) else {
      return nil
    }
    self.init(known: made.identifier)
  }

  /// All known types with this tag, the likeliest first, that are a kind of `supertype` where one is
  /// given.
  public static func types(
    tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?
  ) -> [UTType] {
    let types =
      switch tagClass {
      case .filenameExtension: ContentTypes.system.types(fileNameExtension: tag)
      case .mimeType: ContentTypes.system.type(mediaType: tag).map { [$0] } ?? []
      default: [] as [UTType]
      }
    guard let supertype else { return types }
    return types.filter { $0.conforms(to: supertype) }
  }

  /// What files and messages of this type say: extensions and media types, the preferred ones first.
  public var tags: [UTTagClass: [String]] {
    let tags = [
      UTTagClass.filenameExtension: ContentTypes.system.fileNameExtensions(of: self),
      .mimeType: ContentTypes.system.mediaTypes(of: self),
    ]
    return tags.filter { !$0.value.isEmpty }
  }

  /// What new files of this type are named with, without the dot.
  public var preferredFilenameExtension: String? {
    ContentTypes.system.fileNameExtensions(of: self).first
  }

  /// The media type it goes by.
  public var preferredMIMEType: String? {
    ContentTypes.system.mediaTypes(of: self).first
  }
}
