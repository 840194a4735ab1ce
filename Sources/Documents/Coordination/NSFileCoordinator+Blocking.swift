public import FoundationEssentials
import LinuxSystem

// Foundation's essentials have no `NSError`. The error's type is therefore the caller's: with
// Foundation imported, `var error: NSError?` works as it does on Apple's platforms, and `(any
// Error)?` and `CocoaError?` work too. A literal `nil` has no type of its own, hence the second form
// of each.

extension NSFileCoordinator {
  /// Reads an item while nobody writes it. Where that can't be had, `error` says why and the accessor
  /// isn't called.
  public func coordinate<E>(
    readingItemAt url: URL, options: ReadingOptions = [], error: UnsafeMutablePointer<E?>?,
    byAccessor reader: (URL) -> Void
  ) {
    perform(telling: error, [(url, .shared)]) { reader(options.place(of: url)) }
  }

  /// Reads an item while nobody writes it; where that can't be had, the accessor isn't called.
  public func coordinate(
    readingItemAt url: URL, options: ReadingOptions = [], error: Never?,
    byAccessor reader: (URL) -> Void
  ) {
    perform(telling: nowhere, [(url, .shared)]) { reader(options.place(of: url)) }
  }

  /// Writes an item while nobody else reads or writes it. Where that can't be had, `error` says why
  /// and the accessor isn't called.
  public func coordinate<E>(
    writingItemAt url: URL, options: WritingOptions = [], error: UnsafeMutablePointer<E?>?,
    byAccessor writer: (URL) -> Void
  ) {
    perform(telling: error, [(url, .exclusive)]) { writer(url) }
  }

  /// Writes an item while nobody else reads or writes it; where that can't be had, the accessor isn't
  /// called.
  public func coordinate(
    writingItemAt url: URL, options: WritingOptions = [], error: Never?,
    byAccessor writer: (URL) -> Void
  ) {
    perform(telling: nowhere, [(url, .exclusive)]) { writer(url) }
  }

  /// Reads one item and writes another, both held at once; they may be the same. Where that can't be
  /// had, `error` says why and the accessor isn't called.
  public func coordinate<E>(
    readingItemAt readingURL: URL, options readingOptions: ReadingOptions = [],
    writingItemAt writingURL: URL, options writingOptions: WritingOptions = [],
    error: UnsafeMutablePointer<E?>?, byAccessor readerWriter: (URL, URL) -> Void
  ) {
    perform(telling: error, [(readingURL, .shared), (writingURL, .exclusive)]) {
      readerWriter(readingOptions.place(of: readingURL), writingURL)
    }
  }

  /// Reads one item and writes another, both held at once; where that can't be had, the accessor
  /// isn't called.
  public func coordinate(
    readingItemAt readingURL: URL, options readingOptions: ReadingOptions = [],
    writingItemAt writingURL: URL, options writingOptions: WritingOptions = [],
    error: Never?, byAccessor readerWriter: (URL, URL) -> Void
  ) {
    perform(telling: nowhere, [(readingURL, .shared), (writingURL, .exclusive)]) {
      readerWriter(readingOptions.place(of: readingURL), writingURL)
    }
  }

  /// Writes two items, as a move does, both held at once. Where that can't be had, `error` says why
  /// and the accessor isn't called.
  public func coordinate<E>(
    writingItemAt url1: URL, options options1: WritingOptions = [],
    writingItemAt url2: URL, options options2: WritingOptions = [],
    error: UnsafeMutablePointer<E?>?, byAccessor writer: (URL, URL) -> Void
  ) {
    perform(telling: error, [(url1, .exclusive), (url2, .exclusive)]) { writer(url1, url2) }
  }

  /// Writes two items, both held at once; where that can't be had, the accessor isn't called.
  public func coordinate(
    writingItemAt url1: URL, options options1: WritingOptions = [],
    writingItemAt url2: URL, options options2: WritingOptions = [],
    error: Never?, byAccessor writer: (URL, URL) -> Void
  ) {
    perform(telling: nowhere, [(url1, .exclusive), (url2, .exclusive)]) { writer(url1, url2) }
  }

  /// Holds many items at once, for coordinations within the accessor, which then need not wait. They
  /// are held until what the accessor is handed is called, or nobody has it any more.
  public func prepare<E>(
    forReadingItemsAt readingURLs: [URL], options readingOptions: ReadingOptions = [],
    writingItemsAt writingURLs: [URL], options writingOptions: WritingOptions = [],
    error: UnsafeMutablePointer<E?>?,
    byAccessor batchAccessor: (_ completionHandler: @escaping @Sendable () -> Void) -> Void
  ) {
    let items =
      readingURLs.map { ($0, LockMode.shared) } + writingURLs.map { ($0, LockMode.exclusive) }
    do {
      let access = try access(items.map { try LockRequest($0.0, $0.1) })
      access.perform { batchAccessor { access.end() } }
    } catch let failure {
      error?.pointee = failure as? E
    }
  }

  private func perform<E>(
    telling error: UnsafeMutablePointer<E?>?, _ items: [(URL, LockMode)], _ accessor: () -> Void
  ) {
    do {
      let access = try access(items.map { try LockRequest($0.0, $0.1) })
      defer { access.end() }
      access.perform(accessor)
    } catch let failure {
      error?.pointee = failure as? E
    }
  }

  private var nowhere: UnsafeMutablePointer<CocoaError?>? { nil }
}

extension NSFileCoordinator.ReadingOptions {
  /// What the accessor is handed.
  func place(of url: URL) -> URL {
    contains(.resolvesSymbolicLink) ? url.resolvingSymlinksInPath() : url
  }
}
