import LinuxSystem
import TestSupport

extension DaemonUnderTest {
  /// Writes a document in place, in one go.
  func write(_ content: String, to name: String) throws {
    try folder.write(content, to: "documents/" + name, mode: 0o644)
  }

  /// A document's text; what isn't UTF-8 is repaired, and what isn't there throws.
  func read(_ name: String) throws -> String {
    String(decoding: try bytes(of: name), as: UTF8.self)
  }

  func bytes(of name: String) throws -> [UInt8] {
    let file = try folder.directory.openDocument(Array("documents/\(name)".utf8))
    guard let content = try file.readAll(limit: 64 << 20) else {
      throw DaemonTestFailure(description: "\(name) is too large for a test")
    }
    return content
  }

  /// What `stat` says of a document.
  func status(of name: String) throws -> FileStatus {
    try folder.directory.openDirectory(Array("documents".utf8)).status(of: Array(name.utf8))
  }

  /// The names in the directory or a folder of it, sorted bytewise.
  func names(in subfolder: String = "") throws -> [String] {
    try folder.names(in: subfolder.isEmpty ? "documents" : "documents/" + subfolder)
  }

  /// Runs a shell's lines in the directory to their end. `$COLLATE` is the built command; `$T` the
  /// test's folder; `$D` the directory. Gives what it printed on both streams; throws where it
  /// failed, unless a code is expected.
  @discardableResult
  func shell(
    _ lines: String, in place: String = "$D", expecting code: Int32 = 0,
    within limit: Duration = .seconds(120)
  ) async throws -> String {
    let name = "shell-" + String(UInt64.random(in: .min ... .max), radix: 36)
    try folder.write(lines + "\n", to: name)
    let pid = try spawn(
      ["/bin/sh", "-c", #"cd "\#(place)" && exec /bin/bash "$1" >"$1.out" 2>&1 </dev/null"#, "sh"]
        .map { Array($0.utf8) } + [folder.path(of: name)],
      environment: environment)
    var status: ExitStatus?
    do {
      try await waitUntil("this has ended: \(lines)", within: limit) {
        status = try exitStatus(of: pid)
        return status != nil
      }
    } catch {
      try LinuxSystem.send(.kill, to: pid)
      throw error
    }
    let output = try folder.read(name + ".out") ?? "(too much)"
    guard status?.code == code else {
      throw DaemonTestFailure(
        description: "ended with \(status?.code ?? -1), not \(code): \(lines)\n\(output)")
    }
    return output
  }
}
