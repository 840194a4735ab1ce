public import FoundationEssentials
import LinuxSystem

/// Reads a document through a file wrapper: the way for a document that is read at once, and for a
/// package whose parts are read when they are needed.
public struct FileWrapperDocumentReader<Snapshot>: DocumentReader, Sendable {
  private let makeSnapshot: @Sendable (FileWrapper) async throws -> sending Snapshot

  /// A reader that makes a snapshot of the file, in the background.
  ///
  /// The wrapper of a single file has its content already. What the closure throws reaches whoever
  /// opens the document.
  public init(
    _ configuration: sending DocumentReadConfiguration,
    makeSnapshot: @escaping @Sendable (FileWrapper) async throws -> sending Snapshot
  ) {
    self.makeSnapshot = makeSnapshot
  }

  /// Reads the file or the package's structure, and makes the snapshot. Throws a `CocoaError` with
  /// the path and the cause where that can't be read, and what the closure throws.
  @concurrent
  public func read(
    from source: sending URL, progress: consuming Subprogress
  ) async throws -> sending Snapshot {
    let wrapper = try await FileWrapper.reading(source, progress)
    return try await makeSnapshot(wrapper)
  }
}

extension FileWrapper {
  /// As `init(url:)`, but follows a link, remembers what it read for the document's writer, and
  /// has a single file's content. Ends early, with `CancellationError`, where the task is cancelled.
  static func reading(
    _ url: URL, _ progress: consuming Subprogress
  ) async throws -> sending FileWrapper {
    let transfer = Transfer(progress.start(totalCount: nil))
    let memory = FileMemory.current
    let (record, location, data) = try await transfer.run {
      let place = try FilePlace(following: url, for: .read)
      let record = try FileRecord.readable(at: place)
      let location = memory?.note(record, at: place) ?? FileLocation(place)
      guard case .file(let status) = record else { return (record, location, nil as Data?) }
      let stored = StoredFile(location: location, path: [], status: status)
      transfer.expect(Int(clamping: status.size))
      do throws(SystemError) {
        return (record, location, try stored.read(transfer) as Data?)
      } catch {
        guard error.errno != .cancelled else { throw error }
        throw CocoaError.file(.read, error, at: place.path(of: error))
      }
    }
    transfer.finish()
    let name = String(decoding: location.place.name, as: UTF8.self)
    let wrapper = FileWrapper(record, location: location, path: [], name: name)
    if let data { wrapper.keep(data) }
    return wrapper
  }

  private func keep(_ data: Data) {
    guard case .file(_, let stored) = content else { return }
    content = .file(data: data, stored: stored)
  }
}

extension FilePlace {
  /// Where the content is that a URL leads to.
  init(following url: URL, for attempt: CocoaError.Attempt) throws {
    guard let path = pathBytes(of: url) else {
      self = try FilePlace(url, for: attempt)
      return
    }
    do {
      try self.init(following: path)
    } catch {
      throw CocoaError.file(attempt, error, at: path)
    }
  }
}
