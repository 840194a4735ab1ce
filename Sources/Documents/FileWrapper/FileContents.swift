public import FoundationEssentials
import LinuxSystem

/// A file's content that is read when it is needed, and of it no more than is needed.
///
/// What was read from disk keeps to that moment: where the file has gone or changed since, reading
/// it is an error instead of another moment's content. Unlike a `FileWrapper` it is a value that
/// can be in a snapshot, so that a package of many pages is opened without reading them.
public struct FileContents: Sendable {
  let content: FileContent

  /// A content in memory.
  public init(_ data: Data) {
    content = .data(data)
  }

  /// The content of the file at a URL, of which nothing is read yet. Throws a `CocoaError` where
  /// there is none.
  public init(url: URL) throws {
    guard let contents = try FileWrapper(url: url).fileContents else {
      throw CocoaError.file(
        .read, .fileReadUnknown, "it is no file.", at: Array(url.path.utf8))
    }
    self = contents
  }

  init(content: FileContent) {
    self.content = content
  }

  /// How many bytes it has.
  public var count: Int {
    switch content {
    case .data(let data): data.count
    case .stored(let stored, _): Int(clamping: stored.status.size)
    }
  }

  /// All of it.
  public func data() throws -> Data { try fileWrapper().contents() }

  /// Some of its bytes; fewer where it ends before.
  public func data(at offset: Int, count: Int) throws -> Data {
    guard offset >= 0, count > 0, offset < self.count else { return Data() }
    let count = min(count, self.count - offset)
    switch content {
    case .data(let data), .stored(_, let data?):
      let start = data.startIndex + offset
      return Data(data[start..<(start + count)])
    case .stored(let stored, nil):
      let place = stored.location.place
      do throws(SystemError) {
        return Data(try stored.open(at: place).read(at: Int64(offset), count: count))
      } catch {
        throw CocoaError.file(.read, error, at: place.path(of: error))
      }
    }
  }

  /// A file with this content, which may be put into a package or written: unchanged content is
  /// linked or cloned, not read.
  public func fileWrapper() -> FileWrapper { FileWrapper(.file(content, mode: nil)) }

  /// Puts a file with this content at a URL, in one step. It passes piece by piece, however large it
  /// is, and not at all where the same is there already. Ends early, with nothing written and
  /// `CancellationError`, where the task is cancelled.
  public func write(to url: URL, progress: consuming Subprogress) async throws {
    let target = try await WritingTarget.find(url)
    _ = try await target.write(.file(content, mode: nil), progress)
  }

  /// Whether both are known to be the same without reading them.
  public func isKnownSame(as other: FileContents) -> Bool {
    switch (content, other.content) {
    case (.data(let one), .data(let other)): one == other
    case (.stored(let one, _), .stored(let other, _)):
      one.path == other.path && one.status == other.status
        && one.location.place == other.location.place
    default: false
    }
  }
}

extension FileWrapper {
  /// A file's content, not read yet where it wasn't; nil where this is no file.
  public var fileContents: FileContents? {
    switch content {
    case .file(let data, let stored?): FileContents(content: .stored(stored, cached: data))
    case .file(let data, nil): FileContents(data ?? Data())
    case .directory, .symbolicLink: nil
    }
  }
}
