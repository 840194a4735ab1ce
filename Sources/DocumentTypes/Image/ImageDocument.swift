package import Documents

/// A picture that is shown and copied, and never changed: of its file only the header is read.
@MainActor @Observable
package final class ImageDocument: Document {
  package nonisolated static let readableContentTypes: [UTType] = [.png, .jpeg]

  private var picture: Picture?

  package nonisolated init() {}

  /// What the header says; nil before a file was read.
  package var info: ImageInfo? { picture?.info }

  /// A picture's header, and its content where it lies.
  package struct Picture: Sendable {
    package let info: ImageInfo
    let contents: FileContents
  }

  // MARK: Reading and writing

  package nonisolated func reader(configuration: sending ReadConfiguration) -> sending Reader {
    Reader()
  }

  package func apply(snapshot: sending Picture, previous: sending Picture?) {
    picture = snapshot
  }

  package func snapshot(contentType: UTType) throws -> sending Picture {
    guard let picture else { throw UnreadableContent(reason: "there is no picture yet") }
    let type: UTType = picture.info.format == .png ? .png : .jpeg
    guard type == contentType else {
      throw UnreadableContent(reason: "a \(picture.info.format.rawValue) is saved as such alone")
    }
    return picture
  }

  package nonisolated func writer(configuration: sending WriteConfiguration) -> sending Writer {
    Writer()
  }

  /// Reads the header alone, whatever the picture's size.
  package struct Reader: DocumentReader {
    @concurrent
    package func read(
      from source: sending URL, progress: consuming Subprogress
    ) async throws -> sending Picture {
      let progress = progress.start(totalCount: 1)
      let contents = try FileContents(url: source)
      let info = try ImageSnapshot.info(of: contents)
      progress.complete(count: 1)
      return Picture(info: info, contents: contents)
    }
  }

  /// Copies the content piece by piece, or not at all where it is there already.
  package struct Writer: DocumentWriter {
    @concurrent
    package func write(
      snapshot: sending Picture, to destination: sending URL, previous: sending Picture?,
      progress: consuming Subprogress
    ) async throws {
      try await snapshot.contents.write(to: destination, progress: progress)
    }
  }
}
