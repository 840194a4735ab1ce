import Documents
import FoundationEssentials
import Observation

/// A text whose lines can be merged.
@MainActor @Observable final class Memo: Document {
  nonisolated static let readableContentTypes: [UTType] = [.plainText]

  private(set) var text = ""
  /// What was applied, and what was said to be there before.
  @ObservationIgnored var applied: [(new: String, previous: String?)] = []

  func replace(_ text: String, _ undoManager: UndoManager) {
    let old = self.text
    self.text = text
    undoManager.registerUndo(withTarget: self) { note in
      note.replace(old, undoManager)
    }
  }

  nonisolated func reader(configuration: sending ReadConfiguration) -> sending MemoReader {
    MemoReader()
  }

  nonisolated func writer(configuration: sending WriteConfiguration) -> sending MemoWriter {
    MemoWriter()
  }

  func apply(snapshot: sending LineText, previous: sending LineText?) async throws {
    text = snapshot.string
    applied.append((snapshot.string, previous?.string))
  }

  func snapshot(contentType: UTType) async throws -> sending LineText {
    LineText(text)
  }
}

struct MemoReader: DocumentReader {
  @concurrent func read(
    from source: sending URL, progress: consuming Subprogress
  ) async throws -> sending LineText {
    let data = try Data(contentsOf: source)
    if data.starts(with: Data("corrupt".utf8)) { throw CocoaError(.fileReadCorruptFile) }
    return try LineText(content: data)
  }
}

struct MemoWriter: DocumentWriter {
  @concurrent func write(
    snapshot: sending LineText, to destination: sending URL, previous: sending LineText?,
    progress: consuming Subprogress
  ) async throws {
    if snapshot.string.contains("unwritable") {
      throw CocoaError(.fileWriteInapplicableStringEncoding)
    }
    // In place, and in two parts, as a careless program would.
    let data = snapshot.content()
    let first = data.prefix(data.count / 2)
    try first.write(to: destination)
    try data.write(to: destination)
  }
}

/// A text that can't be merged, nor compared, nor sent.
@MainActor final class Scroll: Document {
  nonisolated static let readableContentTypes: [UTType] = [.plainText]

  final class Snapshot {
    var text: String
    init(_ text: String) { self.text = text }
  }

  var text = ""
  var applied: [(new: String, previous: String?)] = []

  nonisolated func reader(configuration: sending ReadConfiguration) -> sending Reader { Reader() }
  nonisolated func writer(configuration: sending WriteConfiguration) -> sending Writer { Writer() }

  func apply(snapshot: sending Snapshot, previous: sending Snapshot?) async throws {
    text = snapshot.text
    applied.append((snapshot.text, previous?.text))
  }

  func snapshot(contentType: UTType) async throws -> sending Snapshot { Snapshot(text) }

  struct Reader: DocumentReader {
    @concurrent func read(
      from source: sending URL, progress: consuming Subprogress
    ) async throws -> sending Snapshot {
      Snapshot(String(decoding: try Data(contentsOf: source), as: UTF8.self))
    }
  }

  struct Writer: DocumentWriter {
    @concurrent func write(
      snapshot: sending Snapshot, to destination: sending URL, previous: sending Snapshot?,
      progress: consuming Subprogress
    ) async throws {
      try Data(snapshot.text.utf8).write(to: destination)
    }
  }
}

/// A package of pages, each a file that can be merged by itself.
@MainActor @Observable final class Binder: Document {
  nonisolated static let readableContentTypes: [UTType] = [.directory]

  var pages: [String: String] = [:]

  func write(_ text: String, on page: String, _ undoManager: UndoManager) {
    pages[page] = text
    undoManager.registerUndo(withTarget: self) { _ in }
  }

  nonisolated func reader(configuration: sending ReadConfiguration) -> sending Reader { Reader() }
  nonisolated func writer(configuration: sending WriteConfiguration) -> sending Writer { Writer() }

  func apply(snapshot: sending Pages, previous: sending Pages?) async throws {
    pages = snapshot.pages
  }

  func snapshot(contentType: UTType) async throws -> sending Pages { Pages(pages: pages) }

  struct Pages: MergeableSnapshot, Equatable {
    var pages: [String: String]

    func changes(since previous: Pages) -> [String] {
      Set(pages.keys).union(previous.pages.keys).filter { pages[$0] != previous.pages[$0] }.sorted()
    }

    static func merging(base: Pages?, ours: Pages, theirs: Pages) -> SnapshotMerge<Pages> {
      guard let base else { return .conflict(reason: "no base") }
      var merged = base
      for page in Set(ours.pages.keys).union(theirs.pages.keys).union(base.pages.keys) {
        let (old, mine, other) = (base.pages[page], ours.pages[page], theirs.pages[page])
        if mine == other || other == old {
          merged.pages[page] = mine
        } else if mine == old {
          merged.pages[page] = other
        } else {
          return .conflict(reason: "both changed page \(page)")
        }
      }
      return .merged(merged)
    }
  }

  struct Reader: DocumentReader {
    @concurrent func read(
      from source: sending URL, progress: consuming Subprogress
    ) async throws -> sending Pages {
      var pages: [String: String] = [:]
      for name in try FileManager.default.contentsOfDirectory(atPath: source.path) {
        guard name.hasSuffix(".page") else { continue }
        let data = try Data(contentsOf: source.appending(path: name))
        pages[String(name.dropLast(5))] = String(decoding: data, as: UTF8.self)
      }
      return Pages(pages: pages)
    }
  }

  /// Writes what is different from what is there already.
  struct Writer: DocumentWriter {
    @concurrent func write(
      snapshot: sending Pages, to destination: sending URL, previous: sending Pages?,
      progress: consuming Subprogress
    ) async throws {
      if previous == nil {
        try FileManager.default.createDirectory(
          at: destination, withIntermediateDirectories: true)
      }
      for (page, text) in snapshot.pages where previous?.pages[page] != text {
        try Data(text.utf8).write(to: destination.appending(path: page + ".page"))
      }
      for page in previous?.pages.keys ?? [:].keys where snapshot.pages[page] == nil {
        try FileManager.default.removeItem(at: destination.appending(path: page + ".page"))
      }
    }
  }
}
