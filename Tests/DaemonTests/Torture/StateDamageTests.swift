import Control
import LinuxSystem
import TestSupport
import Testing

/// What other programs, and disks, may do to the state: it is noticed, said, and costs no document.
@Suite struct StateDamageTests {
  @Test
  func `a state that is removed while it is in use is made anew, and nothing goes into the void`()
    async throws
  {
    try await DaemonUnderTest.run(prepare: { try Self.fill($0) }) { daemon in
      #expect(try daemon.save("saved\n", to: "n1.md", opened: nil).outcome == .conflict)
      try await daemon.shell(#"rm -r "$T"/state/collate/*"#)
      try daemon.write("changed\n", to: "n2.md")
      try await daemon.waitUntil("the loss is said") {
        // Whether it is taken or refused: it is not to go on without a state.
        _ = try daemon.isSaved("saved \(steadyClock())\n", to: "n3.md")
        return try daemon.saysStateWasRemoved()
      }
      let last = "saved at last\n"
      try await daemon.waitUntil("a save is taken") { try daemon.isSaved(last, to: "n3.md") }
      try await daemon.waitUntilSettled()
      #expect(try daemon.events().contains { $0.kind == "damage" })
      try await daemon.kill()
      try await daemon.start()
      try await daemon.waitUntilSettled()
      let kept = try daemon.keptDigests(alsoOf: ["n1.md", "n2.md", "n3.md"])
      for content in ["changed\n", "saved\n", last] {
        #expect(kept.contains(digest(of: content)), "\(content)")
      }
      #expect(try daemon.damage() == [])
    }
  }

  @Test(arguments: ["contents", "journal", "staging", "displaced"])
  func `a part of the state that is removed while it is in use is missed and made anew`(
    part: String
  ) async throws {
    try await DaemonUnderTest.run(prepare: { try Self.fill($0) }) { daemon in
      let before = try daemon.digests()["n1.md"]
      #expect(try daemon.save("saved\n", to: "n1.md", opened: before).outcome == .saved)
      try await daemon.shell(#"rm -r "$T"/state/collate/*/\#(part)"#)
      try daemon.write("changed\n", to: "n2.md")
      try await daemon.waitUntil("the loss is said") {
        try daemon.write("changed again\n", to: "n3.md")
        return try daemon.saysStateWasRemoved()
      }
      try await daemon.waitUntilSettled()
      let opened = try daemon.digests()["n1.md"]
      #expect(try daemon.save("and again\n", to: "n1.md", opened: opened).outcome == .saved)
      #expect(try daemon.damage() == [])
      #expect(try daemon.read("n2.md") == "changed\n")
    }
  }

  @Test func `garbage in the state is set aside and said, and no document is touched`() async throws
  {
    let seed = TortureLength.seed()
    var chance = SeededChance(seed: seed)
    try await DaemonUnderTest.run(prepare: { try Self.fill($0) }) { daemon in
      for round in 0..<TortureLength.count(usually: 8, full: 60) {
        try daemon.write("round \(round)\n", to: "n\(round % 6).md")
        _ = try daemon.save("saved in round \(round)\n", to: "n\((round + 3) % 6).md", opened: nil)
        try await daemon.waitUntilSettled()
        try await daemon.kill()
        let documents = try daemon.contents()
        let what = try await daemon.damageState(&chance)
        try await daemon.start()
        try await daemon.waitUntilSettled()
        #expect(try daemon.contents() == documents, "seed \(seed), round \(round): \(what)")
        _ = try daemon.damage()
        #expect(try daemon.damage() == [], "seed \(seed), round \(round): \(what)")
      }
    }
  }

  @Test func `a content that is damaged while the daemon runs is missed, and kept anew`()
    async throws
  {
    try await DaemonUnderTest.run(prepare: { try Self.fill($0) }) { daemon in
      try await daemon.shell(
        #"""
        for file in "$T"/state/collate/*/contents/0*; do
          head -c "$(stat -c %s "$file")" /dev/zero > "$file"
        done
        """#)
      let document = try daemon.ask(GetDocument.self, Wire.OfDocument(path: WirePath("n1.md")))
      #expect(document.content == base64(Array("start 1\n".utf8)))
      try await daemon.waitUntil("the damage is told") {
        try daemon.events().contains { $0.kind == "damage" }
      }
      _ = try daemon.damage()
      try await daemon.waitUntilSettled()
      try await daemon.waitUntil("what the documents hold is kept again") {
        try daemon.ask(Check.self, Wire.InLibrary()).contents == 6
      }
    }
  }

  @Test(.enabled(if: Rights.canBeBound, "the modes don't bind whoever runs the tests"))
  func `permissions that are taken away cost no document, and are waited for`() async throws {
    let launch = DaemonUnderTest.Launch(shell: #"exec \#(Rights.boundByModes) "$@""#)
    let fill =
      #"mkdir folder; for n in $(seq 5); do echo "start $n" | tee "folder/n$n.md" > "n$n.md"; done"#
    try await DaemonUnderTest.run(launch, prepare: { try await $0.shell(fill) }) { daemon in
      try await daemon.shell("chmod 000 n1.md folder; echo new > n1.md; echo new > folder/n2.md")
      try await daemon.waitUntil("both are held") {
        let holds = try daemon.library().holds
        return Set(holds.map(\.path)).isSuperset(of: ["folder", "n1.md"])
          && holds.allSatisfy { $0.reason.contains("Permission denied") }
      }
      try await daemon.kill()
      try await daemon.start()
      #expect(try daemon.documents().count == 10)
      try await daemon.shell("chmod 644 n1.md; chmod 755 folder")
      try await daemon.waitUntilSettled()
      #expect(try daemon.digests()["folder/n2.md"] == digest(of: "new\n"))
      let kinds = Set(try daemon.events().map(\.kind))
      #expect(kinds.isSubset(of: ["adopted", "held", "changed", "released"]), "\(kinds)")
    }
  }

  private static func fill(_ daemon: DaemonUnderTest) throws {
    for number in 0..<6 { try daemon.write("start \(number)\n", to: "n\(number).md") }
  }
}

extension DaemonUnderTest {
  fileprivate func contents() throws -> [String: [UInt8]] {
    var contents: [String: [UInt8]] = [:]
    for name in try documentNames() { contents[name] = try bytes(of: name) }
    return contents
  }

  fileprivate func saysStateWasRemoved() throws -> Bool {
    let library = try ask(GetStatus.self).libraries.first
    return library?.notes.contains { $0.contains("was removed while") } ?? false
  }

  /// Whether a save was confirmed rather than refused.
  fileprivate func isSaved(_ content: String, to name: String) throws -> Bool {
    do throws(ClientError) {
      _ = try save(content, to: name, opened: nil)
      return true
    } catch {
      guard case .answered = error else { throw error }
      return false
    }
  }

  /// Damages a file of the state, and says how.
  fileprivate func damageState(_ chance: inout SeededChance) async throws -> String {
    let files = try await shell(
      #"find "$T"/state/collate/*/ -type f ! -name lock ! -path '*/damaged/*' | sort"#
    ).split(separator: "\n").map(String.init)
    let file = files[chance.below(files.count)]
    let opened = try openPath(Array(file.utf8), [.readWrite])
    let size = Int(try opened.status().size)
    let place = Int64(chance.below(size + 1))
    let kind = chance.below(5)
    switch kind {
    case 0: try opened.truncate(to: place)
    case 1: try opened.writeAll([UInt8(chance.below(256))], at: place)
    case 2: try opened.writeAll([UInt8](repeating: 0, count: size - Int(place)), at: place)
    case 3: try opened.writeAll((0..<100).map { _ in UInt8(chance.below(256)) }, at: Int64(size))
    default: try opened.writeAll((0..<size).map { _ in UInt8(chance.below(256)) }, at: 0)
    }
    return "damage \(kind) at \(place) of \(file)"
  }
}
