import Control
import Synchronization

/// An interface small enough to see the server through.
let toyInterfaceDescription = #"""
  # A toy.
  interface org.collate.Toy

  method Echo(text: string) -> (text: string)

  method Where(path: string, pathBase64: ?string) -> (path: string, pathBase64: ?string)

  # Answered when `Release` was called, from another thread.
  method Wait(text: string) -> (text: string)

  method Release() -> ()

  # The numbers from `first` on, each with so many bytes beside it.
  method Count(first: int, last: int, padding: int) -> (number: int, padding: string)

  # Never answered.
  method Forget() -> ()

  method Unknown() -> ()
  """#

enum Echo: DaemonMethod {
  static let method = "org.collate.Toy.Echo"

  struct Parameters: Codable, Sendable {
    var text: String
  }

  typealias Reply = Parameters
}

enum Where: DaemonMethod {
  static let method = "org.collate.Toy.Where"
  typealias Parameters = Wire.OfDocument
  typealias Reply = Wire.OfDocument
}

enum Wait: DaemonMethod {
  static let method = "org.collate.Toy.Wait"
  typealias Parameters = Echo.Parameters
  typealias Reply = Echo.Parameters
}

enum ReleaseAll: DaemonMethod {
  static let method = "org.collate.Toy.Release"
  typealias Parameters = Wire.Nothing
  typealias Reply = Wire.Nothing
}

enum Count: DaemonMethod {
  static let method = "org.collate.Toy.Count"

  struct Parameters: Codable, Sendable {
    var first: Int
    var last: Int
    var padding: Int
  }

  struct Reply: Codable, Sendable {
    var number: Int
    var padding: String
  }
}

enum Forget: DaemonMethod {
  static let method = "org.collate.Toy.Forget"
  typealias Parameters = Wire.Nothing
  typealias Reply = Wire.Nothing
}

enum Unknown: DaemonMethod {
  static let method = "org.collate.Toy.Unknown"
  typealias Parameters = Wire.Nothing
  typealias Reply = Wire.Nothing
}

/// Answers the toy interface.
final class ToyService: DaemonService {
  private struct State {
    var waiting: [(text: String, responder: Responder)] = []
    var handled: [String] = []
    var closed: [UInt64] = []
    var given: [String] = []
  }

  private let state = Mutex(State())

  /// The methods that were called, in order.
  var handled: [String] { state.withLock { $0.handled } }
  /// The connections that were closed, in order.
  var closed: [UInt64] { state.withLock { $0.closed } }
  /// What `Count` streams did: `given 5`, `behind`, `gone`.
  var streamed: [String] { state.withLock { $0.given } }
  var waiting: Int { state.withLock { $0.waiting.count } }

  func handle(_ call: Call, responder: Responder) {
    state.withLock { $0.handled.append(call.method) }
    do {
      try answer(call, responder)
    } catch {
      responder.fail(error)
    }
  }

  func connectionClosed(_ connection: UInt64) {
    state.withLock { $0.closed.append(connection) }
  }

  private func answer(_ call: Call, _ responder: Responder) throws(DaemonError) {
    switch call.method {
    case Echo.method: responder.reply(try call.parameters(of: Echo.self))
    case Where.method: responder.reply(try call.parameters(of: Where.self))
    case Wait.method:
      let text = try call.parameters(of: Wait.self).text
      state.withLock { $0.waiting.append((text, responder)) }
    case ReleaseAll.method:
      release()
      responder.reply(Wire.Nothing())
    case Count.method:
      count(try call.parameters(of: Count.self), responder)
    case Forget.method: break
    default: throw .methodNotImplemented(call.method)
    }
  }

  /// Answers those who wait, the last first.
  func release() {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
    for (text, responder) in waiting.reversed() {
      responder.reply(Echo.Parameters(text: text))
    }
  }

  private func count(_ parameters: Count.Parameters, _ responder: Responder) {
    let counting = Counting(parameters, responder) { [weak self] line in
      self?.state.withLock { $0.given.append(line) }
    }
    responder.onClose { counting.note("gone") }
    responder.onDrain { counting.move() }
    counting.move()
  }
}

/// A stream that moves on only past what was taken.
private final class Counting: Sendable {
  private let parameters: Count.Parameters
  private let responder: Responder
  private let next: Mutex<Int>
  let note: @Sendable (String) -> Void

  init(
    _ parameters: Count.Parameters, _ responder: Responder,
    note: @escaping @Sendable (String) -> Void
  ) {
    self.parameters = parameters
    self.responder = responder
    self.note = note
    next = Mutex(parameters.first)
  }

  func move() {
    next.withLock { next in
      let padding = String(repeating: "x", count: parameters.padding)
      while next < parameters.last {
        guard responder.replyMore(Count.Reply(number: next, padding: padding)) else {
          note("behind \(next)")
          return
        }
        next += 1
      }
      responder.reply(Count.Reply(number: next, padding: padding))
      next += 1
    }
  }
}
