import Control
import Foundation
import LinuxSystem
import Reconciliation
import TestSupport

/// The built daemon that keeps a story's directories in agreement, with system calls of its that
/// fail or kill it.
struct SyncUnderTest: Sendable {
  let daemon: DaemonUnderTest
  let story: SyncStory

  /// With a file `inject`, the calls that it names are traced, and fail as it says, or are written
  /// to `calls`. `-D` makes the daemon, not strace, the process that the test knows.
  static func launch(replicas: Int) -> DaemonUnderTest.Launch {
    let roots = SyncStory.directories.prefix(replicas).map { "\"$T/\($0)\"" }
    return DaemonUnderTest.Launch(
      shell: #"""
        if [ -e inject ]; then
          traced=$(cut -d: -f1 inject)
          [ "$traced" = "$(cat inject)" ] && out=calls || inject="-e inject=$(cat inject)"
          exec strace -D -f -qq -o "${out:-/dev/null}" -e "trace=$traced" $inject "$@"
        fi
        exec "$@"
        """#,
      arguments: "sync " + roots.joined(separator: " "), startsAtOnce: false)
  }

  static func run(
    replicas: Int, in base: String? = nil, _ body: (SyncUnderTest) async throws -> Void
  ) async throws {
    try await DaemonUnderTest.run(
      launch(replicas: replicas), in: base,
      prepare: { daemon in
        for name in SyncStory.directories[1..<replicas] {
          try daemon.folder.directory.makeDirectory(Array(name.utf8), mode: 0o755)
        }
      }
    ) { try await body(SyncUnderTest(daemon: $0, story: SyncStory(replicas: replicas))) }
  }

  // MARK: The story

  func perform(_ chapter: Int) throws {
    for deed in story.chapters[chapter].deeds {
      switch deed {
      case .write(let path, let text, let replica): try write(text, to: path, in: replica)
      case .remove(let path, let replica):
        try parent(of: path, in: replica).removeFile(Self.name(of: path))
      case .rename(let old, let new, let replica):
        try parent(of: old, in: replica).rename(
          Self.name(of: old), to: parent(of: new, in: replica), as: Self.name(of: new), .replace)
      }
    }
  }

  private func parent(of path: String, in replica: Int) throws -> Descriptor {
    let folder = SyncStory.directories[replica] + "/" + path
    let slash = folder.lastIndex(of: "/") ?? folder.endIndex
    return try daemon.folder.directory.openDirectory(Array(folder[..<slash].utf8))
  }

  private static func name(of path: String) -> [UInt8] {
    Array(path.utf8.split(separator: UInt8(ascii: "/")).last ?? [])
  }

  private func write(_ text: String, to path: String, in replica: Int) throws {
    let place = "\(SyncStory.directories[replica])/\(path)"
    if let slash = place.lastIndex(of: "/") {
      try makeDirectories(daemon.folder.path(of: String(place[..<slash])), mode: 0o755)
    }
    guard let link = SymbolicLink(decoding: Array(text.utf8)) else {
      try daemon.folder.write(text, to: place, mode: 0o644)
      return
    }
    let parent = try parent(of: path, in: replica)
    let beside = Array(".beside.tmp".utf8)
    try parent.makeSymbolicLink(beside, to: link.target)
    try parent.rename(beside, to: parent, as: Self.name(of: path), .replace)
  }

  func tree(_ replica: Int) throws -> Tree {
    try Tree(of: daemon.folder.path(of: SyncStory.directories[replica]))
  }

  // MARK: What is to be

  /// What is not yet as the chapter's end has it; nil where all is.
  func difference(from chapter: Int) throws -> String? {
    let trees: [Tree]
    do {
      trees = try (0..<story.replicas).map { try tree($0) }
    } catch let error as SystemError where error.errno == .noSuchFile {
      return "something was just removed"
    }
    let first = trees[0]
    for replica in 1..<story.replicas where trees[replica] != first {
      return "\(SyncStory.directories[replica]) holds something else than the first directory: "
        + Self.names(in: trees[replica]) + " and " + Self.names(in: first)
    }
    let expected = story.chapters[chapter]
    var clashes: [String: [String]] = [:]
    var documents: [String: String] = [:]
    for (path, bytes) in first.files {
      let text = String(decoding: bytes, as: UTF8.self)
      let name = Self.original(path.text)
      if expected.clashes[name] != nil {
        clashes[name, default: []].append(text)
      } else {
        documents[path.text] = text
      }
    }
    for path in Set(documents.keys).union(expected.documents.keys).sorted()
    where documents[path] != expected.documents[path] {
      return "\(path) is \(documents[path]?.prefix(200) ?? "not there")"
    }
    for (name, texts) in expected.clashes where clashes[name]?.sorted() != texts.sorted() {
      return "\(name) and its copies are \(clashes[name] ?? [])"
    }
    return nil
  }

  private static func names(in tree: Tree) -> String { "\(tree.files.keys.map(\.text).sorted())" }

  /// The document that a conflict copy is of, else the path itself.
  private static func original(_ path: String) -> String {
    guard let start = path.firstRange(of: " (conflict "), let end = path.lastIndex(of: ")")
    else { return path }
    return String(path[..<start.lowerBound] + path[path.index(after: end)...])
  }

  /// Waits until the chapter's end is reached, and known.
  func waitForEnd(of chapter: Int, _ words: String) async throws {
    var why: String?
    do {
      try await daemon.waitUntil("the chapter's end is reached", within: .seconds(60)) {
        why = try difference(from: chapter)
        guard why == nil, try daemon.library().held == 0 else { return false }
        let known = try daemon.known()
        why = "not all is known"
        return try tree(0).digests.allSatisfy { path, digest in
          path.text.contains(".textbundle/") || known[path] == digest
        }
      }
    } catch {
      throw DaemonTestFailure(description: "\(words), chapter \(chapter): \(why ?? "") \(error)")
    }
  }

  /// Waits until it watches or is dead. Returns whether it is alive.
  func waitUntilWatchingOrDead() async throws -> Bool {
    let deadline = steadyClock() + 20_000_000_000
    while try daemon.isAlive(), steadyClock() < deadline {
      do throws(ClientError) {
        let libraries = try daemon.ask(GetStatus.self).libraries
        if libraries.contains(where: { $0.state == .watching }) { return true }
      } catch {
        // It does not answer yet, or not any more.
      }
      try await Task.sleep(for: .milliseconds(25))
    }
    return try daemon.isAlive()
  }

  /// Waits until the chapter's end is reached or the daemon is dead, or as long as errors may hold
  /// it up. Returns whether it is alive.
  func waitForEndOrDeath(of chapter: Int, within limit: Duration) async throws -> Bool {
    let deadline = steadyClock() + limit.components.seconds * 1_000_000_000
    var quiet = 0
    while steadyClock() < deadline {
      guard try daemon.isAlive() else { return false }
      // What is written down after the last document is in its place is part of it.
      quiet = try difference(from: chapter) == nil ? quiet + 1 : 0
      if quiet > 12 { break }
      try await Task.sleep(for: .milliseconds(50))
    }
    return try daemon.isAlive()
  }

  // MARK: What must hold

  /// What is wrong at the end of a chapter, with the daemon running and nothing failing any more.
  func faults(at chapter: Int) async throws -> [String] {
    var faults: [String] = []
    try await daemon.waitUntilQuiet()
    if let odd = try difference(from: chapter) { faults.append("it did not stay so: \(odd)") }
    let kept = try keptContents()
    for (path, text) in story.written(upTo: chapter) where !isKept(path, text, kept) {
      faults.append("lost, of \(path): \(text.prefix(60))")
    }
    let leftovers = try await leftovers()
    if !leftovers.isEmpty { faults.append("left behind: \(leftovers)") }
    let check = try await daemon.shell(#""$COLLATE" check 2>&1; echo "ended with $?""#)
    if !check.hasSuffix("ended with 0\n") { faults.append("collate check: \(check)") }
    return faults
  }

  /// What Collate left lying about.
  func leftovers() async throws -> String {
    try await daemon.shell(
      #"""
      find "$T/state" \( -path '*/staging/*' -o -path '*/displaced/*' -o -name '.new-*' \)
      for d in documents second third; do
        [ -d "$T/$d" ] && find "$T/$d" -path '*/.collate*' -type f ! -name replica
      done; true
      """#)
  }

  private func isKept(_ path: String, _ text: String, _ kept: Set<[UInt8]>) -> Bool {
    let bytes = Array(text.utf8)
    if kept.contains(bytes) { return true }
    guard path.contains(".textbundle/") else { return false }
    // A package's version is kept as one.
    return kept.contains { !$0.ranges(of: bytes).isEmpty }
  }

  /// Every content that stands in a directory or is in the history of any document.
  private func keptContents() throws -> Set<[UInt8]> {
    var kept: Set<[UInt8]> = []
    for replica in 0..<story.replicas { kept.formUnion(try tree(replica).files.values) }
    var paths = Set(try daemon.documents().keys)
    for (path, _) in story.written(upTo: story.chapters.count - 1) {
      let document = path.contains(".textbundle/") ? "book.textbundle" : path
      paths.insert(WirePath(Array(document.utf8)))
    }
    paths.insert(WirePath(Array("(recovered)".utf8)))
    var digests: Set<String> = []
    for path in paths {
      do throws(ClientError) {
        digests.formUnion(
          try daemon.ask(ListVersions.self, Wire.OfDocument(path: path)).versions.map(\.digest))
      } catch {
        guard case .answered(.noSuchDocument) = error else { throw error }
      }
    }
    for version in digests { kept.insert(try daemon.content(of: version)) }
    return kept
  }
}
