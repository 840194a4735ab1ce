extension DocumentGroup {
  /// A group of documents that are values of the older kind.
  ///
  /// - Parameters:
  ///   - newDocument: The value of a new document.
  ///   - editor: Given each document once it is open; setting its `model` is an edit.
  public convenience init<Model: FileDocument>(
    newDocument: @autoclosure @escaping @MainActor () -> sending Model,
    editor: @escaping @MainActor (FileDocumentAdapter<Model>) -> Void = { _ in }
  ) where D == FileDocumentAdapter<Model> {
    self.init(
      editor: editor,
      makeDocument: { configuration, _ in
        configuration.fileURL == nil ? FileDocumentAdapter(newDocument()) : FileDocumentAdapter()
      })
  }

  /// A group of documents that are objects of the older kind.
  ///
  /// - Parameters:
  ///   - newDocument: Makes the object of a new document.
  ///   - editor: Given each document once it is open. The object registers what is edited with the
  ///     session's undo manager.
  public convenience init<Model: ReferenceFileDocument>(
    newDocument: @escaping @MainActor () -> sending Model,
    editor: @escaping @MainActor (ReferenceFileDocumentAdapter<Model>) -> Void = { _ in }
  ) where D == ReferenceFileDocumentAdapter<Model> {
    self.init(
      editor: editor,
      makeDocument: { configuration, _ in
        configuration.fileURL == nil
          ? ReferenceFileDocumentAdapter(newDocument()) : ReferenceFileDocumentAdapter()
      })
  }
}
