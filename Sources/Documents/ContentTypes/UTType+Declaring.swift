extension UTType {
  /// A type that is the program's own, a kind of `parentType`, or of `.data` where that is nil.
  ///
  /// Where Apple's platforms read the type's extensions from the app's property list, here they are
  /// given to `init(exportedAs:conformingTo:filenameExtensions:mimeTypes:description:)`, or installed
  /// in the system's MIME database under `application/vnd.` and the identifier. Without either, files
  /// are taken to end in the identifier's last part: `org.example.sketch` makes `.sketch`.
  ///
  /// A type is declared the first time that this is called, from any thread, for as long as the program
  /// runs. A type that is known already is that one.
  public init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) {
    self.init(declared: identifier, parentType, [], [], nil)
  }

  /// A type that another program defines, which this one knows how to read. As
  /// `init(exportedAs:conformingTo:)`.
  public init(importedAs identifier: String, conformingTo parentType: UTType? = nil) {
    self.init(declared: identifier, parentType, [], [], nil)
  }

  /// A type that is the program's own, with all that there is to say of it: how its files' names end,
  /// without the dot, which media types it goes by, the preferred ones first, and what it is called
  /// for a person.
  ///
  /// Files of built-in types keep those, whatever ends so too. Declared again, what is new is added.
  public init(
    exportedAs identifier: String, conformingTo parentType: UTType? = nil,
    filenameExtensions: [String], mimeTypes: [String] = [], description: String? = nil
  ) {
    self.init(declared: identifier, parentType, filenameExtensions, mimeTypes, description)
  }

  /// A type that another program defines, with all that there is to say of it. As
  /// `init(exportedAs:conformingTo:filenameExtensions:mimeTypes:description:)`.
  public init(
    importedAs identifier: String, conformingTo parentType: UTType? = nil,
    filenameExtensions: [String], mimeTypes: [String] = [], description: String? = nil
  ) {
    self.init(declared: identifier, parentType, filenameExtensions, mimeTypes, description)
  }

  private init(
    declared identifier: String, _ parentType: UTType?, _ extensions: [String],
    _ mediaTypes: [String], _ description: String?
  ) {
    let types = ContentTypes.system
    if extensions.isEmpty, mediaTypes.isEmpty, description == nil, parentType == nil,
      let known = types.type(identifier: identifier)
    {
      self = known
      return
    }
    self.init(
      known: types.declare(
        TypeDeclaration(
          declared: identifier, description, kindOf: (parentType ?? .data).identifier,
          media: mediaTypes, extensions: extensions)))
  }
}
