extension DocumentGroup {
  /// A group of documents that are read and written.
  ///
  /// - Parameters:
  ///   - allowCreating: Whether new ones can be made.
  ///   - clock: What tells when to save by itself.
  ///   - editor: Given each document once it is open.
  ///   - makeDocument: Makes the document for a new file, or for one that is there.
  public convenience init<Time: Clock>(
    allowCreating: Bool = true, clock: Time = ContinuousClock(),
    editor: @escaping @MainActor (D) -> Void = { _ in }, makeDocument: @escaping MakeDocument
  ) where D: Document, Time.Duration == Duration {
    self.init(
      DocumentSteps(), allowCreating: allowCreating, editor: editor,
      make: makeDocument, clock: SessionClock(clock))
  }

  /// A group of documents that are read and written, whose snapshots can be kept.
  ///
  /// - Parameters:
  ///   - allowCreating: Whether new ones can be made.
  ///   - clock: What tells when to save by itself.
  ///   - editor: Given each document once it is open.
  ///   - makeDocument: Makes the document for a new file, or for one that is there.
  public convenience init<Time: Clock>(
    allowCreating: Bool = true, clock: Time = ContinuousClock(),
    editor: @escaping @MainActor (D) -> Void = { _ in }, makeDocument: @escaping MakeDocument
  )
  where
    D: Document, Time.Duration == Duration, D.Reader.Snapshot: Sendable,
    D.Writer.Snapshot: Sendable
  {
    self.init(
      DocumentSteps(), allowCreating: allowCreating, editor: editor,
      make: makeDocument, clock: SessionClock(clock))
  }

  /// A group of documents that are only read.
  ///
  /// - Parameters:
  ///   - clock: What tells when to look again.
  ///   - viewer: Given each document once it is open.
  ///   - makeReadableDocument: Makes the document for a file.
  public convenience init<Time: Clock>(
    clock: Time = ContinuousClock(),
    viewer: @escaping @MainActor (D) -> Void,
    makeReadableDocument: @escaping MakeDocument
  ) where Time.Duration == Duration {
    self.init(
      DocumentSteps(), allowCreating: false, editor: viewer,
      make: makeReadableDocument, clock: SessionClock(clock))
  }

  /// A group of documents that are only read, whose snapshots can be kept.
  ///
  /// - Parameters:
  ///   - clock: What tells when to look again.
  ///   - viewer: Given each document once it is open.
  ///   - makeReadableDocument: Makes the document for a file.
  public convenience init<Time: Clock>(
    clock: Time = ContinuousClock(),
    viewer: @escaping @MainActor (D) -> Void,
    makeReadableDocument: @escaping MakeDocument
  ) where Time.Duration == Duration, D.Reader.Snapshot: Sendable {
    self.init(
      DocumentSteps(), allowCreating: false, editor: viewer,
      make: makeReadableDocument, clock: SessionClock(clock))
  }
}
