public import FoundationEssentials
import LinuxSystem

extension NSFileCoordinator {
  /// Reads an item while nobody writes it, and returns what the accessor does. It runs in the
  /// background.
  ///
  /// Throws what the accessor throws; `CocoaError` where the item can't be had, `.userCancelled`
  /// after `cancel()`; `CancellationError` where the task was cancelled while it waited.
  @concurrent
  public func coordinate<Result: Sendable>(
    readingItemAt url: URL, options: ReadingOptions = [],
    byAccessor reader: sending (URL) async throws -> Result
  ) async throws -> Result {
    let access = try await beginAccess(readingItemsAt: [url])
    defer { access.end() }
    return try await access.perform { try await reader(options.place(of: url)) }
  }

  /// Writes an item while nobody else reads or writes it, and returns what the accessor does. It runs
  /// in the background. Throws as the reading form does.
  @concurrent
  public func coordinate<Result: Sendable>(
    writingItemAt url: URL, options: WritingOptions = [],
    byAccessor writer: sending (URL) async throws -> Result
  ) async throws -> Result {
    let access = try await beginAccess(writingItemsAt: [url])
    defer { access.end() }
    return try await access.perform { try await writer(url) }
  }

  /// Reads one item and writes another, both held at once; they may be the same. Throws as the reading
  /// form does.
  @concurrent
  public func coordinate<Result: Sendable>(
    readingItemAt readingURL: URL, options readingOptions: ReadingOptions = [],
    writingItemAt writingURL: URL, options writingOptions: WritingOptions = [],
    byAccessor readerWriter: sending (URL, URL) async throws -> Result
  ) async throws -> Result {
    let access = try await beginAccess(
      readingItemsAt: [readingURL], writingItemsAt: [writingURL])
    defer { access.end() }
    return try await access.perform {
      try await readerWriter(readingOptions.place(of: readingURL), writingURL)
    }
  }

  /// Writes two items, as a move does, both held at once. Throws as the reading form does.
  @concurrent
  public func coordinate<Result: Sendable>(
    writingItemAt url1: URL, options options1: WritingOptions = [],
    writingItemAt url2: URL, options options2: WritingOptions = [],
    byAccessor writer: sending (URL, URL) async throws -> Result
  ) async throws -> Result {
    let access = try await beginAccess(writingItemsAt: [url1, url2])
    defer { access.end() }
    return try await access.perform { try await writer(url1, url2) }
  }

  /// Holds items until the access ends, for work that doesn't fit in an accessor. Throws as the
  /// reading form does.
  @concurrent
  public func beginAccess(
    readingItemsAt readingURLs: [URL] = [], writingItemsAt writingURLs: [URL] = []
  ) async throws -> CoordinatedAccess {
    let requests =
      try readingURLs.map { try LockRequest($0, .shared) }
      + writingURLs.map { try LockRequest($0, .exclusive) }
    return try await access(requests)
  }
}
