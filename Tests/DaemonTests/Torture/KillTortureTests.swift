import Control
import LinuxSystem
import TestSupport
import Testing

@Suite struct KillTortureTests {
  @Test func `nothing that was complete while the daemon ran is lost, however often it is killed`()
    async throws
  {
    let seed = TortureLength.seed()
    let edits = TortureLength.count(usually: 400, full: 5000)
    try await DaemonUnderTest.run(
      .init(startsAtOnce: false),
      prepare: { try await $0.shell(#"mkdir "$D/folder""#) }
    ) { daemon in
      let diary = Diary()
      try await withThrowingTaskGroup(of: Bool.self) { group in
        group.addTask {
          try await killAgainAndAgain(daemon, diary, SeededChance(seed: seed))
          return false
        }
        for writer in 0..<4 {
          group.addTask {
            try await Writer(daemon, diary, number: writer, seed: seed).save(edits / 4)
            return true
          }
        }
        var ended = 0
        while ended < 4, let isWriter = try await group.next() { ended += isWriter ? 1 : 0 }
        group.cancelAll()
        while let _ = try await group.next() {}
      }
      try await daemon.start()
      try await daemon.waitUntilSettled()
      let kept = try daemon.keptDigests(alsoOf: Writer.allDocuments)
      let lost = diary.due.filter { !kept.contains($0.digest) }
      #expect(lost.isEmpty, "seed \(seed): \(lost)")
      #expect(diary.due.count > edits / 4, "seed \(seed): hardly anything was to be kept")
      #expect(try daemon.damage() == [], "seed \(seed)")
      #expect(try await daemon.leftovers() == "", "seed \(seed)")
    }
  }
}

/// Starts and kills the daemon until the task is cancelled; then it doesn't run.
private func killAgainAndAgain(
  _ daemon: DaemonUnderTest, _ diary: Diary, _ chance: SeededChance
) async throws {
  var chance = chance
  while !Task.isCancelled {
    // The writers may end meanwhile, and still it is waited for.
    try await Task { try await daemon.start() }.value
    diary.daemonRuns()
    _ = try? await Task.sleep(for: .milliseconds([150, 500, 900, 1500, 2600][chance.below(5)]))
    diary.daemonEnds()
    try await Task { try await daemon.kill() }.value
    _ = try? await Task.sleep(for: .milliseconds(chance.below(250)))
  }
}

/// Saves its own documents in all ways there are, and writes down what it did.
private struct Writer {
  static let allDocuments: [String] = (0..<20).map { number in
    let ending = ["md", "txt", "json", "bin"][number % 4]
    return number < 16 ? "document \(number).\(ending)" : "folder/paper \(number).md"
  }

  private let daemon: DaemonUnderTest
  private let diary: Diary
  private let number: Int
  private var chance: SeededChance

  init(_ daemon: DaemonUnderTest, _ diary: Diary, number: Int, seed: UInt64) {
    self.daemon = daemon
    self.diary = diary
    self.number = number
    chance = SeededChance(seed: seed &+ UInt64(number + 1) &* 1_000_003)
  }

  func save(_ count: Int) async throws {
    var writer = self
    for edit in 0..<count { try await writer.saveOne(edit) }
  }

  private mutating func saveOne(_ edit: Int) async throws {
    let path = Self.allDocuments[number + 4 * chance.below(5)]
    let content = newContent(of: path, edit)
    diary.beginSave(of: path)
    if chance.oneIn(7), diary.isUp {
      saveOverSocket(content, path)
      return
    }
    let pattern = WayOfSaving.allCases[chance.below(WayOfSaving.allCases.count)]
    let isInFolder = path.hasPrefix("folder/")
    let directory = try daemon.folder.directory.openDirectory(
      Array(("documents" + (isInFolder ? "/folder" : "")).utf8))
    let name = isInFolder ? String(path.dropFirst("folder/".count)) : path
    try await pattern.save(content, as: name, in: directory, &chance)
    let saved = diary.completed(digest(of: content), of: path, "\(pattern)")
    try await rest(saved, path, digest(of: content))
  }

  /// Leaves the version standing for a while: until it is seen, or for hardly a moment.
  private mutating func rest(_ saved: Int, _ path: String, _ digest: String) async throws {
    if chance.oneIn(2) {
      let deadline = steadyClock() + 1_500_000_000
      while steadyClock() < deadline {
        if isKnown(path, digest) { return diary.saw(saved) }
        try await Task.sleep(for: .milliseconds(10))
      }
    } else {
      try await Task.sleep(for: .milliseconds([0, 5, 30, 300][chance.below(4)]))
    }
  }

  private func isKnown(_ path: String, _ digest: String) -> Bool {
    do throws(ClientError) {
      return try daemon.ask(GetDocument.self, Wire.OfDocument(path: WirePath(path)))
        .document.digest == digest
    } catch {
      // It has been killed, or hasn't seen the document.
      return false
    }
  }

  private func saveOverSocket(_ content: [UInt8], _ path: String) {
    do throws(ClientError) {
      let client = try Client(daemon.socket, timeout: .seconds(10))
      let opened = try client.call(OpenDocument.self, Wire.OfDocument(path: WirePath(path)))
      _ = try client.call(
        SaveDocument.self,
        SaveDocument.Parameters(
          path: WirePath(path), opened: opened.digest, content: base64(content)))
      diary.completed(digest(of: content), of: path, "over the socket", wasSeen: true)
    } catch {
      // Killed, or held for a moment: nothing was promised.
    }
  }

  private mutating func newContent(of path: String, _ edit: Int) -> [UInt8] {
    let mark = "\(number)-\(edit)"
    if path.hasSuffix(".json") {
      let items = (0..<chance.below(20)).map { _ in "\(chance.below(99))" }
      return Array(#"{"mark": "\#(mark)", "items": [\#(items.joined(separator: ", "))]}"#.utf8)
    }
    if path.hasSuffix(".bin") {
      return Array(mark.utf8) + (0..<chance.below(3000)).map { _ in UInt8(chance.below(256)) }
    }
    return (0...chance.below(60)).flatMap { line in
      Array("line \(line) of \(mark), \(chance.below(9))\n".utf8)
    }
  }
}
