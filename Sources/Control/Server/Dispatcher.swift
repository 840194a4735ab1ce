/// Takes a message to who answers it: the server itself, the service, or nobody.
struct Dispatcher {
  let service: any DaemonService
  let identity: ServerIdentity
  let limits: ServerLimits
  let mailbox: Mailbox

  /// Begins the call that a message is. Throws where it is none.
  func begin(_ message: [UInt8], from caller: Caller) throws(UnreadableMessage) -> Exchange {
    let header = try MessageCoding.decode(CallHeader.self, from: message)
    let call = Call(header, message: message, caller: caller)
    let exchange = makeExchange(
      wantsMore: call.wantsMore, isOneway: header.oneway ?? false, caller: caller)
    let responder = Responder(exchange)
    do {
      if try !answerItself(call, responder) {
        service.handle(call, responder: responder)
      }
    } catch {
      responder.fail(error)
    }
    return exchange
  }

  /// An exchange for what is no call: its one answer is the error.
  func refuse(_ error: DaemonError, to caller: Caller) -> Exchange {
    let exchange = makeExchange(wantsMore: false, isOneway: false, caller: caller)
    exchange.finish(error)
    return exchange
  }

  private func makeExchange(wantsMore: Bool, isOneway: Bool, caller: Caller) -> Exchange {
    let terms = Exchange.Terms(
      wantsMore: wantsMore, isOneway: isOneway, bound: limits.waiting,
      messageLimit: limits.message)
    return Exchange(terms) { [mailbox] in mailbox.announce(caller.connection) }
  }

  /// False where the call is for the service. Throws where the server has no such method.
  private func answerItself(_ call: Call, _ responder: Responder) throws(DaemonError) -> Bool {
    guard let dot = call.method.lastIndex(of: ".") else {
      throw .interfaceNotFound(call.method)
    }
    let name = String(call.method[..<dot])
    let method = String(call.method[call.method.index(after: dot)...])
    guard let interface = interface(named: name) else { throw .interfaceNotFound(name) }
    guard interface.methods.contains(method) else { throw .methodNotFound(call.method) }
    switch call.method {
    case GetInfo.method: responder.reply(info)
    case GetInterfaceDescription.method:
      let wanted = try call.parameters(of: GetInterfaceDescription.self).interface
      guard let found = self.interface(named: wanted) else { throw .interfaceNotFound(wanted) }
      responder.reply(GetInterfaceDescription.Reply(description: found.description))
    default: return false
    }
    return true
  }

  private func interface(named name: String) -> ServedInterface? {
    ([.service] + identity.interfaces).first { $0.name == name }
  }

  private var info: GetInfo.Reply {
    GetInfo.Reply(
      vendor: identity.vendor, product: identity.product, version: identity.version,
      url: identity.url, interfaces: ["org.varlink.service"] + identity.interfaces.map(\.name))
  }
}
