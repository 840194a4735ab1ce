import FoundationEssentials

/// What a document's reader and writer do, in steps that a session can take without knowing more of
/// the snapshots than that there are some.
struct DocumentSteps<D: ReadableDocument>: Sendable {
  typealias Snapshot = D.Reader.Snapshot
  typealias Kept = Parcel<Snapshot>

  /// A snapshot that was taken to be written.
  struct Taken: Sendable {
    /// A `Parcel` of the writer's snapshot.
    fileprivate let content: any AnyObject & Sendable
    /// Another one to write again what failed, and for the writer to compare with later.
    fileprivate let forWriter: (any AnyObject & Sendable)?
    /// The same as the reader's snapshot, where the two are of one type.
    let kept: Kept?
  }

  /// Nil where a snapshot can't be copied, not being `Sendable`.
  private let copy: (@Sendable (Kept) -> Kept?)?
  private let takeSnapshot: (@MainActor @Sendable (D, UTType) async throws -> Taken)?
  private let writeSnapshot:
    (
      @MainActor @Sendable (
        D, UTType, Taken, _ previous: (any AnyObject & Sendable)?, URL, ProgressManager
      ) async throws -> Void
    )?
  let writableTypes: [UTType]
  /// Whether the writer starts from the document itself, and not from a copy of it.
  let writesBeside: Bool

  var isWritable: Bool { takeSnapshot != nil }

  /// Whether neither the document nor its writer looks at what was there before.
  private static var isNeverCompared: Bool { Snapshot.self is any NeverCompared.Type }

  // MARK: Reading

  /// Reads a snapshot, and one to keep. What can't be copied is read twice.
  @MainActor
  func read(
    _ document: D, as type: UTType, from url: URL, _ progress: ProgressManager
  ) async throws -> (new: Kept, kept: Kept?) {
    let half = copy == nil && !Self.isNeverCompared ? 50 : 100
    let new = try await readOnce(document, type, url, progress, half)
    if let copy { return (new, copy(new)) }
    if Self.isNeverCompared { return (new, nil) }
    return (new, try await readOnce(document, type, url, progress, 100 - half))
  }

  @MainActor
  private func readOnce(
    _ document: D, _ type: UTType, _ url: URL, _ progress: ProgressManager, _ count: Int
  ) async throws -> Kept {
    try await withTaskExecutorPreference(DocumentThreads.shared) {
      guard let source = url as? D.Reader.Source else {
        throw DocumentProblem(
          .unsupported, "\(D.Reader.self) reads from \(D.Reader.Source.self), not from a file.")
      }
      let reader = document.reader(configuration: DocumentReadConfiguration(contentType: type))
      return Parcel(
        try await reader.read(
          from: source, progress: progress.subprogress(assigningCount: count)))
    }
  }

  /// Hands a snapshot to the document. The one before stays where it can be copied.
  @MainActor
  func apply(_ new: Kept, previous: Kept?, to document: D) async throws {
    guard let snapshot = new.take() else { return }
    let before = if let copy { previous.flatMap(copy) } else { previous }
    try await document.apply(snapshot: snapshot, previous: before?.take())
  }

  // MARK: Writing

  @MainActor
  func take(_ document: D, as type: UTType) async throws -> Taken {
    guard let takeSnapshot else { throw DocumentProblem(.unsupported, Self.cannotWrite) }
    return try await takeSnapshot(document, type)
  }

  /// Writes a snapshot, which is gone then. `previous` is what `written` gave of the one before.
  @MainActor
  func write(
    _ taken: Taken, of document: D, as type: UTType, previous: (any AnyObject & Sendable)?,
    to url: URL, _ progress: ProgressManager
  ) async throws {
    guard let writeSnapshot else { throw DocumentProblem(.unsupported, Self.cannotWrite) }
    try await writeSnapshot(document, type, taken, previous, url, progress)
  }

  /// What the writer is to compare with next time, once a snapshot was written.
  func written(_ taken: Taken) -> (any AnyObject & Sendable)? { taken.forWriter }

  /// What the writer is to compare with once a snapshot was read.
  func written(_ kept: Kept?) -> (any AnyObject & Sendable)? { kept.flatMap { copy?($0) } }

  private static var cannotWrite: String { "\(D.self) can be read and not written." }
}

// MARK: Making them

extension DocumentSteps {
  /// Of a document that is only read.
  init() {
    copy = nil
    takeSnapshot = nil
    writeSnapshot = nil
    writableTypes = []
    writesBeside = false
  }

  /// Of a document that is only read, whose snapshots can be copied.
  init() where Snapshot: Sendable {
    copy = { $0.copy() }
    takeSnapshot = nil
    writeSnapshot = nil
    writableTypes = []
    writesBeside = false
  }

  /// Of a document that is read and written.
  init() where D: Document {
    copy = nil
    writableTypes = D.writableContentTypes
    writesBeside = D.Writer.self is any WritesBeside.Type
    takeSnapshot = { document, type in
      // What can't be copied is taken three times: to write, for the writer to compare with, and to
      // apply the next one with.
      let content = Parcel(try await document.snapshot(contentType: type))
      if Self.isNeverCompared { return Taken(content: content, forWriter: nil, kept: nil) }
      let forWriter = Parcel(try await document.snapshot(contentType: type))
      let kept = Parcel(try await document.snapshot(contentType: type)) as AnyObject as? Kept
      return Taken(content: content, forWriter: forWriter, kept: kept)
    }
    writeSnapshot = { document, type, taken, previous, url, progress in
      let content = taken.content as? Parcel<D.Writer.Snapshot>
      let previous = previous as? Parcel<D.Writer.Snapshot>
      try await Self.write(document, type, content, previous, url, progress)
    }
  }

  /// Of a document that is read and written, whose snapshots can be copied.
  init() where D: Document, Snapshot: Sendable, D.Writer.Snapshot: Sendable {
    copy = { $0.copy() }
    writableTypes = D.writableContentTypes
    writesBeside = D.Writer.self is any WritesBeside.Type
    takeSnapshot = { document, type in
      let content = Parcel(try await document.snapshot(contentType: type))
      let kept = content as AnyObject as? Kept
      return Taken(content: content, forWriter: content.copy(), kept: kept?.copy())
    }
    writeSnapshot = { document, type, taken, previous, url, progress in
      let content = (taken.content as? Parcel<D.Writer.Snapshot>)?.copy()
      let previous = (previous as? Parcel<D.Writer.Snapshot>)?.copy()
      try await Self.write(document, type, content, previous, url, progress)
    }
  }

  @MainActor
  private static func write(
    _ document: D, _ type: UTType, _ content: Parcel<D.Writer.Snapshot>?,
    _ previous: Parcel<D.Writer.Snapshot>?, _ url: URL, _ progress: ProgressManager
  ) async throws where D: Document {
    try await withTaskExecutorPreference(DocumentThreads.shared) {
      guard let destination = url as? D.Writer.Destination else {
        throw DocumentProblem(
          .unsupported, "\(D.Writer.self) writes to \(D.Writer.Destination.self), not to a file.")
      }
      guard let snapshot = content?.take() else { throw CancellationError() }
      let writer = document.writer(configuration: DocumentWriteConfiguration(contentType: type))
      try await writer.write(
        snapshot: snapshot, to: destination, previous: previous?.take(),
        progress: progress.subprogress(assigningCount: 100))
    }
  }
}

// MARK: Comparing

/// What came of joining a session's edits with another program's.
enum Joined<Snapshot>: Sendable {
  /// Both hold the same.
  case same
  case merged(Parcel<Snapshot>)
  case conflict(reason: String)
}

extension DocumentSteps {
  /// Whether two snapshots are known to be equal; nil where their type can't tell.
  func isEqual(_ one: Kept?, _ other: Kept?) -> Bool? {
    guard let one, let other, let type = Snapshot.self as? any Equatable.Type else { return nil }
    return compare(type, one, other)
  }

  /// Joins three versions of a document, where its snapshots can be joined.
  func join(base: Kept?, ours: Kept?, theirs: Kept?) -> Joined<Snapshot> {
    if isEqual(ours, theirs) == true { return .same }
    guard let type = Snapshot.self as? any MergeableSnapshot.Type else {
      return .conflict(reason: "both changed, and documents of this kind can't be merged")
    }
    return merge(type, base, ours, theirs)
  }

  private func compare<E: Equatable>(_ type: E.Type, _ one: Kept, _ other: Kept) -> Bool? {
    // The same types, seen through a protocol.
    guard let one = one as AnyObject as? Parcel<E>, let other = other as AnyObject as? Parcel<E>
    else { return nil }
    return one.isEqual(to: other)
  }

  private func merge<M: MergeableSnapshot>(
    _ type: M.Type, _ base: Kept?, _ ours: Kept?, _ theirs: Kept?
  ) -> Joined<Snapshot> {
    let base = (base as AnyObject as? Parcel<M>)?.value
    guard let ours = (ours as AnyObject as? Parcel<M>)?.value,
      let theirs = (theirs as AnyObject as? Parcel<M>)?.value
    else { return .conflict(reason: "what is read and what is written are of different kinds") }
    switch M.merging(base: base, ours: ours, theirs: theirs) {
    case .merged(let result):
      guard let parcel = Parcel(result) as AnyObject as? Kept else {
        return .conflict(reason: "both changed")
      }
      return .merged(parcel)
    case .conflict(let reason): return .conflict(reason: reason)
    }
  }
}

/// A snapshot that nobody compares with the one before, so that none is kept for that.
protocol NeverCompared {}

extension OlderDocumentSnapshot: NeverCompared {}

/// A writer that makes a package out of the present one by itself, at a name that is free.
protocol WritesBeside {}

extension FileWrapperDocumentWriter: WritesBeside {}
extension OlderDocumentWriter: WritesBeside {}

/// A document that says by itself that it was edited.
@MainActor
protocol EditReporting: AnyObject {
  var edited: (@MainActor () -> Void)? { get set }
}

extension FileDocumentAdapter: EditReporting {}
