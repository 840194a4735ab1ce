import Engine
import FoundationEssentials

/// A library in the list of those that were added. One directory that is kept by the usual rules is
/// a text in base64 there, as it always was.
struct RememberedLibrary: Codable {
  var shape: LibraryShape

  private enum CodingKeys: String, CodingKey {
    case roots, source, readOnly
  }

  init(_ shape: LibraryShape) {
    self.shape = shape
  }

  init(from decoder: any Decoder) throws {
    do {
      shape = LibraryShape(roots: [Array(try decoder.singleValueContainer().decode(Data.self))])
    } catch DecodingError.typeMismatch {
      let fields = try decoder.container(keyedBy: CodingKeys.self)
      let roots = try fields.decode([Data].self, forKey: .roots)
      let source = try fields.decodeIfPresent(Data.self, forKey: .source)
      let readOnly = try fields.decodeIfPresent([Data].self, forKey: .readOnly) ?? []
      shape = LibraryShape(
        roots: roots.map { Array($0) }, source: source.map { Array($0) },
        readOnly: readOnly.map { Array($0) })
    }
  }

  func encode(to encoder: any Encoder) throws {
    if shape == LibraryShape(roots: Array(shape.roots.prefix(1))), let root = shape.roots.first {
      var container = encoder.singleValueContainer()
      return try container.encode(Data(root))
    }
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(shape.roots.map { Data($0) }, forKey: .roots)
    try fields.encodeIfPresent(shape.source.map { Data($0) }, forKey: .source)
    try fields.encode(shape.readOnly.map { Data($0) }, forKey: .readOnly)
  }
}
