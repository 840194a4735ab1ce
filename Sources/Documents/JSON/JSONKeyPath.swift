import Reconciliation

/// Where a value stands in a document, as a person writes it: `rows.north`, `list[2].done`.
struct JSONKeyPath: Hashable, Sendable, CustomStringConvertible {
  let description: String

  static let root = JSONKeyPath(description: "")

  var isRoot: Bool { description.isEmpty }

  private init(description: String) {
    self.description = description
  }

  func key(_ key: [UInt8]) -> JSONKeyPath {
    let special = Array(".[]\"`".utf8)
    let name = displayed(key)
    let isPlain = !key.isEmpty && !key.contains(where: special.contains)
    let word = isPlain ? name : "\"" + name.replacing("`", with: "\\x60") + "\""
    return JSONKeyPath(description: isRoot ? word : description + "." + word)
  }

  func item(_ index: Int) -> JSONKeyPath {
    JSONKeyPath(description: description + "[\(index)]")
  }
}
