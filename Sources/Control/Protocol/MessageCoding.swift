import FoundationEssentials

/// How values become the JSON of a message and come back.
enum MessageCoding {
  /// The value as JSON and the NUL that ends a message.
  static func message(of value: some Encodable) throws(UnsendableValue) -> [UInt8] {
    let encoder = JSONEncoder()
    // Sorted, so that the same value is the same bytes each time.
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    do {
      let json = try encoder.encode(value)
      var bytes: [UInt8] = []
      bytes.reserveCapacity(json.count + 1)
      bytes.append(contentsOf: json)
      bytes.append(0)
      return bytes
    } catch {
      throw UnsendableValue(reason: String(describing: error))
    }
  }

  /// What a message says, as far as the type asks for it.
  static func decode<Value: Decodable>(
    _ type: Value.Type, from message: [UInt8]
  ) throws(UnreadableMessage) -> Value {
    do {
      return try JSONDecoder().decode(type, from: Data(message))
    } catch let error as DecodingError {
      throw UnreadableMessage(error)
    } catch {
      throw UnreadableMessage(field: nil, reason: String(describing: error))
    }
  }
}

/// A value that has no JSON, such as a number that isn't one.
struct UnsendableValue: Error {
  let reason: String
}

/// A message that is not JSON, or lacks what was asked of it.
struct UnreadableMessage: Error {
  /// The field that is missing or wrong; nil where the message as a whole is.
  let field: String?
  let reason: String
}

extension UnreadableMessage {
  init(_ error: DecodingError) {
    let (context, missing): (DecodingError.Context, (any CodingKey)?) =
      switch error {
      case .keyNotFound(let key, let context): (context, key)
      case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .dataCorrupted(let context):
        (context, nil)
      @unknown default: (.init(codingPath: [], debugDescription: "not readable"), nil)
      }
    let path = context.codingPath + [missing].compactMap(\.self)
    field = path.isEmpty ? nil : path.map(\.stringValue).joined(separator: ".")
    reason = context.debugDescription
  }
}
