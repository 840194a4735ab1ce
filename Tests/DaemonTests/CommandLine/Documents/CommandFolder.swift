import Foundation
import LinuxSystem
import TestSupport

/// A folder to run the built `collate` in, without a daemon, and with a home of its own, `own`.
final class CommandFolder {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["own", "streams"] {
      try folder.directory.makeDirectory(Array(name.utf8), mode: 0o700)
    }
  }

  var path: String { String(decoding: folder.path, as: UTF8.self) }

  private var environment: [String: String] {
    ["HOME": path + "/own", "TMPDIR": path, "COLLATE_SOCKET": path + "/no-socket", "TZ": "UTC"]
  }

  /// Runs `collate`; words are written as the shell takes them.
  func collate(_ line: String, environment: [String: String] = [:]) throws -> Ended {
    try shell(#""$COLLATE" "# + line, environment: environment)
  }

  /// Runs lines of bash; `$COLLATE` is the built command.
  @discardableResult
  func shell(_ lines: String, environment: [String: String] = [:]) throws -> Ended {
    // The files that take what it prints are no names that tests look at.
    try Ended(
      shell: "cd \"$HOME/..\" && exec bash <<'END'\n\(lines)\nEND",
      in: URL(filePath: path + "/streams"),
      environment: self.environment.merging(environment) { $1 }, input: "")
  }

  /// Starts `collate` and returns its process, which gets signals as one in a terminal does.
  func start(_ line: String) throws -> Int32 {
    let script = "cd \"$HOME/..\" && exec \"$COLLATE\" \(line) >/dev/null 2>said"
    let variables = environment.merging(["COLLATE": BuiltPrograms.path(of: "collate")]) { $1 }
    return try spawn(
      ["/bin/bash", "-c", script].map { Array($0.utf8) },
      environment: variables.map { Array("\($0)=\($1)".utf8) })
  }

  func write(_ text: String, to name: String) throws { try folder.write(text, to: name) }

  func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: path + "/" + name)), as: UTF8.self)
  }

  /// All names, those of the folder's own making aside.
  func names(in subfolder: String = "") throws -> [String] {
    try folder.names(in: subfolder).filter { !["own", "streams", "said"].contains($0) }
  }
}
