package import FoundationEssentials
import Synchronization

/// What a document's file was when it was last read or written, so that a writer, which is made
/// anew for each save, hands the members that are unchanged to whoever makes the next wrapper.
///
/// A session has one for each open document and binds it around every read and write:
///
///     try await FileMemory.$current.withValue(memory) {
///       try await FileMemory.$replaced.withValue(document) { try await writer.write(…) }
///     }
///
/// It binds `replaced` to the document's URL where the writer is given a free name beside it, whose
/// content takes the document's place afterwards: then unchanged members are hard-linked out of the
/// document. It calls `move(to:)` once that is done, and wherever the document is renamed or saved
/// under another name; and where what was written did not take the place, it sets `remembered` back.
/// Without a memory, what stands at the destination is what is remembered.
package final class FileMemory: Sendable {
  /// Of the document that this task reads or writes.
  @TaskLocal package static var current: FileMemory?

  /// The document that takes what this task writes, where that isn't the destination itself.
  @TaskLocal package static var replaced: URL?

  package struct Remembered: Sendable {
    package let location: FileLocation
    /// What the document's reader or writer knows to stand there. What another program did since
    /// it was read is not in it, even where a save has left it in place.
    package let record: FileRecord
  }

  private let state = Mutex<Remembered?>(nil)

  package init() {}

  package var remembered: Remembered? {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  /// Says where the document stands now; wrappers that were read of it follow. Throws a `CocoaError`
  /// where the URL leads to no folder.
  package func move(to url: URL) throws {
    guard let location = remembered?.location else { return }
    location.move(to: try FilePlace(url, for: .read))
  }

  /// Whether the document stands where and as it was when it was last read or written, as far as
  /// can be told without reading contents. Blocks.
  package func isCurrent() throws -> Bool {
    guard let remembered else { return false }
    let place = remembered.location.place
    do {
      return try FileRecord.scan(place)?.matches(remembered.record) ?? false
    } catch {
      throw CocoaError.file(.read, error, at: place.path(of: error))
    }
  }

  /// Remembers what was read, and gives the location for those that were read with it.
  func note(_ record: FileRecord, at place: FilePlace) -> FileLocation {
    state.withLock { state in
      let isSame = state?.location.place == place
      let location = isSame ? state?.location ?? FileLocation(place) : FileLocation(place)
      state = Remembered(location: location, record: record)
      return location
    }
  }
}
