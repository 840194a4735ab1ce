import Control
import Foundation
import LinuxSystem
import Synchronization
import Testing

@testable import collate

/// A daemon that says what it was told to, in a folder of its own with one library, `notes`.
final class FakeDaemon {
  let folder: URL
  let service = CannedService()
  private let server: Server

  init() throws {
    let name = "collate-cli-" + String(UInt64.random(in: .min ... .max), radix: 36)
    folder = FileManager.default.temporaryDirectory.appending(path: name)
    try FileManager.default.createDirectory(
      at: folder.appending(path: "notes"), withIntermediateDirectories: true)
    server = try Server(
      ListeningSocket(at: DaemonAddress(bytes(folder.path + "/run/socket"))), service: service,
      identity: ServerIdentity(version: "0.1.0"))
    var library = Samples.library()
    library.root = folder.path + "/notes"
    let status = Samples.status([library])
    service.on(GetStatus.self) { _ in status }
  }

  deinit {
    do {
      try server.stop()
      try FileManager.default.removeItem(at: folder)
    } catch {
      Issue.record(error)
    }
  }

  func stop() throws {
    try server.stop()
  }

  /// Runs the built `collate` in the folder. A word may be written as the shell takes it.
  func collate(
    _ line: String, environment: [String: String] = [:], input: String = ""
  ) throws -> Ended {
    var variables = [
      "COLLATE_SOCKET": folder.path + "/run/socket", "TZ": "UTC", "TMPDIR": folder.path,
      "XDG_STATE_HOME": folder.path + "/state",
    ]
    variables.merge(environment) { $1 }
    return try Ended(
      shell: "\"$COLLATE\" " + line, in: folder, environment: variables, input: input)
  }

  func write(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: folder.appending(path: name))
  }

  func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
  }

  /// The names in the folder that begin so.
  func names(_ prefix: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasPrefix(prefix) }.sorted()
  }
}

/// What became of a command that was run to its end.
struct Ended {
  var code: Int32
  var output: String
  var errors: String
  var rawOutput: Data

  init(
    shell line: String, in folder: URL, environment: [String: String], input: String
  ) throws {
    let streams = try ["in", "out", "err"].map { name in
      let file = folder.appending(path: "stream-\(name)-\(UInt64.random(in: .min ... .max))")
      try Data(name == "in" ? Array(input.utf8) : []).write(to: file)
      return file
    }
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", line]
    process.currentDirectoryURL = folder
    process.environment = ["PATH": "/usr/bin:/bin", "COLLATE": try Self.binary()]
      .merging(environment) { $1 }
    process.standardInput = try FileHandle(forReadingFrom: streams[0])
    process.standardOutput = try FileHandle(forWritingTo: streams[1])
    process.standardError = try FileHandle(forWritingTo: streams[2])
    try process.run()
    process.waitUntilExit()
    code = process.terminationStatus
    rawOutput = try Data(contentsOf: streams[1])
    output = String(decoding: rawOutput, as: UTF8.self)
    errors = String(decoding: try Data(contentsOf: streams[2]), as: UTF8.self)
    for stream in streams { try FileManager.default.removeItem(at: stream) }
  }

  /// The built program, which stands beside the tests.
  private static func binary() throws -> String {
    let tests = try resolvedPath(bytes("/proc/self/exe"))
    let folder = URL(filePath: String(decoding: tests, as: UTF8.self)).deletingLastPathComponent()
    let binary = folder.appending(path: "collate").path
    guard FileManager.default.isExecutableFile(atPath: binary) else {
      throw Failure(.notFound, "there is no built collate beside the tests, at \(binary)")
    }
    return binary
  }
}

/// Answers each method as it was told, and remembers what it was asked.
final class CannedService: DaemonService {
  private typealias Answer = @Sendable (Control.Call, Responder) -> Void

  private let answers = Mutex<[String: Answer]>([:])
  private let calls = Mutex<[String]>([])

  /// The methods that were called, without the interface's name.
  var asked: [String] { calls.withLock { $0 } }

  func on<Method: DaemonMethod & SendableMetatype>(
    _ method: Method.Type,
    _ body: @escaping @Sendable (Method.Parameters) throws(DaemonError) -> Method.Reply
  ) {
    set(method) { call, responder in
      do throws(DaemonError) {
        responder.reply(try body(try call.parameters(of: method)))
      } catch {
        responder.fail(error)
      }
    }
  }

  /// Several answers to one call, then its end.
  func on<Method: DaemonMethod & SendableMetatype>(_ method: Method.Type, pieces: [Method.Reply]) {
    set(method) { call, responder in
      for piece in pieces.dropLast() where call.wantsMore { _ = responder.replyMore(piece) }
      if let last = pieces.last { responder.reply(last) }
    }
  }

  /// Answers as a stream may, at once or later.
  func on<Method: DaemonMethod>(
    _ method: Method.Type, _ answer: @escaping @Sendable (Control.Call, Responder) -> Void
  ) {
    set(method, answer)
  }

  private func set<Method: DaemonMethod>(_ method: Method.Type, _ answer: @escaping Answer) {
    answers.withLock { $0[Method.method] = answer }
  }

  func handle(_ call: Control.Call, responder: Responder) {
    calls.withLock { $0.append(String(call.method.split(separator: ".").last ?? "")) }
    guard let answer = answers.withLock({ $0[call.method] }) else {
      return responder.fail(.methodNotImplemented(call.method))
    }
    answer(call, responder)
  }
}
