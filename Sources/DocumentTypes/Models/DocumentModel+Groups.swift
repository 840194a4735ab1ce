import Documents

extension DocumentModel {
  /// A model whose documents are read and written.
  @MainActor
  init<D: Document>(
    _ name: String, canBeBlank: Bool = true, templates: [DocumentTemplate<D>] = [],
    _ make: @escaping @MainActor @Sendable () -> D
  ) where D.Reader.Source == URL, D.Reader.Snapshot: Sendable, D.Writer.Snapshot: Sendable {
    self.init(
      name, reads: D.readableContentTypes, writes: D.writableContentTypes, canBeBlank: canBeBlank,
      templates: templates.map { Template(name: $0.name, summary: $0.summary) },
      exporting: { url, target, type, replacing, progress in
        let group = DocumentGroup(makeDocument: { _, _ in make() })
        let session = try await group.open(
          url, progress: progress.subprogress(assigningCount: 50))
        try await session.export(
          to: target, contentType: type, replacing: replacing,
          progress: progress.subprogress(assigningCount: 50))
        try await session.close()
      }
    ) { source, url, type, progress in
      let group = DocumentGroup(makeDocument: { _, context in
        let document = make()
        try await fill(document, from: context.creationSource, templates, progress)
        return document
      })
      // So that a package's members that the model doesn't know come along.
      let memory = source.fileURL?.hasDirectoryPath ?? false ? FileMemory() : nil
      let session = try await FileMemory.$current.withValue(memory) {
        try await group.create(
          from: source, at: url, contentType: type,
          progress: progress.subprogress(assigningCount: 50))
      }
      try await session.close()
    }
  }

  /// A model whose documents are only read; a new one is a copy of a file that can be.
  @MainActor
  init<D: ReadableDocument>(
    reading name: String, _ make: @escaping @MainActor @Sendable () -> D
  ) where D.Reader.Snapshot: Sendable {
    self.init(
      name, reads: D.readableContentTypes, writes: [], canBeBlank: false, templates: [],
      exporting: nil
    ) { source, url, _, progress in
      if let file = source.fileURL {
        let group = DocumentGroup(viewer: { _ in }, makeReadableDocument: { _, _ in make() })
        let session = try await group.open(
          file, progress: progress.subprogress(assigningCount: 50))
        try await session.close()
      }
      try await copy(source, to: url, progress.subprogress(assigningCount: 50))
    }
  }

  /// Documents of all other kinds, of which a new one is a copy.
  @MainActor
  package static let copies = DocumentModel(
    "document", reads: CopiedDocument.readableContentTypes, writes: [], canBeBlank: false,
    templates: [], exporting: nil
  ) { source, url, _, progress in
    try await copy(source, to: url, progress.subprogress(assigningCount: 100))
  }
}

@MainActor
private func fill<D: Document>(
  _ document: D, from source: DocumentCreationSource?, _ templates: [DocumentTemplate<D>],
  _ progress: ProgressManager
) async throws where D.Reader.Source == URL, D.Reader.Snapshot: Sendable {
  let reading = progress.subprogress(assigningCount: 50)
  guard let source, source != .blank else { return }
  if let url = source.fileURL { return try await read(url, into: document, reading) }
  guard let template = templates.first(where: { $0.name == source.id }) else {
    throw UnreadableContent(reason: "there is no template \(source.id)")
  }
  try template.fill(document)
}

/// Has a new document take over what is in a file, as if it had been opened.
@MainActor
private func read<D: Document>(
  _ url: URL, into document: D, _ progress: consuming Subprogress
) async throws where D.Reader.Source == URL, D.Reader.Snapshot: Sendable {
  let name = pathBytes(of: url)?.split(separator: UInt8(ascii: "/")).last ?? []
  let type = contentType(forName: Array(name))
  let readable = D.readableContentTypes.first { type.conforms(to: $0) }
  guard let readable = readable ?? D.readableContentTypes.first else { return }
  let access = try await NSFileCoordinator().beginAccess(readingItemsAt: [url])
  defer { access.end() }
  let reader = document.reader(configuration: DocumentReadConfiguration(contentType: readable))
  let snapshot = try await reader.read(from: url, progress: progress)
  try Task.checkCancellation()
  try await document.apply(snapshot: snapshot, previous: nil)
}

@MainActor
private func copy(
  _ source: DocumentCreationSource, to url: URL, _ progress: consuming Subprogress
) async throws {
  let group = DocumentGroup(makeDocument: { _, context in
    CopiedDocument(context.creationSource?.fileURL)
  })
  let isDirectory = source.fileURL?.hasDirectoryPath ?? false
  let session = try await group.create(
    from: source, at: url, contentType: isDirectory ? .directory : .data, progress: progress)
  try await session.close()
}
