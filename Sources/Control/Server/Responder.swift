/// Answers one call, from any thread.
///
/// The first final answer counts and later ones are passed over. A responder that goes away
/// unanswered answers with an error, so that no client waits for ever.
package final class Responder: Sendable {
  private let exchange: Exchange

  init(_ exchange: Exchange) {
    self.exchange = exchange
  }

  deinit {
    exchange.finish(.failed(message: "the daemon gave no answer to this call; try again"))
  }

  /// The one answer, or the last of several.
  package func reply(_ value: some Encodable & Sendable) {
    exchange.finish(value)
  }

  /// One of several answers; says whether it was taken.
  ///
  /// False means that it was not, since the client is gone, or is behind by more than is kept for
  /// it: then `onDrain` is called when it has caught up, and the same value is to be offered
  /// again. So a stream that moves on only past what was taken never misses anything, never says
  /// anything twice and never piles up. To a client that did not ask for more the value is the
  /// one answer there is, and no further one is taken.
  package func replyMore(_ value: some Encodable & Sendable) -> Bool {
    exchange.offer(value)
  }

  package func fail(_ error: DaemonError) {
    exchange.finish(error)
  }

  /// Sets what is called when a client that was behind has caught up.
  ///
  /// On the server's thread, so it must not block; at once where that has happened already.
  package func onDrain(_ body: @escaping @Sendable () -> Void) {
    exchange.setOnDrain(body)
  }

  /// Sets what is called when the client has gone before the last answer.
  ///
  /// On the server's thread, so it must not block; at once where that has happened already.
  package func onClose(_ body: @escaping @Sendable () -> Void) {
    exchange.setOnClose(body)
  }

  /// Whether the client is gone, so that work for it can stop.
  package var isClosed: Bool { exchange.isGone }
}
