import Testing

@Suite struct `The rules of places` {
  @Test func `the top level`() {
    #expect(PlaceRule.problems(atTopLevel: ["Sources", ".git", "README.md"]) == [])
    #expect(PlaceRule.problems(atTopLevel: ["notes.txt", "Sources"]).map(\.path) == ["notes.txt"])
  }

  @Test func `a fixture that no literal names`() {
    let test = SwiftSource(
      path: "Tests/A/a.swift", text: "let a = fixtures(\"merge\") // watch\nb(\"state/v1\")")
    #expect(
      PlaceRule.problems(ofFixtures: ["merge", "state", "watch"], tests: [test]).map(\.path)
        == ["Fixtures/watch"])
  }

  @Test func `a placeholder beside what has come`() {
    let paths = [
      "Sources/A/Placeholder.swift", "Sources/B/Placeholder.swift", "Sources/B/C/Real.swift",
    ]
    #expect(
      PlaceRule.problems(ofPlaceholders: paths).map(\.path) == ["Sources/B/Placeholder.swift"])
  }

  @Test func `a machine's paths`() {
    for mark in PlaceRule.pathsOfOneMachine {
      let text = "fine\nsee " + mark + "x\n"
      #expect(PlaceRule.problems(inText: text, path: "a").map(\.line) == [2])
    }
    for mark in PlaceRule.hostsOfOneNetwork {
      #expect(PlaceRule.problems(inText: "http://x" + mark, path: "a").count == 1)
    }
    let home = "/home" + "/zoe/x"
    #expect(PlaceRule.problems(inText: home, path: "a").count == 1)
    #expect(PlaceRule.problems(inText: "/home/ada/x, /home/you", path: "a") == [])
    #expect(
      PlaceRule.problems(inText: "~/.local/state, homework/x, framework/, a/work/b", path: "a")
        == [])
  }
}
