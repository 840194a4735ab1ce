import Testing

@Suite struct `The rules of code` {
  func problems(_ text: String) -> [Int] {
    CodeRule.problems(in: SwiftSource(path: "x.swift", text: text)).map(\.line)
  }

  @Test(arguments: ["let a = try! b()", "let a = b as! C", "fatalError()", "fatalError(\"x\")"])
  func `what ends the program is a problem`(line: String) {
    #expect(problems(line) == [1])
  }

  @Test(arguments: [
    "// never try! this", "let a = \"as!\"", "alias! ", "notFatalError()", "myfatalError()",
  ])
  func `what only looks like it is none`(line: String) {
    #expect(problems(line) == [])
  }

  @Test func `an error that is dropped needs a word`() {
    #expect(problems("let a = try? b()") == [1])
    #expect(problems("let a = try? b() // gone already") == [])
    #expect(problems("// Gone already.\nlet a = try? b()") == [])
    #expect(problems("c() // Gone already.\nlet a = try? b()") == [2])
    #expect(problems("// Gone already.\n\nlet a = try? b()") == [3])
  }

  @Test func `a check that is switched off needs a proof`() {
    #expect(problems("final class A: @unchecked Sendable {}") == [1])
    #expect(problems("/// Behind the mutex.\nfinal class A: @unchecked Sendable {}") == [])
    #expect(problems("nonisolated(unsafe) var a = 1") == [1])
    #expect(problems("// Written before any thread starts.\nnonisolated(unsafe) var a = 1") == [])
  }

  @Test func `what is to be done later is a problem, in comments only`() {
    #expect(problems("// TODO: x\n/// FIXME y\n/* XXX */") == [1, 2, 3])
    #expect(problems("let word = \"TODO\" // TODOs are words") == [])
  }

  @Test func `public is seen as a word`() {
    let source = SwiftSource(
      path: "x.swift", text: "public struct A {}\nlet republic = 1\n// public\npackage var b = 1")
    #expect(CodeRule.problemsOfAccess(in: source).map(\.line) == [1])
  }

  @Test func `waiting is seen`() {
    let source = SwiftSource(
      path: "x.swift", text: "Task.sleep(for: a)\nusleep(1)\nlet sleeping = 1\nasleep(2)")
    #expect(CodeRule.problemsOfWaiting(in: source).map(\.line) == [1, 2])
  }

  @Test func `a long file is a problem unless it is excepted, and needs to be`() {
    let source = SwiftSource(path: "x.swift", text: "1\n2\n3\n")
    #expect(LengthRule(limit: 3).problems(in: source) == [])
    #expect(LengthRule(limit: 2).problems(in: source).count == 1)
    #expect(LengthRule(limit: 2, exceptions: ["x.swift": "a table"]).problems(in: source) == [])
    #expect(
      LengthRule(limit: 3, exceptions: ["x.swift": "a table"]).problems(in: source).count == 1)
  }
}
