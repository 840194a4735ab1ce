/// A call that a service answers.
package struct Call: Sendable {
  /// The full name, with its interface.
  package let method: String
  /// Whether the client takes several replies.
  package let wantsMore: Bool
  package let caller: Caller
  private let message: [UInt8]

  init(_ header: CallHeader, message: [UInt8], caller: Caller) {
    method = header.method
    wantsMore = (header.more ?? false) && !(header.oneway ?? false)
    self.message = message
    self.caller = caller
  }

  /// The parameters; throws `.invalidParameter` with the name of the one that is wrong or missing.
  ///
  /// A large document takes a while, so a service may decode on a thread of its own.
  package func decode<Parameters: Decodable>(
    _ type: Parameters.Type
  ) throws(DaemonError) -> Parameters {
    do {
      let read = try MessageCoding.decode(CallParameters<Parameters>.self, from: message)
      let parameters =
        if let present = read.parameters { present } else {
          try MessageCoding.decode(type, from: Array("{}".utf8))
        }
      if let path = parameters as? any PathCarrying, path.wirePath == nil {
        throw DaemonError.invalidParameter("pathBase64")
      }
      return parameters
    } catch let error as UnreadableMessage {
      throw .invalidParameter(Self.parameter(error.field))
    } catch let error as DaemonError {
      throw error
    } catch {
      throw .invalidParameter("parameters")
    }
  }

  /// The parameters of a known method, as `decode` reads them.
  package func parameters<Method: DaemonMethod>(
    of method: Method.Type
  ) throws(DaemonError) -> Method.Parameters {
    try decode(Method.Parameters.self)
  }

  private static func parameter(_ field: String?) -> String {
    let prefix = "parameters."
    guard let field else { return "parameters" }
    return field.hasPrefix(prefix) ? String(field.dropFirst(prefix.count)) : field
  }
}

/// Who made a call, as the kernel says.
package struct Caller: Hashable, Sendable {
  /// Numbers the connection since the server began; none comes twice.
  package let connection: UInt64
  package let process: Int32
  package let user: UInt32

  package init(connection: UInt64, process: Int32, user: UInt32) {
    self.connection = connection
    self.process = process
    self.user = user
  }
}
