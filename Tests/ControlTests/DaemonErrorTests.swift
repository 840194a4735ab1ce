import FoundationEssentials
import Testing

@testable import Control

@Suite struct DaemonErrorTests {
  private static let all: [DaemonError] = [
    .noSuchLibrary("notes"), .whichLibrary(["a", "b"]),
    .noSuchDocument(path: "a.md", message: "gone"), .noSuchVersion(digest: "00"),
    .noSuchConflict(id: 7), .nothingToUndo(message: "nothing"),
    .held(path: "a.md", reason: "locked"), .failed(message: "no space"),
    .eventsGone(first: 9), .interfaceNotFound("org.other"), .methodNotFound("org.a.B"),
    .methodNotImplemented("org.a.C"), .invalidParameter("path"),
  ]

  @Test(arguments: all) func `an error comes back as it was`(_ error: DaemonError) throws {
    let message = try MessageCoding.message(of: ErrorMessage(error)).dropLast()
    let header = try MessageCoding.decode(ReplyHeader.self, from: Array(message))
    #expect(header.error == error)
    #expect(!error.description.isEmpty)
  }

  @Test func `an error has the name and the fields of the interface`() throws {
    let message = try MessageCoding.message(
      of: ErrorMessage(.held(path: "a/é.md", reason: "locked by vim")))
    #expect(
      String(decoding: message.dropLast(), as: UTF8.self)
        == #"{"error":"org.collate.Daemon.Held","parameters":{"path":"a/é.md","#
        + #""reason":"locked by vim"}}"#)
  }

  @Test func `an error that is unknown keeps its name, whatever its fields`() throws {
    let message = Array(#"{"error":"org.collate.Daemon.New","parameters":{"id":"text"}}"#.utf8)
    let header = try MessageCoding.decode(ReplyHeader.self, from: message)
    #expect(header.error == .other(name: "org.collate.Daemon.New"))
  }

  @Test func `an error without parameters is still that error`() throws {
    let message = Array(#"{"error":"org.collate.Daemon.Failed"}"#.utf8)
    let header = try MessageCoding.decode(ReplyHeader.self, from: message)
    #expect(header.error == .failed(message: ""))
  }

  @Test func `every error of the interface is one of these`() throws {
    let interface = try InterfaceDocument(daemonInterfaceDescription)
    let service = try InterfaceDocument(serviceInterfaceDescription)
    let fields = Dictionary(
      uniqueKeysWithValues: Self.all.map(\.wire).map { ($0.name, Set($0.fields.json.keys)) })
    var expected: [String: Set<String>] = [:]
    for document in [interface, service] {
      for (name, parameters) in document.errors {
        expected[document.name + "." + name] = Set(parameters.map(\.name))
      }
    }
    #expect(fields == expected)
  }
}

extension DaemonError.Fields {
  fileprivate var json: [String: String] {
    var fields: [String: String] = [:]
    for child in Mirror(reflecting: self).children {
      guard let label = child.label, case Optional<Any>.some(let value) = child.value else {
        continue
      }
      fields[label] = String(describing: value)
    }
    return fields.filter { $0.value != "nil" }
  }
}
