/// A reply as it crosses the socket.
struct ReplyMessage<Parameters: Encodable>: Encodable {
  var parameters: Parameters
  /// Whether more follow; nil rather than false, since what is nil is left out.
  var continues: Bool?
}

/// An error as it crosses the socket.
struct ErrorMessage: Encodable {
  var error: String
  var parameters: DaemonError.Fields

  init(_ error: DaemonError) {
    (self.error, parameters) = error.wire
  }
}

/// What a reply is, read before its parameters are.
struct ReplyHeader: Decodable {
  let continues: Bool
  let error: DaemonError?

  private enum Key: String, CodingKey {
    case continues, error, parameters
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    continues = try fields.decodeIfPresent(Bool.self, forKey: .continues) ?? false
    guard let name = try fields.decodeIfPresent(String.self, forKey: .error) else {
      error = nil
      return
    }
    do {
      let known = try fields.decodeIfPresent(DaemonError.Fields.self, forKey: .parameters)
      error = DaemonError(name: name, fields: known ?? DaemonError.Fields())
    } catch {
      // The error's name counts; a newer daemon's fields may have other types.
      self.error = DaemonError(name: name, fields: DaemonError.Fields())
    }
  }
}

/// The parameters alone, read once it is known that the reply is no error.
struct ReplyParameters<Parameters: Decodable>: Decodable {
  let parameters: Parameters
}
