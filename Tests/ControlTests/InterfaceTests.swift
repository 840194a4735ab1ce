import FoundationEssentials
import Testing

@testable import Control

/// The interface's description is the contract; the messages must say what it says.
@Suite struct InterfaceTests {
  private static var methods: [any DaemonMethod.Type] {
    [
      GetStatus.self, ListDocuments.self, GetDocument.self, ExplainDocument.self,
      ListConflicts.self, ResolveConflict.self, ListVersions.self, GetVersion.self,
      RestoreVersion.self, Monitor.self, OpenDocument.self, SaveDocument.self,
      CloseDocument.self, ListActions.self, Undo.self, AddLibrary.self, RemoveLibrary.self,
      Pause.self, Resume.self, Rescan.self, Release.self, Check.self,
    ]
  }

  @Test func `every method of the interface has its messages`() throws {
    let interface = try InterfaceDocument(daemonInterfaceDescription)
    #expect(interface.name == "org.collate.Daemon")
    #expect(
      Set(Self.methods.map { $0.method })
        == Set(interface.methods.keys.map { "org.collate.Daemon." + $0 }))
    #expect(ServedInterface.daemon.name == interface.name)
    #expect(ServedInterface.daemon.methods == Set(interface.methods.keys))
  }

  @Test(arguments: methods.indices)
  func `a method's messages have the interface's fields`(_ index: Int) throws {
    try check(Self.methods[index], in: InterfaceDocument(daemonInterfaceDescription))
  }

  @Test func `what the server answers by itself has the fields of its interface`() throws {
    let service = try InterfaceDocument(serviceInterfaceDescription)
    try check(GetInfo.self, in: service)
    try check(GetInterfaceDescription.self, in: service)
    #expect(ServedInterface.service.methods == ["GetInfo", "GetInterfaceDescription"])
  }

  private func check<Method: DaemonMethod>(
    _ method: Method.Type, in interface: InterfaceDocument
  ) throws {
    let name = String(method.method.dropFirst(interface.name.count + 1))
    let described = try #require(interface.methods[name])
    for isFull in [true, false] {
      try check(
        Method.Parameters.self, try interface.example(described.parameters, isFull: isFull))
      try check(Method.Reply.self, try interface.example(described.reply, isFull: isFull))
    }
  }

  /// Reading and writing again gives the same only where no field is lacking, added or renamed.
  private func check<Value: Codable>(_ type: Value.Type, _ json: String) throws {
    let value = try MessageCoding.decode(type, from: Array(json.utf8))
    let again = try MessageCoding.message(of: value).dropLast()
    #expect(String(decoding: again, as: UTF8.self) == json)
  }
}
