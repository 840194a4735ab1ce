import FoundationEssentials
import LinuxSystem

/// Where a document is written to, and what is known of what stands there.
struct WritingTarget: Sendable {
  private let place: FilePlace
  private let replaced: FilePlace?
  private let remembered: FileMemory.Remembered?
  private let memory: FileMemory?

  /// Finds it for this task, at a URL that may lead through a link.
  static func find(_ url: URL) async throws -> WritingTarget {
    let memory = FileMemory.current
    let replaced = FileMemory.replaced
    return try await onOwnThread(name: "documents") {
      let place = try FilePlace(following: url, for: .write)
      return WritingTarget(
        place: place, replaced: try replaced.map { try FilePlace(following: $0, for: .write) },
        remembered: try memory?.remembered ?? look(at: place), memory: memory)
    }
  }

  /// Without a memory, what stands there is what was written or read last.
  private static func look(at place: FilePlace) throws -> FileMemory.Remembered? {
    do {
      return try FileRecord.scan(place).map { .init(location: FileLocation(place), record: $0) }
    } catch {
      throw CocoaError.file(.write, error, at: place.path(of: error))
    }
  }

  /// A wrapper of what was last written or read; nil for a new document.
  var existing: FileWrapper? {
    remembered.map {
      let name = String(decoding: $0.location.place.name, as: UTF8.self)
      return FileWrapper($0.record, location: $0.location, path: [], name: name)
    }
  }

  /// Where what was written is to be read from later.
  var location: FileLocation { remembered?.location ?? FileLocation(place) }

  /// Writes it, and remembers what was written. Ends early, with nothing written and
  /// `CancellationError`, where the task is cancelled.
  func write(
    _ node: FileNode, _ progress: consuming Subprogress
  ) async throws -> FileRecord {
    let transfer = Transfer(progress.start(totalCount: nil))
    let home = replaced ?? place
    // Elsewhere, what was read says nothing of what stands there.
    let known = remembered.flatMap { $0.location.place == home ? $0.record : nil }
    let record = try await transfer.run {
      try DocumentWriting(
        place: place, wanted: node, known: known, source: nil, replaced: replaced,
        transfer: transfer
      ).run()
    }
    transfer.finish()
    memory?.remembered = .init(location: location, record: record)
    return record
  }
}
