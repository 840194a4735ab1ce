import Documents

extension DocumentCreationSource {
  static let scanner = DocumentCreationSource(id: "scanner")
}

/// Making one may wait for a person: for a scan, which can be called off.
@MainActor @Observable
final class Scanner {
  private var waiting: CheckedContinuation<String, any Error>?
  var isWaiting: Bool { waiting != nil }

  func scan() async throws -> String {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        if Task.isCancelled {
          continuation.resume(throwing: CancellationError())
        } else {
          waiting = continuation
        }
      }
    } onCancel: {
      Task { @MainActor in self.cancel() }
    }
  }

  func finish(_ text: String) {
    waiting?.resume(returning: text)
    waiting = nil
  }

  func cancel() {
    waiting?.resume(throwing: CancellationError())
    waiting = nil
  }
}

@MainActor
final class Scan: Document {
  nonisolated static let readableContentTypes: [UTType] = [.plainText]

  var text: String

  init(text: String = "") {
    self.text = text
  }

  static func make(with scanner: Scanner, for context: DocumentCreationContext) async throws -> Scan
  {
    guard context.creationSource == .scanner else { return Scan() }
    return Scan(text: try await scanner.scan())
  }

  nonisolated func reader(
    configuration: sending ReadConfiguration
  ) -> sending FileWrapperDocumentReader<String> {
    FileWrapperDocumentReader(configuration) { file in
      String(decoding: file.regularFileContents ?? Data(), as: UTF8.self)
    }
  }

  nonisolated func writer(
    configuration: sending WriteConfiguration
  ) -> sending FileWrapperDocumentWriter<String> {
    FileWrapperDocumentWriter(configuration) { text, _ in
      FileWrapper(regularFileWithContents: Data(text.utf8))
    }
  }

  func apply(snapshot: sending String, previous: sending String?) async throws { text = snapshot }
  func snapshot(contentType: UTType) async throws -> sending String { text }
}
