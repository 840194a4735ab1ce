public import FoundationEssentials
import LinuxSystem

extension DocumentSession {
  /// Saves the document at another place, perhaps as another type, and goes on there. The file it had
  /// stays as it is.
  ///
  /// - Parameters:
  ///   - url: Where to. Its folder must be there.
  ///   - contentType: One of the document's writable types; nil for the one that the name says, or
  ///     the present one.
  ///   - replacing: Whether what is there may be replaced; else it is an error.
  ///   - progress: Where the writing reports.
  public func saveAs(
    _ url: URL, contentType: UTType? = nil, replacing: Bool = false,
    progress: consuming Subprogress? = nil
  ) async throws {
    let progress = ProgressManager.hundredths(Self.progressTotal, of: progress)
    try await turn.take {
      try ensureOpen()
      let type = try writableType(contentType, for: url)
      machine.savingBegan()
      do {
        let edits = machine.edits
        let undoState = undoManager.state
        let (taken, version, place) = try await writeCopy(
          to: url, as: type, replacing: replacing, memory, progress)
        self.contentType = type
        configuration.contentType = type
        kept = taken.kept
        written = steps.written(taken)
        await hold(version, at: place)
        machine.saved(edits: edits, at: clock.now())
        saved(undoState)
      } catch {
        machine.savingCancelled()
        throw told(error, .save, DocumentPath(url))
      }
    }
    bell.ring()
  }

  /// Writes what the document holds now to another place, perhaps as another type. The session stays
  /// with its own file, and what is unsaved stays unsaved.
  public func export(
    to url: URL, contentType: UTType? = nil, replacing: Bool = false,
    progress: consuming Subprogress? = nil
  ) async throws {
    let progress = ProgressManager.hundredths(Self.progressTotal, of: progress)
    try await turn.take {
      try ensureOpen()
      let type = try writableType(contentType, for: url)
      do {
        // What is written elsewhere is not what the document's own file is compared with.
        let memory = FileMemory()
        memory.remembered = self.memory.remembered
        _ = try await writeCopy(to: url, as: type, replacing: replacing, memory, progress)
      } catch {
        throw told(error, .save, DocumentPath(url))
      }
    }
  }

  /// Writes what the document holds now to a new file, and says where that is: at `url`, or beside the
  /// document under a free name such as `Report copy.md`.
  @discardableResult
  public func duplicate(to url: URL? = nil) async throws -> URL {
    if let url {
      try await export(to: url, contentType: contentType)
      return url
    }
    guard let path else { throw DocumentProblem.hasNoPlace }
    for number in 1... {
      let copy = path.copy(number).url
      do {
        try await export(to: copy, contentType: contentType)
        return copy
      } catch let problem as DocumentProblem where problem.kind == .exists {
        continue
      }
    }
    throw DocumentProblem(.exists, "There are too many copies of \(path).")
  }

  private func writableType(_ asked: UTType?, for url: URL) throws -> UTType {
    let types = steps.writableTypes
    if let asked {
      guard let type = types.first(where: { asked.conforms(to: $0) }) else {
        throw DocumentProblem(
          .unsupported,
          "\(D.self) can't be written as \(asked), but as \(types.map(\.identifier).sorted()).")
      }
      return types.contains(asked) ? asked : type
    }
    let named = DocumentName.type(of: DocumentPath(url).name, isDirectory: nil, among: types)
    if let named { return named }
    if let foreign = DocumentName.declaredType(of: DocumentPath(url).name) {
      throw DocumentProblem(
        .unsupported,
        "\(D.self) can't be written as \(foreign), which the name \(url.lastPathComponent) promises. "
          + "Give it another ending, or name the type.")
    }
    guard types.contains(contentType) else {
      throw DocumentProblem(.unsupported, "\(D.self) can't be written as \(contentType).")
    }
    return contentType
  }

  private func writeCopy(
    to url: URL, as type: UTType, replacing: Bool, _ memory: FileMemory,
    _ progress: ProgressManager
  ) async throws -> (DocumentSteps<D>.Taken, DiskVersion, DocumentPlace) {
    self.progress = progress.reporter
    defer { self.progress = nil }
    let target = DocumentPath(url)
    let place = try await onThreads { try DocumentPlace(target) }
    for _ in 0..<Self.attempts {
      let lock = try await onThreads { try LockedDocument.lock(place, .exclusive) }
      let found = try await onThreads { try lock.version() }
      guard found == nil || replacing else { throw DocumentProblem.exists(place.path) }
      let taken = try await steps.take(document, as: type)
      let version = try await write(
        taken, as: type, of: lock, over: found, startingFrom: .nothing, memory: memory, progress)
      if let version {
        progress.complete(count: Self.progressTotal)
        return (taken, version, place)
      }
      try Task.checkCancellation()
    }
    throw DocumentProblem(.busy, "\(place.path) changes faster than it can be saved.")
  }

  func told(
    _ error: any Error, _ attempt: DocumentProblem.Attempt, _ path: DocumentPath
  ) -> any Error {
    let told = error is SystemError ? DocumentProblem(error, attempt, path) : error
    if !(told is CancellationError) { lastError = told }
    return told
  }
}

extension DocumentProblem {
  static func exists(_ path: DocumentPath) -> DocumentProblem {
    DocumentProblem(.exists, "\(path) is there already. Choose another name, or replace it.")
  }

  static let hasNoPlace = DocumentProblem(
    .missing, "The document has no place yet: save it somewhere first.")
}

extension DocumentPath {
  /// The name of a copy: `Report copy.md`, `Report copy 2.md`.
  fileprivate func copy(_ number: Int) -> DocumentPath {
    let dot = name.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > 0 ? $0 : nil } ?? name.count
    let words = Array((number == 1 ? " copy" : " copy \(number)").utf8)
    return DocumentPath(directory: directory, name: name[..<dot] + words + name[dot...])
  }
}
