import Control
import Foundation
import LinuxSystem
import Reconciliation
import StateStore
import TestSupport

extension DaemonUnderTest {
  /// Calls a method over the socket, on a connection of its own.
  func ask<Method: DaemonMethod>(
    _ method: Method.Type, _ parameters: Method.Parameters
  ) throws(ClientError) -> Method.Reply {
    try Client(socket, timeout: .seconds(30)).call(method, parameters)
  }

  func ask<Method: DaemonMethod>(
    _ method: Method.Type
  ) throws(ClientError) -> Method.Reply where Method.Parameters == Wire.Nothing {
    try ask(method, Wire.Nothing())
  }

  /// The state of the only library.
  func library() throws -> Wire.Library {
    guard let library = try ask(GetStatus.self).libraries.first else {
      throw DaemonTestFailure(description: "the daemon keeps no library")
    }
    return library
  }

  /// All documents, by path.
  func documents() throws -> [WirePath: Wire.Document] {
    var documents: [WirePath: Wire.Document] = [:]
    try Client(socket, timeout: .seconds(30)).call(
      more: ListDocuments.self, Wire.InLibrary()
    ) { reply in
      for document in reply.documents {
        if let path = document.wirePath { documents[path] = document }
      }
      return true
    }
    return documents
  }

  /// The digest of each document, by its path as text.
  func digests() throws -> [String: String] {
    var digests: [String: String] = [:]
    for (path, document) in try documents() { digests[path.text] = document.digest ?? "none" }
    return digests
  }

  /// All events after a number, in order.
  func events(after number: Int64 = 0) throws -> [Wire.Event] {
    let client = try Client(socket, timeout: .seconds(30))
    var all: [Wire.Event] = []
    while true {
      let after = all.last?.number ?? number
      let more = try client.call(Monitor.self, Monitor.Parameters(after: after)).events
      if more.isEmpty { return all }
      all += more
    }
  }

  /// The number of the last event so far.
  func lastEvent() throws -> Int64 { try library().lastEvent }

  /// What the store holds of every version that a document had, newest first.
  func versions(of path: WirePath) throws -> [Wire.DocumentVersion] {
    try ask(ListVersions.self, Wire.OfDocument(path: path)).versions
  }

  /// The content of a version that the store holds.
  func content(of digest: String) throws -> [UInt8] {
    let reply = try ask(GetVersion.self, GetVersion.Parameters(digest: digest))
    guard let content = Data(base64Encoded: reply.content) else {
      throw DaemonTestFailure(description: "the content of \(digest) isn't base64")
    }
    return Array(content)
  }

  // MARK: Waiting

  /// Asks again and again until the answer is yes.
  func waitUntil(
    _ what: String, within limit: Duration = .seconds(40),
    _ condition: () async throws -> Bool
  ) async throws {
    let deadline = steadyClock() + limit.nanoseconds
    while try await !condition() {
      guard steadyClock() < deadline else {
        throw DaemonTestFailure(description: "in vain waited \(limit) until \(what)")
      }
      try await Task.sleep(for: .milliseconds(25))
    }
  }

  /// Waits until nothing was reported for a time; then gives what was, after a number.
  func eventsOnceQuiet(
    after number: Int64 = 0, for quiet: Duration = .milliseconds(1500)
  ) async throws -> [Wire.Event] {
    var events = try events(after: number)
    var since = steadyClock()
    while steadyClock() - since < quiet.nanoseconds {
      try await Task.sleep(for: .milliseconds(100))
      let more = try self.events(after: events.last?.number ?? number)
      if more.isEmpty { continue }
      events += more
      since = steadyClock()
    }
    return events
  }
}

/// The SHA-256 of some content, as the daemon writes digests.
func digest(of content: [UInt8]) -> String { SHA256.digest(content).description }

func digest(of content: String) -> String { digest(of: Array(content.utf8)) }

extension Duration {
  fileprivate var nanoseconds: Int64 {
    components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
  }
}
