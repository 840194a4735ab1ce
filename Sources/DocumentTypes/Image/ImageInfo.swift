/// What the header of a picture says.
package struct ImageInfo: Equatable, Sendable {
  package enum Format: String, Sendable {
    case png = "PNG"
    case jpeg = "JPEG"
  }

  package var format: Format
  /// In pixels, as they are stored: before it is turned as `orientation` says.
  package var width: Int
  package var height: Int
  package var bitsPerSample: Int
  /// As Exif numbers it, from 1 to 8; 1 is upright.
  package var orientation = 1
  /// What was written into it, by its name there: `Software`, `Model`, `Comment`.
  package var metadata: [String: String] = [:]

  /// What differs from an earlier one, one line each; empty where nothing does.
  func changes(since previous: ImageInfo) -> [String] {
    var lines: [String] = []
    if format != previous.format {
      lines.append("\(format.rawValue) instead of \(previous.format.rawValue)")
    }
    if (width, height) != (previous.width, previous.height) {
      lines.append(
        "\(width) × \(height) pixels instead of \(previous.width) × \(previous.height)")
    }
    if orientation != previous.orientation { lines.append("turned") }
    let names = Set(metadata.keys).union(previous.metadata.keys).sorted()
    for name in names where metadata[name] != previous.metadata[name] {
      switch (previous.metadata[name], metadata[name]) {
      case (nil, _): lines.append("metadata `\(name)` added")
      case (_, nil): lines.append("metadata `\(name)` removed")
      default: lines.append("metadata `\(name)` changed")
      }
    }
    return lines
  }
}
