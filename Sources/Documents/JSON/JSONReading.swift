import FoundationEssentials
import Reconciliation

/// Between JSON values and a program's own types, with errors that say what and where.
enum JSONReading {
  static func decode<Value: Decodable>(
    _ type: Value.Type, from tree: JSONTree
  ) throws(UnreadableContent) -> Value {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let start = tree.nodes[JSONTree.root].start
    do {
      return try decoder.decode(type, from: Data(tree.bytes[start...]))
    } catch let error as DecodingError {
      throw UnreadableContent(reason: reason(error, in: tree))
    } catch {
      throw UnreadableContent(error)
    }
  }

  static func encode(_ value: some Encodable) throws(UnreadableContent) -> JSONValue {
    let encoder = JSONEncoder()
    // Without an order of its own, an encoded object comes in another one each time.
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    do {
      let tree = try JSONTree(
        Array(try encoder.encode(value)), depthLimit: JSONValue.depthLimit)
      return JSONValue(JSONTree.root, of: tree)
    } catch let error as EncodingError {
      throw UnreadableContent(reason: reason(error))
    } catch {
      throw UnreadableContent(error)
    }
  }

  /// A document of a newer format may mean anything: it is left as it is.
  static func refuseNewerVersion(
    in tree: JSONTree, than newest: Int?
  ) throws(UnreadableContent) {
    guard let newest, tree.nodes[JSONTree.root].kind == .object,
      let node = tree.values(of: JSONTree.root)[Array("version".utf8)]
    else { return }
    let text = String(decoding: tree.source(of: node), as: UTF8.self)
    if let version = Int(text), (0...newest).contains(version) { return }
    throw UnreadableContent(
      reason: place(of: node, in: tree)
        + ": format version \(displayed(text)), and the newest that is known here is \(newest); "
        + "it is left as it is")
  }

  /// Which of two is meant would be anyone's guess.
  static func refuseRepeatedKeys(in tree: JSONTree) throws(UnreadableContent) {
    for index in tree.nodes.indices where tree.nodes[index].kind == .object {
      var seen: Set<[UInt8]> = []
      for (key, value) in tree.members(of: index) where !seen.insert(key).inserted {
        throw UnreadableContent(
          reason: place(of: value - 1, in: tree) + ": key `\(displayed(key))` stands twice")
      }
    }
  }

  // MARK: Errors in words

  private static func reason(_ error: DecodingError, in tree: JSONTree) -> String {
    switch error {
    case .keyNotFound(let key, let context):
      return place(context.codingPath, in: tree)
        + ": key `\(path(context.codingPath + [key]))` is missing"
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      let found = words(for: tree.nodes[node(context.codingPath, in: tree)], in: tree)
      return beginning(context, in: tree) + "expected \(words(for: type)), and it is \(found)"
    case .dataCorrupted(let context):
      return beginning(context, in: tree) + displayed(context.debugDescription)
    @unknown default: return displayed("\(error)")
    }
  }

  private static func reason(_ error: EncodingError) -> String {
    switch error {
    case .invalidValue(_, let context):
      return "key `\(path(context.codingPath))` can't be written: "
        + displayed(context.debugDescription)
    @unknown default: return displayed("\(error)")
    }
  }

  private static func beginning(_ context: DecodingError.Context, in tree: JSONTree) -> String {
    let path = path(context.codingPath)
    return place(context.codingPath, in: tree) + ": " + (path.isRoot ? "" : "key `\(path)`: ")
  }

  private static func words(for type: Any.Type) -> String {
    switch type {
    case is String.Type: "a string"
    case is Bool.Type: "true or false"
    case is any BinaryInteger.Type, is any BinaryFloatingPoint.Type: "a number"
    case is [Any].Type: "a list"
    case is [String: Any].Type: "an object"
    default: "\(type)"
    }
  }

  private static func words(for node: JSONNode, in tree: JSONTree) -> String {
    switch node.kind {
    case .object: "an object"
    case .array: "a list"
    case .string, .key: "a string"
    case .number: "a number"
    case .literal: String(decoding: tree.bytes[node.start..<node.end], as: UTF8.self)
    }
  }

  private static func path(_ codingPath: [any CodingKey]) -> JSONKeyPath {
    codingPath.reduce(JSONKeyPath.root) { path, key in
      key.intValue.map { path.item($0) } ?? path.key(Array(key.stringValue.utf8))
    }
  }

  private static func place(_ codingPath: [any CodingKey], in tree: JSONTree) -> String {
    place(of: node(codingPath, in: tree), in: tree)
  }

  /// The last member of a path that is there.
  private static func node(_ codingPath: [any CodingKey], in tree: JSONTree) -> Int {
    var node = JSONTree.root
    for key in codingPath {
      var next: Int?
      switch tree.nodes[node].kind {
      case .object: next = tree.values(of: node)[Array(key.stringValue.utf8)]
      case .array:
        let items = tree.items(of: node)
        next = key.intValue.flatMap { items.indices.contains($0) ? items[$0] : nil }
      case .string, .number, .literal, .key: break
      }
      guard let next else { break }
      node = next
    }
    return node
  }

  private static func place(of node: Int, in tree: JSONTree) -> String {
    let offset = tree.nodes[node].start
    let (line, column) = lineAndColumn(of: offset, in: tree.bytes)
    return "line \(line), column \(column) (byte \(offset))"
  }
}
