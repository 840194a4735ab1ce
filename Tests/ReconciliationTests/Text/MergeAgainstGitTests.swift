import Foundation
import Reconciliation
import TestSupport
import Testing

/// Wherever git is clean, so are we, with the same bytes; elsewhere only where one side changed
/// nothing but the layout.
///
/// `COLLATE_SEED` replays one seed; `COLLATE_MERGE_CASES` makes the run longer.
@Suite struct MergeAgainstGitTests {
  @Test(
    .enabled(if: GitBatch.git != nil, "git is not installed, so nothing can be compared with it"),
    arguments: [(limit: 14, count: 500), (limit: 60, count: 200), (limit: 400, count: 40)])
  func `a merge that is clean for git has the same bytes here`(limit: Int, count: Int) throws {
    let environment = ProcessInfo.processInfo.environment
    let seed = environment["COLLATE_SEED"].flatMap(UInt64.init) ?? UInt64(limit)
    let count = environment["COLLATE_MERGE_CASES"].flatMap(Int.init) ?? count
    var seeds = SeededChance(seed: seed)
    let cases = (0..<count).map { _ in
      var texts = RandomTexts(seed: seeds.next())
      return texts.threeVersions(ofLinesBelow: limit)
    }
    let results = try GitBatch.merge(cases)
    try #require(results.count == count)
    var cleanCount = 0
    for (index, (versions, expected)) in zip(cases, results).enumerated() {
      let outcome = mergeLines(
        base: versions.base, ours: versions.ours, theirs: versions.theirs)
      if let expected {
        cleanCount += 1
        #expect(outcome == .merged(expected), "case \(index) of seed \(seed), lines below \(limit)")
      } else if case .merged(let text) = outcome {
        #expect(
          isLayoutJoined(versions, text), "case \(index) of seed \(seed), lines below \(limit)")
      }
    }
    // Were nothing clean, nothing would have been compared.
    #expect(cleanCount > count / 8)
  }

  /// Whether one side only added the final line break, and the result is the other with it.
  private func isLayoutJoined(
    _ versions: (base: [UInt8], ours: [UInt8], theirs: [UInt8]), _ text: [UInt8]
  ) -> Bool {
    let (base, ours, theirs) = versions
    let breaks = [Array("\n".utf8), Array("\r\n".utf8)]
    return breaks.contains { added in
      (ours == base + added && text == theirs + added)
        || (theirs == base + added && text == ours + added)
    }
  }
}

/// Many runs of `git merge-file` by one shell.
private enum GitBatch {
  static let git: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "")
    .split(separator: ":").map { $0 + "/git" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// The clean results; nil for each that git calls a conflict, or can't merge.
  static func merge(
    _ cases: [(base: [UInt8], ours: [UInt8], theirs: [UInt8])]
  ) throws -> [[UInt8]?] {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "collate-merge-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (index, versions) in cases.enumerated() {
      let files = ["base": versions.base, "ours": versions.ours, "theirs": versions.theirs]
      for (role, bytes) in files {
        try Data(bytes).write(to: folder.appending(path: "\(index).\(role)"))
      }
    }
    try run(count: cases.count, in: folder)
    return try cases.indices.map { index in
      let isClean = FileManager.default.fileExists(
        atPath: folder.appending(path: "\(index).clean").path)
      guard isClean else { return nil }
      return Array(try Data(contentsOf: folder.appending(path: "\(index).result")))
    }
  }

  private static func run(count: Int, in folder: URL) throws {
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.currentDirectoryURL = folder
    shell.arguments = [
      "-c",
      """
      i=0
      while [ $i -lt \(count) ]; do
        git merge-file -p $i.ours $i.base $i.theirs >$i.result 2>/dev/null && : >$i.clean
        i=$((i + 1))
      done
      """,
    ]
    // A person's settings could change how git merges.
    shell.environment = ProcessInfo.processInfo.environment.merging(
      ["GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null", "HOME": folder.path]
    ) { $1 }
    try shell.run()
    shell.waitUntilExit()
  }
}
