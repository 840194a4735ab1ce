import Documents

/// A source and a destination that are no URLs: a shelf in memory.
final class Score: Document {
  actor Shelf {
    var sheets: [String: String] = [:]

    func put(_ sheet: String, as name: String) { sheets[name] = sheet }
    func sheet(_ name: String) -> String? { sheets[name] }
  }

  struct Place: Sendable {
    var shelf: Shelf
    var name: String
  }

  struct Format: DocumentReader, DocumentWriter {
    typealias Snapshot = String
    typealias Source = Place
    typealias Destination = Place

    func read(
      from source: sending Place, progress: consuming Subprogress
    ) async throws -> sending String {
      guard let sheet = await source.shelf.sheet(source.name) else {
        throw CocoaError(.fileReadNoSuchFile)
      }
      return sheet
    }

    func write(
      snapshot: sending String, to destination: sending Place, previous: sending String?,
      progress: consuming Subprogress
    ) async throws {
      await destination.shelf.put(snapshot, as: destination.name)
    }
  }

  static let readableContentTypes: [UTType] = [.data]

  @MainActor var notes = ""

  func reader(configuration: sending ReadConfiguration) -> sending Format { Format() }
  func writer(configuration: sending WriteConfiguration) -> sending Format { Format() }

  @MainActor func apply(snapshot: sending String, previous: sending String?) async throws {
    notes = snapshot
  }

  @MainActor func snapshot(contentType: UTType) async throws -> sending String { notes }
}
