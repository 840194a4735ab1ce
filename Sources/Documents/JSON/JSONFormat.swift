/// JSON and what is written in it: notebooks, maps, canvases.
struct JSONFormat: DocumentFormat {
  func read(_ content: [UInt8]) throws(UnreadableContent) -> JSONSnapshot {
    do {
      return try JSONSnapshot(content)
    } catch {
      throw UnreadableContent(reason: error.reason(in: content))
    }
  }

  func write(_ snapshot: JSONSnapshot) -> [UInt8] { snapshot.bytes }
}
