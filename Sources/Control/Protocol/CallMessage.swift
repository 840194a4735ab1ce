/// A call as it crosses the socket.
struct CallMessage<Parameters: Encodable>: Encodable {
  var method: String
  var parameters: Parameters
  /// Nil rather than false, since what is nil is left out.
  var more: Bool?
  var oneway: Bool?
}

/// What a call asks for, read before anyone knows what its parameters are.
struct CallHeader: Decodable {
  var method: String
  var more: Bool?
  var oneway: Bool?
}

/// The parameters alone, read once the method is known; nil where the call has none.
struct CallParameters<Parameters: Decodable>: Decodable {
  var parameters: Parameters?
}
