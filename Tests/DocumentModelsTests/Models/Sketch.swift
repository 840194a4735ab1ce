import Documents

/// Snapshots that are objects and not `Sendable`: each is made to be given away.
@MainActor
final class Sketch: Document {
  final class Drawing {
    var strokes: [[Int]]

    init(strokes: [[Int]]) {
      self.strokes = strokes
    }
  }

  typealias Snapshot = Drawing

  nonisolated static let readableContentTypes: [UTType] = [.commaSeparatedText]

  private(set) var strokes: [[Int]] = []
  private(set) var lastCount: Int?

  func draw(_ stroke: [Int]) { strokes.append(stroke) }

  nonisolated func reader(
    configuration: sending ReadConfiguration
  ) -> sending FileWrapperDocumentReader<Drawing> {
    .init(configuration) { file in
      let lines = String(decoding: file.regularFileContents ?? Data(), as: UTF8.self)
        .split(separator: "\n")
      let drawing = Drawing(strokes: [])
      for line in lines {
        let numbers = line.split(separator: ",").map { Int($0) }
        guard !numbers.contains(nil) else { throw CocoaError(.fileReadCorruptFile) }
        drawing.strokes.append(numbers.compactMap { $0 })
      }
      return drawing
    }
  }

  nonisolated func writer(
    configuration: sending WriteConfiguration
  ) -> sending FileWrapperDocumentWriter<Drawing> {
    .init(configuration) { drawing, _ in
      let lines = drawing.strokes.map { $0.map(String.init).joined(separator: ",") }
      return FileWrapper(regularFileWithContents: Data(lines.joined(separator: "\n").utf8))
    }
  }

  func apply(snapshot: sending Drawing, previous: sending Drawing?) async throws {
    strokes = snapshot.strokes
    lastCount = previous?.strokes.count
  }

  func snapshot(contentType: UTType) async throws -> sending Drawing {
    Drawing(strokes: strokes)
  }
}
