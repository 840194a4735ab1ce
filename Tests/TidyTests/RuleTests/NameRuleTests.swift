import Testing

@Suite struct `The rule of names` {
  func problems(_ path: String, _ text: String = "") -> Int {
    NameRule.problems(in: SwiftSource(path: path, text: text)).count
  }

  @Test(arguments: [
    "struct FileManager {}", "final class ReadHelper {}", "enum Utils {}", "actor SyncUtil {}",
    "protocol CommonThings {}", "typealias Misc = Int", "indirect enum ManagerOfThings {}",
  ])
  func `a type that is called so is a problem`(line: String) {
    #expect(problems("Sources/A/x.swift", line) == 1)
  }

  @Test(arguments: [
    "extension FileManager {}", "let a = FileManager.default", "struct Utilized {}",
    "struct Commonwealth {}", "// class Helper", "final class UndoManager {}", "class func a() {}",
  ])
  func `others' names, other words and the API's are none`(line: String) {
    #expect(problems("Sources/A/x.swift", line) == 0)
  }

  @Test func `files and folders have names too`() {
    #expect(problems("Sources/A/String+Utils.swift") == 1)
    #expect(problems("Sources/Common/x.swift") == 1)
    #expect(problems("Sources/A/UndoManager.swift") == 0)
    #expect(problems("Tests/A/UndoManagerTests.swift") == 0)
    #expect(problems("Tests/A/FileManagerTests.swift") == 1)
    #expect(problems("Sources/A/Volume+Crash.swift") == 0)
  }
}
