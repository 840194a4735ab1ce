import Control
import Testing

/// Documents that readers reject or can't follow: their bytes stay, and status says why.
@Suite struct SharedReadTests {
  private static let hasCases = !SharedCase.all(["JSN"], modes: ["parse", "parse-gen"]).isEmpty

  @Test(
    .enabled(if: hasCases, "the hard cases are not beside the checkout"),
    arguments: ["live", "at start"])
  func `odd JSON is told by its verdict and stays as it is`(when: String) async throws {
    let hard = try #require(SharedCase("JSN-19"))
    try await DaemonUnderTest.run(prepare: { daemon in
      if when == "at start" { try await daemon.shell(hard.fill(from: "files")) }
    }) { daemon in
      if when == "live" { try await daemon.shell(hard.fill(from: "files")) }
      let files = try hard.tree("files")
      try await daemon.waitUntil("all are known") {
        try daemon.known() == files.mapValues { digest(of: $0) }
      }
      let documents = try daemon.documents()
      for (name, verdict) in try #require(hard.rules.verdicts) {
        let state = documents[WirePath(name)]?.state
        switch verdict {
        case "invalid", "not-utf8":
          #expect(state == .unreadable, "\(name)")
          #expect(documents[WirePath(name)]?.hold?.isEmpty == false)
        case "invalid-text": #expect(state == .unreadable || state == .normal, "\(name)")
        default: #expect(state == .normal, "\(name)")
        }
      }
      #expect(try daemon.tree().files == files)
      #expect(try daemon.library().unreadable >= 7)
    }
  }

  @Test(.enabled(if: hasCases, "the hard cases are not beside the checkout"))
  func `deep JSON ends nothing, not even when it is edited`() async throws {
    let hard = try #require(SharedCase("JSN-21"))
    let generate = "sh '\(hard.path("gen.sh"))' \"$D\""
    try await DaemonUnderTest.run(prepare: { try await $0.shell(generate) }) { daemon in
      #expect(try daemon.known() == (try daemon.tree().digests))
      let tooDeep = try daemon.documents()[WirePath("deep-array-100000.json")]
      #expect(tooDeep?.state == .unreadable)
      #expect(tooDeep?.hold?.contains("deep") == true)
      try await daemon.shell(
        "for i in *.json; do echo >> $i; done; cp deep-array-1000.json new.json")
      try await daemon.waitUntil("the edits are known") {
        try daemon.known() == (try daemon.tree().digests)
      }
      for name in try daemon.names() {
        _ = try daemon.ask(ExplainDocument.self, Wire.OfDocument(path: WirePath(name)))
      }
      try await daemon.shell("\"$COLLATE\" diff deep-array-100000.json > /dev/null")
      try await daemon.shell("\"$COLLATE\" status > /dev/null")
    }
  }
}
