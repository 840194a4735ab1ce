import Foundation
import Testing
import TestSupport

@testable import Reconciliation

/// The rules are gitignore's, and git itself says what they mean.
@Suite struct IgnoreAgainstGitTests {
  private static let seeds: [UInt64] =
    ProcessInfo.processInfo.environment["COLLATE_SEED"].flatMap { UInt64($0) }.map { [$0] }
    ?? [1, 2]

  @Test(arguments: seeds)
  func `random rules in folders ignore what git ignores`(seed: UInt64) throws {
    try compare(worldCount: 40, rounds: 8, seed: seed) { "w\($0)" }
  }

  @Test(arguments: seeds)
  func `random rules at the root ignore what git ignores`(seed: UInt64) throws {
    try compare(worldCount: 1, rounds: 16, seed: seed) { _ in "" }
  }

  private func compare(
    worldCount: Int, rounds: Int, seed: UInt64, root: (Int) -> String
  ) throws {
    guard let judge = try GitJudge() else {
      print("skipped: there is no git to compare the ignore rules with")
      return
    }
    var chance = SeededChance(seed: seed)
    var worlds = try (0..<worldCount).map { number in
      try World(at: #require(RelativePath(root(number))), judge: judge, chance: &chance)
    }
    for _ in 0..<rounds {
      for index in worlds.indices { try worlds[index].writeRules(judge, &chance) }
      let verdicts = try judge.rules(for: worlds.flatMap { $0.paths.map(\.path) })
      for world in worlds { world.compare(with: verdicts, seed: seed) }
    }
    try judge.remove()
  }
}

/// One folder with files and rules of its own.
private struct World {
  let root: RelativePath
  private(set) var paths: [(path: RelativePath, isDirectory: Bool)] = []
  private var rules: [RelativePath: [UInt8]] = [:]

  init(at root: RelativePath, judge: GitJudge, chance: inout SeededChance) throws {
    self.root = root
    if !root.isRoot { try judge.makeDirectory(root) }
    try fill(root, depth: 0, judge: judge, chance: &chance)
  }

  private mutating func fill(
    _ directory: RelativePath, depth: Int, judge: GitJudge, chance: inout SeededChance
  ) throws {
    for _ in 0..<(2 + chance.below(4)) {
      let path = try #require(directory.appending(RandomPattern.name(&chance)))
      guard !judge.exists(path) else { continue }
      let isDirectory = depth < 3 && chance.oneIn(2)
      paths.append((path, isDirectory))
      if isDirectory {
        try judge.makeDirectory(path)
        try fill(path, depth: depth + 1, judge: judge, chance: &chance)
      } else {
        try judge.write([], to: path)
      }
    }
  }

  mutating func writeRules(_ judge: GitJudge, _ chance: inout SeededChance) throws {
    for directory in [root] + paths.filter(\.isDirectory).map(\.path) {
      let isHere = directory == root || chance.oneIn(3)
      let content = isHere ? RandomPattern.file(&chance) : []
      rules[directory] = content
      let file = try #require(directory.appending(Array(".gitignore".utf8)))
      try judge.write(content, to: file)
    }
  }

  func compare(with verdicts: [RelativePath: [UInt8]], seed: UInt64) {
    let set = IgnoreSet(
      files: rules.map { IgnoreRules(parsing: $0.value, in: $0.key) }, defaults: .none)
    for (path, isDirectory) in paths {
      let rule = verdicts[path]
      let expected = rule.map { $0.first != UInt8(ascii: "!") } ?? false
      let verdict = set.verdict(for: path, isDirectory: isDirectory)
      guard (verdict != nil) != expected else { continue }
      Issue.record(
        """
        COLLATE_SEED=\(seed): \(path)\(isDirectory ? "/" : "") is \
        \(expected ? "ignored" : "a document") for git, by \(rule.map { displayed($0) } ?? "no rule"); \
        ours: \(verdict?.reason ?? "a document"). Rules: \(described(above: path))
        """)
      return
    }
  }

  private func described(above path: RelativePath) -> String {
    rules.filter { !$0.value.isEmpty && path.isBeneath($0.key) }
      .map { "\($0.key): \(displayed($0.value))" }.sorted().joined(separator: "; ")
  }
}

/// Names and rules from an alphabet so small that they meet.
private enum RandomPattern {
  private static let names = [
    "a", "b", "c", "ab", "abc", "ba", "a.b", "a.c", ".a", "a b", "a ", " a", "[a]", "a]", "a*",
    "\\a", "!a", "#a", "a-b", "-", "é", "A", "0", "a\tb", "aab", "?",
  ]
  private static let pieces = [
    "a", "a", "b", "c", ".", "*", "*", "**", "?", "/", "/", "[ab]", "[!a]", "[^b]", "[a-c]",
    "[[:alpha:]]", "[]a]", "[a\\]]", "\\a", "\\*", "\\ ", " ", "!", "#", "[", "]", "-", "é", "\\",
    "[[:foo:]]", "**/", "/**", "/**/", "[c-a]", "[--0]", "[\\-a]", "[a-]", "[[:digit:]-a]",
    "[[:upper:][:space:]]", "[[a]", "[[:a]", "\t", "***", "[!/]", "[^[:lower:]]", "A", "*.b", "*a",
  ]

  static func name(_ chance: inout SeededChance) -> [UInt8] {
    Array(names[chance.below(names.count)].utf8)
  }

  static func file(_ chance: inout SeededChance) -> [UInt8] {
    var content: [UInt8] = chance.oneIn(8) ? [0xEF, 0xBB, 0xBF] : []
    for _ in 0..<(1 + chance.below(4)) {
      content += documentedLine(&chance) + Array((chance.oneIn(6) ? "\r\n" : "\n").utf8)
    }
    if chance.oneIn(4) { content += documentedLine(&chance) }
    return content
  }

  /// A line that git takes as its manual says. In `a**/b`, with only plain bytes before the stars,
  /// git 2.39 takes `**/` for a component of its own; the manual calls them regular stars.
  private static func documentedLine(_ chance: inout SeededChance) -> [UInt8] {
    while true {
      let line = line(&chance)
      let rule = line.first == UInt8(ascii: "!") ? line.dropFirst() : line[...]
      let plain = rule.prefix { !Array("*?[\\".utf8).contains($0) }
      let rest = rule.dropFirst(plain.count)
      guard let last = plain.last, last != UInt8(ascii: "/"), rest.starts(with: "**".utf8) else {
        return line
      }
    }
  }

  private static func line(_ chance: inout SeededChance) -> [UInt8] {
    var line: [UInt8] = chance.oneIn(4) ? Array("!".utf8) : []
    if chance.oneIn(3) {
      // A path that is there more often than one of random pieces.
      line += name(&chance) + Array((chance.oneIn(2) ? "/" : "").utf8)
      if chance.oneIn(2) { line += name(&chance) }
    } else {
      for _ in 0..<(1 + chance.below(5)) { line += pieces[chance.below(pieces.count)].utf8 }
    }
    if chance.oneIn(5) { line += Array("/".utf8) }
    if chance.oneIn(8) { line += Array("  ".utf8) }
    return line
  }
}
