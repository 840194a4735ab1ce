import Testing

@Suite struct `The rule of imports` {
  let rule = ImportRule(
    targets: [
      .init(name: "Core", modules: []),
      .init(name: "Shell", modules: ["Core"], system: ["Glibc"]),
    ],
    exceptions: [
      .init(path: "Sources/Core/Odd.swift", module: "Glibc", reason: "for the test")
    ])

  func problems(_ path: String, _ text: String) -> [String] {
    rule.problems(in: SwiftSource(path: path, text: text)).map(\.description)
  }

  @Test func `what the table allows is no problem`() {
    #expect(problems("Sources/Shell/A/a.swift", "package import Core\nimport Glibc\n") == [])
  }

  @Test(arguments: [
    "import Glibc", "package import Glibc", "@testable import Glibc", "import struct Glibc.stat",
    "@preconcurrency public import Glibc", "  import  Glibc // said",
  ])
  func `what it does not allow is one, however it is written`(line: String) {
    #expect(
      problems("Sources/Core/a.swift", "\n" + line)
        == ["Sources/Core/a.swift:2: Core may not import Glibc"])
  }

  @Test(arguments: ["// import Glibc", "let a = \"import Glibc\"", "important(Glibc)"])
  func `what is no import is none`(line: String) {
    #expect(problems("Sources/Core/a.swift", line) == [])
  }

  @Test func `a file outside the table is a problem`() {
    #expect(
      problems("Sources/New/a.swift", "")
        == ["Sources/New/a.swift: belongs to no target of the table"])
  }

  @Test func `an exception is for one file, and is gone when it is not needed`() {
    let odd = SwiftSource(path: "Sources/Core/Odd.swift", text: "import Glibc")
    #expect(rule.problems(in: odd) == [])
    #expect(rule.unusedExceptions(in: [odd]) == [])
    let plain = SwiftSource(path: "Sources/Core/Odd.swift", text: "")
    #expect(rule.unusedExceptions(in: [plain]).count == 1)
  }

  func problems(inManifest text: String) -> [String] {
    rule.problems(inManifest: SwiftSource(path: "Package.swift", text: text)).map(\.message)
  }

  @Test func `the manifest has the targets in their order`() {
    let good = """
      .target(name: "Core"),
      .executableTarget(
        name: "Shell", dependencies: ["Core"]),
      """
    #expect(problems(inManifest: good) == [])
    let turned = """
      .target(name: "Shell", dependencies: ["Core"]),
      .target(name: "Core"),
      """
    #expect(problems(inManifest: turned) == ["Core does not stand above Shell"])
    #expect(problems(inManifest: ".target(name: \"Core\"),") == ["has no Shell"])
  }
}
