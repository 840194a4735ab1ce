import Foundation
import Reconciliation

/// Asks `git check-ignore` about the paths of a folder: the judge of the ignore rules.
struct GitJudge {
  /// A repository of its own, removed by `remove`.
  let folder: URL
  private let git: URL

  /// Nil where there is no git.
  init?() throws {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let programs = folders.map { URL(filePath: String($0)).appending(path: "git") }
    guard
      let git = programs.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) })
    else { return nil }
    self.git = git
    folder = FileManager.default.temporaryDirectory
      .appending(path: "collate-ignore-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    _ = try run(["init", "-q"], input: [])
  }

  func remove() throws { try FileManager.default.removeItem(at: folder) }

  func makeDirectory(_ path: RelativePath) throws {
    try FileManager.default.createDirectory(at: url(path), withIntermediateDirectories: true)
  }

  func write(_ content: [UInt8], to path: RelativePath) throws {
    try Data(content).write(to: url(path))
  }

  func exists(_ path: RelativePath) -> Bool {
    FileManager.default.fileExists(atPath: url(path).path)
  }

  /// The rule that git takes for each path, as it stands in the file; nil for none.
  func rules(for paths: [RelativePath]) throws -> [RelativePath: [UInt8]] {
    let output = try run(
      ["check-ignore", "--stdin", "-z", "-v", "-n"], input: paths.flatMap { $0.bytes + [0] })
    // Four fields a path: the file, the line's number, the pattern, the path.
    let fields = output.split(separator: 0, omittingEmptySubsequences: false)
    var rules: [RelativePath: [UInt8]] = [:]
    for start in stride(from: 0, to: fields.count - 3, by: 4) {
      guard let path = RelativePath(Array(fields[start + 3])) else { continue }
      rules[path] = fields[start].isEmpty ? nil : Array(fields[start + 2])
    }
    return rules
  }

  private func url(_ path: RelativePath) -> URL {
    folder.appending(path: String(decoding: path.bytes, as: UTF8.self))
  }

  private func run(_ arguments: [String], input: [UInt8]) throws -> [UInt8] {
    let question = folder.appending(path: ".git-question")
    let answer = folder.appending(path: ".git-answer")
    try Data(input).write(to: question)
    try Data().write(to: answer)
    let process = Process()
    process.executableURL = git
    process.arguments =
      ["-c", "core.excludesFile=", "-c", "core.ignoreCase=false"] + arguments
    process.currentDirectoryURL = folder
    process.environment = [
      "HOME": folder.path, "GIT_CONFIG_NOSYSTEM": "1", "GIT_TEMPLATE_DIR": "",
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "",
    ]
    process.standardInput = try FileHandle(forReadingFrom: question)
    process.standardOutput = try FileHandle(forWritingTo: answer)
    try process.run()
    process.waitUntilExit()
    return [UInt8](try Data(contentsOf: answer))
  }
}
