public import FoundationEssentials
public import Observation

/// A kind of document in a program: makes, opens, lists and saves documents, each in a session.
///
/// It has the two closures of the group that a program with windows declares, and no windows:
///
///     let notes = DocumentGroup { note in
///       print(note.text)
///     } makeDocument: { configuration, context in
///       Note(configuration)
///     }
///     let session = try await notes.open(url)
///
/// `makeDocument` makes the object, for a new file or one that is there; it may suspend, and cancels by
/// throwing `CancellationError`, which leaves nothing behind. `editor` is then given the document, once
/// its content was read. Where the snapshots are `Sendable`, they are kept and handed out again as
/// `previous`; else the session reads and takes them once more for that.
@MainActor
@Observable
public final class DocumentGroup<D: ReadableDocument> {
  /// Makes a document, which is empty until it reads its file.
  public typealias MakeDocument =
    @MainActor (URLDocumentConfiguration, DocumentCreationContext) async throws -> D

  /// Whether the group makes new documents.
  public let allowsCreating: Bool
  /// Those that are open, the oldest first.
  public private(set) var sessions: [DocumentSession<D>] = []
  /// When the sessions that are opened from now on save by themselves.
  public var autosave = AutosavePolicy()

  private let steps: DocumentSteps<D>
  private let editor: @MainActor (D) -> Void
  private let make: MakeDocument
  private let clock: SessionClock
  @ObservationIgnored private var opening: [DocumentKey: [CheckedContinuation<Void, Never>]] = [:]

  init(
    _ steps: DocumentSteps<D>, allowCreating: Bool, editor: @escaping @MainActor (D) -> Void,
    make: @escaping MakeDocument, clock: SessionClock
  ) {
    self.steps = steps
    allowsCreating = allowCreating
    self.editor = editor
    self.make = make
    self.clock = clock
  }

  /// The session that a document is open in.
  public func session(of document: D) -> DocumentSession<D>? {
    sessions.first { $0.document === document }
  }

  // MARK: Opening

  /// Opens a document, or gives the session that has it open already, whatever the path that leads to
  /// it. Throws what the reader says, or a `DocumentProblem`.
  public func open(
    _ url: URL, progress: consuming Subprogress? = nil
  ) async throws -> DocumentSession<D> {
    guard url.isFileURL else {
      throw DocumentProblem(
        .unsupported,
        "\(url.absoluteString) is no file on this machine. Copy it here, and open that.")
    }
    let progress = ProgressManager.hundredths(of: progress)
    while true {
      let (place, key) = try await find(DocumentPath(url))
      if let session = sessions.first(where: { $0.isAt(place, key) }) { return session }
      if opening[key] != nil {
        await withCheckedContinuation { opening[key, default: []].append($0) }
        try Task.checkCancellation()
        continue
      }
      opening[key] = []
      defer { for waiting in opening.removeValue(forKey: key) ?? [] { waiting.resume() } }
      return try await open(place, key, progress)
    }
  }

  private func find(_ path: DocumentPath) async throws -> (DocumentPlace, DocumentKey) {
    do {
      return try await onThreads {
        let place = try DocumentPlace(path)
        guard let key = try DocumentKey(place) else { throw DocumentProblem.missing(path) }
        place.clearUp()
        return (place, key)
      }
    } catch {
      throw DocumentProblem(error, .read, path)
    }
  }

  private func open(
    _ place: DocumentPlace, _ key: DocumentKey, _ progress: ProgressManager
  ) async throws -> DocumentSession<D> {
    let types = D.readableContentTypes
    guard
      let type = DocumentName.type(of: place.name, isDirectory: key.isDirectory, among: types)
    else {
      throw DocumentProblem(
        .unsupported, "\(place.path) is none of \(types.map(\.identifier).sorted()).")
    }
    let configuration = URLDocumentConfiguration(
      fileURL: place.path.url, contentType: type)
    let document = try await make(configuration, DocumentCreationContext())
    let session = session(document, type, configuration)
    try await session.open(at: place, progress)
    begin(session)
    return session
  }

  private func session(
    _ document: D, _ type: UTType, _ configuration: URLDocumentConfiguration
  ) -> DocumentSession<D> {
    DocumentSession(
      document, steps, type, configuration: configuration, autosave: autosave, clock: clock)
  }

  private func begin(_ session: DocumentSession<D>) {
    sessions.append(session)
    session.whenClosed = { [weak self, weak session] in
      self?.sessions.removeAll { $0 === session }
    }
    session.start()
    editor(session.document)
  }

  // MARK: Creating

  /// Makes a document that is in no file yet: `saveAs` puts it into one.
  ///
  /// - Parameters:
  ///   - source: What `makeDocument` is told to make it from.
  ///   - contentType: What it is to be saved as; nil for the first of the types that can be.
  public func create(
    from source: DocumentCreationSource? = nil, contentType: UTType? = nil
  ) async throws -> DocumentSession<D> {
    let session = try await unsaved(from: source, contentType ?? steps.writableTypes.first)
    begin(session)
    return session
  }

  /// Makes a document in a new file. Where it fails or is cancelled, there is no file.
  ///
  /// - Parameters:
  ///   - source: What `makeDocument` is told to make it from.
  ///   - url: The file, which must not be there.
  ///   - contentType: What it is to be saved as; nil for what the file's ending says.
  ///   - progress: Where the writing reports.
  public func create(
    from source: DocumentCreationSource? = nil, at url: URL, contentType: UTType? = nil,
    progress: consuming Subprogress? = nil
  ) async throws -> DocumentSession<D> {
    let name = DocumentPath(url).name
    let type =
      contentType ?? DocumentName.type(of: name, isDirectory: nil, among: steps.writableTypes)
    let session = try await unsaved(from: source, type ?? steps.writableTypes.first)
    try await session.saveAs(url, contentType: session.contentType, progress: progress)
    begin(session)
    return session
  }

  private func unsaved(
    from source: DocumentCreationSource?, _ type: UTType?
  ) async throws -> DocumentSession<D> {
    guard allowsCreating, let type else {
      throw DocumentProblem(.unsupported, "No new document of \(D.self) can be made here.")
    }
    let configuration = URLDocumentConfiguration(contentType: type, creationSource: source)
    let document = try await make(
      configuration, DocumentCreationContext(creationSource: source))
    try Task.checkCancellation()
    let session = session(document, type, configuration)
    // What it was made of, where whoever asked keeps that in mind: the rest of a package comes along.
    session.memory.remembered = FileMemory.current?.remembered
    return session
  }

  // MARK: All of them

  /// The documents in a folder that the group can open, by name. What is hidden is left out, and so are
  /// the folders below.
  public func documents(in folder: URL) async throws -> [URL] {
    let path = DocumentPath(folder)
    let types = D.readableContentTypes
    do {
      return try await onThreads { try DocumentFolder.documents(in: path, of: types).map(\.url) }
    } catch {
      throw DocumentProblem(error, .read, path)
    }
  }

  /// Saves all that are edited. Where some fail, the others are saved, and the first error is thrown.
  public func saveAll() async throws {
    try await all { if $0.hasUnsavedEdits { try await $0.save() } }
  }

  /// Closes all. Where some can't be saved, they stay open, and the first error is thrown.
  public func closeAll() async throws {
    try await all { try await $0.close() }
  }

  private func all(
    _ body: @MainActor (DocumentSession<D>) async throws -> Void
  ) async throws {
    var failure: (any Error)?
    for session in sessions {
      do {
        try await body(session)
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }
}
