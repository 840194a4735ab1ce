import Foundation

/// Many runs of git by one shell.
enum GitBatch {
  /// Where git is, if it is installed.
  static let git: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "")
    .split(separator: ":").map { $0 + "/git" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// The clean results; nil for each that git calls a conflict, or can't merge.
  static func merge(
    _ cases: [(base: [UInt8], ours: [UInt8], theirs: [UInt8])]
  ) throws -> [[UInt8]?] {
    let files = cases.map { ["base": $0.base, "ours": $0.ours, "theirs": $0.theirs] }
    let command =
      "git merge-file -p $i.ours $i.base $i.theirs >$i.result 2>/dev/null && : >$i.clean"
    return try withResults(of: command, on: files) { folder, index in
      let isClean = FileManager.default.fileExists(
        atPath: folder.appending(path: "\(index).clean").path)
      guard isClean else { return nil }
      return Array(try Data(contentsOf: folder.appending(path: "\(index).result")))
    }
  }

  /// The lines of each difference, without the file names, and without the headings that git adds
  /// to `@@` lines.
  static func diff(_ cases: [(old: [UInt8], new: [UInt8])]) throws -> [[[UInt8]]] {
    let files = cases.map { ["old": $0.old, "new": $0.new] }
    let command = "git diff --no-index --no-indent-heuristic $i.old $i.new >$i.result"
    return try withResults(of: command, on: files) { folder, index in
      let bytes = Array(try Data(contentsOf: folder.appending(path: "\(index).result")))
      let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      return lines.dropLast().drop { !$0.starts(with: "@@".utf8) }.map(withoutHeading)
    }
  }

  private static func withoutHeading(_ line: ArraySlice<UInt8>) -> [UInt8] {
    guard line.starts(with: "@@".utf8) else { return Array(line) }
    return Array("@@\(String(decoding: line, as: UTF8.self).split(separator: "@@")[0])@@".utf8)
  }

  private static func withResults<Result>(
    of command: String, on cases: [[String: [UInt8]]], _ result: (URL, Int) throws -> Result
  ) throws -> [Result] {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "collate-git-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (index, files) in cases.enumerated() {
      for (role, bytes) in files {
        try Data(bytes).write(to: folder.appending(path: "\(index).\(role)"))
      }
    }
    try run(command, count: cases.count, in: folder)
    return try cases.indices.map { try result(folder, $0) }
  }

  private static func run(_ command: String, count: Int, in folder: URL) throws {
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.currentDirectoryURL = folder
    shell.arguments = [
      "-c", "i=0; while [ $i -lt \(count) ]; do \(command); i=$((i + 1)); done",
    ]
    // A person's settings could change how git compares.
    shell.environment = ProcessInfo.processInfo.environment.merging(
      ["GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null", "HOME": folder.path]
    ) { $1 }
    try shell.run()
    shell.waitUntilExit()
  }
}
