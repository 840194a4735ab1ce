import Documents
import FoundationEssentials
import LinuxSystem

/// A file of equal bytes, however many: it passes in parts, and is never in memory as a whole.
@MainActor final class Bulk: Document {
  nonisolated static let readableContentTypes: [UTType] = [.data]
  nonisolated static let part = 1 << 20

  /// All of the content that there is to know.
  struct Content: Equatable, Sendable {
    var byte: UInt8
    var count: Int
  }

  var content = Content(byte: 0, count: 0)
  /// Is told of each part that was read or written.
  nonisolated let passed: @MainActor @Sendable () -> Void

  init(_ passed: @escaping @MainActor @Sendable () -> Void) {
    self.passed = passed
  }

  nonisolated func reader(configuration: sending ReadConfiguration) -> sending Reader {
    Reader(passed: passed)
  }

  nonisolated func writer(configuration: sending WriteConfiguration) -> sending Writer {
    Writer(passed: passed)
  }

  func apply(snapshot: sending Content, previous: sending Content?) { content = snapshot }
  func snapshot(contentType: UTType) -> sending Content { content }

  struct Reader: DocumentReader {
    let passed: @MainActor @Sendable () -> Void

    @concurrent func read(
      from source: sending URL, progress: consuming Subprogress
    ) async throws -> sending Content {
      let file = try openPath(Array(source.path.utf8), .readOnly)
      let count = Int(try file.status().size)
      let manager = progress.start(totalCount: count)
      let byte = try file.read(at: 0, count: 1).first ?? 0
      for offset in stride(from: 0, to: count, by: Bulk.part) {
        try Task.checkCancellation()
        let bytes = try file.read(at: Int64(offset), count: Bulk.part)
        guard bytes.first == byte, bytes.last == byte else {
          throw CocoaError(.fileReadCorruptFile)
        }
        manager.complete(count: bytes.count)
        await passed()
      }
      return Content(byte: byte, count: count)
    }
  }

  struct Writer: DocumentWriter {
    let passed: @MainActor @Sendable () -> Void

    @concurrent func write(
      snapshot: sending Content, to destination: sending URL, previous: sending Content?,
      progress: consuming Subprogress
    ) async throws {
      let manager = progress.start(totalCount: snapshot.count)
      let file = try openPath(
        Array(destination.path.utf8), [.writeOnly, .create, .truncate], mode: 0o644)
      let whole = [UInt8](repeating: snapshot.byte, count: Bulk.part)
      for offset in stride(from: 0, to: snapshot.count, by: Bulk.part) {
        try Task.checkCancellation()
        let bytes = min(Bulk.part, snapshot.count - offset)
        try file.writeAll(bytes == Bulk.part ? whole : Array(whole[..<bytes]))
        manager.complete(count: bytes)
        await passed()
      }
    }
  }
}
