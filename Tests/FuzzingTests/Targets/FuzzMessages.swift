@testable import Control

/// What a client sends, in any pieces: whole calls that are read, or refused.
func fuzzMessages(_ bytes: [UInt8]) throws {
  var whole = MessageFraming(limit: 1 << 16)
  var pieces = MessageFraming(limit: 1 << 16)
  whole.append(bytes)
  let messages = try taken(from: &whole)
  var inPieces: [[UInt8]] = []
  var start = 0
  while start < bytes.count {
    let end = min(bytes.count, start + 1 + Int(bytes[start] % 7))
    pieces.append(bytes[start..<end])
    inPieces += try taken(from: &pieces)
    start = end
  }
  try require(inPieces == messages, "in pieces, it is other messages")
  for message in messages { readCall(message) }
}

private func taken(from framing: inout MessageFraming) throws -> [[UInt8]] {
  var messages: [[UInt8]] = []
  do throws(MessageTooLong) {
    while let message = try framing.next() { messages.append(message) }
  } catch {
    // The stream is of no use then.
  }
  return messages
}

private func readCall(_ message: [UInt8]) {
  do throws(UnreadableMessage) {
    let header = try MessageCoding.decode(CallHeader.self, from: message)
    let call = Call(
      header, message: message, caller: Caller(connection: 1, process: 1, user: 1))
    read(
      call,
      [
        AddLibrary.self, Check.self, CloseDocument.self, ExplainDocument.self, GetDocument.self,
        GetStatus.self, GetVersion.self, ListActions.self, ListConflicts.self, ListDocuments.self,
        ListVersions.self, Monitor.self, OpenDocument.self, Pause.self, Release.self,
        RemoveLibrary.self, Rescan.self, ResolveConflict.self, RestoreVersion.self, Resume.self,
        SaveDocument.self, Undo.self,
      ])
  } catch {
    // Refused.
  }
}

private func read(_ call: Call, _ methods: [any DaemonMethod.Type]) {
  for method in methods { read(call, as: method) }
}

private func read<Method: DaemonMethod>(_ call: Call, as method: Method.Type) {
  do throws(DaemonError) {
    _ = try call.parameters(of: method)
  } catch {
    // Refused.
  }
}
