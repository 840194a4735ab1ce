import Control
import Engine
import Reconciliation
import StateStore
import Synchronization

/// Everyone who follows the events. Each is at a number of its own: what was taken is past, so
/// that nobody misses an event or sees one twice, and a slow one waits for nobody but itself.
final class MonitorHub: Sendable {
  private let subscriptions = Mutex<[ObjectIdentifier: Subscription]>([:])

  func add(_ subscription: Subscription) {
    subscriptions.withLock { $0[ObjectIdentifier(subscription)] = subscription }
  }

  func remove(_ subscription: Subscription) {
    subscriptions.withLock { $0[ObjectIdentifier(subscription)] = nil }
  }

  /// Passes on what was just recorded. On the engine's thread.
  func publish(_ events: [Event], of library: String) {
    let all = subscriptions.withLock { Array($0.values) }
    for subscription in all where subscription.library == library {
      subscription.take(events)
    }
  }
}

/// One client that follows one library's events.
final class Subscription: Sendable {
  let library: String
  private let responder: Responder
  private let engine: EngineThread
  /// The number of the last event that the client took.
  private let cursor: Mutex<UInt64>

  init(_ library: String, after number: UInt64, _ responder: Responder, _ engine: EngineThread) {
    self.library = library
    self.responder = responder
    self.engine = engine
    cursor = Mutex(number)
  }

  /// Offers events that were just recorded, or fetches what lies between.
  func take(_ events: [Event]) {
    let isNext = cursor.withLock { $0 + 1 == events.first?.number }
    if isNext { offer(events) } else { catchUp() }
  }

  /// Offers what was recorded since the client's number, until there is no more or it is behind.
  func catchUp() {
    engine.perform { [self] libraries, _ in
      guard let library = libraries.library(named: library) else { return }
      while true {
        let after = cursor.withLock { $0 }
        let missed = library.store.events(after: after, limit: 256)
        guard let first = missed.first else {
          // The numbers began anew, since the state was lost: the client's means nothing now.
          if after > library.store.lastEvent { responder.fail(library.eventsGone) }
          return
        }
        guard first.number == after + 1 else {
          responder.fail(library.eventsGone)
          return
        }
        guard offer(missed) else { return }
      }
    }
  }

  @discardableResult
  private func offer(_ events: [Event]) -> Bool {
    guard let last = events.last else { return true }
    let message = Wire.Events(events: events.map { Wire.Event($0, library: library) })
    guard responder.replyMore(message) else {
      if !responder.isClosed { responder.onDrain { [self] in catchUp() } }
      return false
    }
    cursor.withLock { $0 = last.number }
    return true
  }
}

extension Service {
  func monitor(_ call: Call, _ responder: Responder) throws(DaemonError) {
    let asked = try call.parameters(of: Monitor.self)
    let wantsMore = call.wantsMore
    perform(in: asked.library, responder) { [engine, monitors] library, _ throws(DaemonError) in
      let after = asked.after.map { UInt64(clamping: $0) } ?? library.store.lastEvent
      if after + 1 < library.store.firstEvent || after > library.store.lastEvent {
        throw library.eventsGone
      }
      guard wantsMore else {
        responder.reply(Wire.Events(events: events(of: library, after: after)))
        return
      }
      let subscription = Subscription(library.name, after: after, responder, engine)
      monitors.add(subscription)
      responder.onClose { monitors.remove(subscription) }
      subscription.catchUp()
    }
  }
}

extension Library {
  /// What a client is told whose number is not among the events that are kept.
  fileprivate var eventsGone: DaemonError { .eventsGone(first: Int64(store.firstEvent)) }
}
