import Control
import LinuxSystem
import TestSupport
import Testing

/// Programs that rewrite documents in every directory of a library as fast as they can, in all the
/// ways in which programs save.
@Suite struct RacingWriterTests {
  @Test(arguments: [2, 3])
  func `of programs that race in every directory, each version is accounted for`(
    replicas: Int
  ) async throws {
    let seconds = TortureLength.count(usually: 3, full: 60)
    try await SyncUnderTest.run(replicas: replicas) { sync in
      let daemon = sync.daemon
      try await daemon.start()
      let places = SyncStory.directories.prefix(replicas).map { "\"$T/\($0)\"" }
      let racer = "\"\(BuiltPrograms.path(of: "racing-writer"))\""
      let logs = (0..<replicas).map { "\"$T/race \($0)\"" }
      let race = (0..<replicas).map {
        "\(racer) write \(places[$0]) \(logs[$0]) \($0) \(seconds) &"
      }
      try await daemon.shell(
        race.joined(separator: "\n") + "\nwait", within: .seconds(seconds + 60))
      try await waitForRest(sync)
      let account = try await daemon.shell(
        "\(racer) account \(logs.joined(separator: " ")) -- \(places.joined(separator: " ")) || true"
      )
      let kept = try keptDigests(daemon)
      let lost = account.split(separator: "\n").filter { line in
        let words = line.split(separator: " ")
        return words.first == "missing" && !kept.contains(String(words[1]))
      }
      let summary = account.split(separator: "\n").prefix { !$0.hasPrefix("missing") }
      if TortureLength.isFull { print("\(replicas) directories: \(summary), lost \(lost.count)") }
      #expect(lost == [], "\(summary)")
      #expect(try number(after: "written", in: account) > 20)
      #expect(try daemon.damage() == [])
      #expect(try await sync.leftovers() == "")
    }
  }

  private func waitForRest(_ sync: SyncUnderTest) async throws {
    var odd: [String] = []
    do {
      try await sync.daemon.waitUntil("all directories hold the same", within: .seconds(180)) {
        odd = try unrest(sync)
        return odd.isEmpty
      }
    } catch {
      throw DaemonTestFailure(description: "\(error): \(odd.prefix(20))")
    }
    try await sync.daemon.waitUntilQuiet()
  }

  /// The documents that are not the same everywhere, or not known as they are.
  private func unrest(_ sync: SyncUnderTest) throws -> [String] {
    let trees: [[WirePath: String]]
    do {
      trees = try (0..<sync.story.replicas).map { try sync.tree($0).digests }
    } catch let error as SystemError where error.errno == .noSuchFile {
      return ["something was just removed"]
    }
    let known = try sync.daemon.known()
    return Set(trees.flatMap(\.keys)).union(known.keys)
      .filter { path in trees.contains { $0[path] != known[path] } }
      .map { path in
        "\(path.text) is \(trees.map { $0[path] ?? "-" }), known as \(known[path] ?? "-")"
      }
  }

  /// Of all versions that any document has or had.
  private func keptDigests(_ daemon: DaemonUnderTest) throws -> Set<String> {
    let client = try Client(daemon.socket, timeout: .seconds(60))
    let names = (0..<3).map { "race \($0).md" } + ["race 2.txt", "race 3.dat", "(recovered)"]
    var kept: Set<String> = []
    for path in try Set(daemon.documents().keys).union(names.map { WirePath(Array($0.utf8)) }) {
      do throws(ClientError) {
        let versions = try client.call(ListVersions.self, Wire.OfDocument(path: path)).versions
        kept.formUnion(versions.map(\.digest))
      } catch {
        guard case .answered(.noSuchDocument) = error else { throw error }
      }
    }
    return kept
  }

  private func number(after word: String, in text: String) throws -> Int {
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix(word + " ") })
    return try #require(Int(line.split(separator: " ").last ?? ""))
  }
}
