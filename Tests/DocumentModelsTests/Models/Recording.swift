import Documents

/// An actor for everything that has to do with sound.
@globalActor
actor StudioActor {
  static let shared = StudioActor()

  private(set) var checked = 0

  func check(_ count: Int) { checked += count }
}

/// The tape belongs to another global actor than the main one.
@StudioActor
final class Tape {
  var samples: [UInt8] = []

  nonisolated init() {}

  func replace(_ samples: [UInt8]) { self.samples = samples }
}

/// A document whose state lives on an actor of its own; what the main actor is asked for hops there.
final class Recording: Document, Sendable {
  static let readableContentTypes: [UTType] = [.audio]
  static let writableContentTypes: [UTType] = [.audio, .data]

  let tape = Tape()

  func reader(
    configuration: sending ReadConfiguration
  ) -> sending FileWrapperDocumentReader<[UInt8]> {
    FileWrapperDocumentReader(configuration) { file in
      let samples = try [UInt8](file.contents())
      await StudioActor.shared.check(samples.count)
      return samples
    }
  }

  func apply(snapshot: sending [UInt8], previous: sending [UInt8]?) async throws {
    await tape.replace(snapshot)
  }

  func snapshot(contentType: UTType) async throws -> sending [UInt8] {
    await tape.samples
  }

  func writer(
    configuration: sending WriteConfiguration
  ) -> sending FileWrapperDocumentWriter<[UInt8]> {
    FileWrapperDocumentWriter(configuration) { samples, _ in
      FileWrapper(regularFileWithContents: Data(samples))
    }
  }
}
