import Engine
import FoundationEssentials

/// A library in the list of those that were added. One directory that is kept by the usual rules is
/// a text in base64 there, as it always was.
struct RememberedLibrary: Codable {
  var shape: LibraryShape

  private enum CodingKeys: String, CodingKey {
    case roots
  }

  init(_ shape: LibraryShape) {
    self.shape = shape
  }

  init(from decoder: any Decoder) throws {
    let roots: [Data]
    do {
      roots = [try decoder.singleValueContainer().decode(Data.self)]
    } catch DecodingError.typeMismatch {
      roots = try decoder.container(keyedBy: CodingKeys.self).decode([Data].self, forKey: .roots)
    }
    shape = LibraryShape(roots: roots.map { Array($0) })
  }

  func encode(to encoder: any Encoder) throws {
    if shape == LibraryShape(roots: Array(shape.roots.prefix(1))), let root = shape.roots.first {
      var container = encoder.singleValueContainer()
      return try container.encode(Data(root))
    }
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(shape.roots.map { Data($0) }, forKey: .roots)
  }
}
