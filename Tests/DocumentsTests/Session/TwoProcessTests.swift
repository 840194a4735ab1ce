import Documents
import FoundationEssentials
import LinuxSystem
import TestSupport
import Testing

/// Sessions of two processes on one document, and a shell beside them.
///
/// A few seconds in an ordinary run, a minute with `COLLATE_TORTURE=full`.
@Suite struct TwoProcessTests {
  private static let isFull = environmentVariable("COLLATE_TORTURE") == Array("full".utf8)

  @Test @MainActor func `two sessions and a shell edit one package, and nothing is lost`()
    async throws
  {
    let place = try SessionFolder()
    let path = String(decoding: place.folder.path, as: UTF8.self)
    try place.folder.directory.makeDirectory(Array("Book".utf8), mode: 0o755)
    for number in 0..<10 {
      try place.folder.write("0", to: "Book/a\(number).page")
      try place.folder.write("0", to: "Book/b\(number).page")
    }
    try place.folder.write("", to: "Book/log.txt")
    try place.folder.write("", to: "running")
    let seconds = Self.isFull ? 60 : 3
    let shell = Task.detached {
      try Shell.run(
        """
        i=0
        while test -e running; do i=$((i + 1)); echo "line $i" >> Book/log.txt; sleep 0.01; done
        echo $i > count
        """, in: path)
    }
    async let one: Void = Self.edit("a", path, seconds)
    async let other: Void = Self.edit("b", path, seconds)
    _ = await (one, other)
    try place.folder.directory.removeFile(Array("running".utf8))
    try await shell.value

    let count = try Int((place.folder.read("count") ?? "").dropLast()) ?? 0
    #expect(count > seconds * 20)
    #expect(
      try place.folder.read("Book/log.txt") == (1...count).map { "line \($0)\n" }.joined())
    let session = try await DocumentGroup(makeDocument: { _, _ in Binder() })
      .open(place.url("Book"))
    #expect(session.document.pages.count == 20)
    for peer in ["a", "b"] {
      let last = try place.folder.read(peer) ?? ""
      let pages = session.document.pages.filter { $0.key.hasPrefix(peer) }
      #expect(pages.sorted { $0.key < $1.key }.map(\.value).joined(separator: " ") == last)
    }
    #expect(try place.folder.names() == ["Book", "a", "b", "count"])
  }

  /// Edits pages of its own in a process of its own, and writes down what it left in them.
  private static func edit(_ peer: String, _ path: String, _ seconds: Int) async {
    await #expect(processExitsWith: .success) {
      [peer = peer as String, path = path as String, seconds = seconds as Int] in
      try await PeerSession.run(peer, in: path, for: .seconds(seconds))
    }
  }
}

@MainActor
private enum PeerSession {
  static func run(_ peer: String, in path: String, for time: Duration) async throws {
    let group = DocumentGroup(makeDocument: { _, _ in Binder() })
    group.autosave = AutosavePolicy(quiet: .milliseconds(30), longest: .milliseconds(100))
    group.autosave.firstRetry = .milliseconds(50)
    let session = try await group.open(URL(filePath: path + "/Book"))
    let mine = (0..<10).map { "\(peer)\($0)" }
    var last = Dictionary(uniqueKeysWithValues: mine.map { ($0, "0") })
    let start = ContinuousClock.now
    var count = 0
    while ContinuousClock.now - start < time {
      count += 1
      guard let page = mine.randomElement() else { return }
      // Nothing that it wrote was taken from it.
      for page in mine where session.document.pages[page] != last[page] {
        throw Failure(page: page, found: session.document.pages[page], expected: last[page])
      }
      last[page] = "\(count)"
      session.document.write("\(count)", on: page, session.undoManager)
      try await Task.sleep(for: .milliseconds(10))
    }
    try await session.save()
    try Data(mine.map { last[$0] ?? "" }.joined(separator: " ").utf8)
      .write(to: URL(filePath: "\(path)/\(peer)"))
    // The other may still be at it.
    let other = peer == "a" ? "b" : "a"
    while !FileManager.default.fileExists(atPath: "\(path)/\(other)") {
      try await Task.sleep(for: .milliseconds(10))
    }
    let theirs = String(
      decoding: try Data(contentsOf: URL(filePath: "\(path)/\(other)")), as: UTF8.self)
    for _ in 0..<1000 {
      let pages = (0..<10).map { session.document.pages["\(other)\($0)"] ?? "" }
      if pages.joined(separator: " ") == theirs, !session.hasUnsavedEdits { break }
      try await Task.sleep(for: .milliseconds(10))
    }
    let pages = (0..<10).map { session.document.pages["\(other)\($0)"] ?? "" }
    guard pages.joined(separator: " ") == theirs, session.conflicts.isEmpty else {
      throw Failure(page: other, found: pages.joined(separator: " "), expected: theirs)
    }
    try await session.close()
  }

  struct Failure: Error {
    var page: String
    var found: String?
    var expected: String?
  }
}
