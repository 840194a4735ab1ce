import Testing

@Suite struct `The project` {
  static let imports = ImportRule(targets: house, exceptions: importExceptions)

  @Test func `each target imports only what stands above it`() throws {
    let sources = try Project.sources(below: "Sources")
    #expect(sources.count > 20)
    #expect(sources.flatMap { Self.imports.problems(in: $0) } == [])
    #expect(Self.imports.unusedExceptions(in: sources) == [])
    let manifest = SwiftSource(path: "Package.swift", text: try Project.text("Package.swift"))
    #expect(Self.imports.problems(inManifest: manifest) == [])
  }

  @Test func `names say what is in them`() throws {
    let sources = try Project.sources(below: "Sources") + Project.sources(below: "Tests")
    #expect(sources.flatMap(NameRule.problems) == [])
  }

  @Test func `code hides no error and ends no program`() throws {
    #expect(try Project.sources(below: "Sources").flatMap(CodeRule.problems) == [])
  }

  @Test func `only the two libraries have a public face`() throws {
    let others = try Project.sources(below: "Sources").filter { source in
      !["Documents", "CollateDaemon"].contains { source.path.hasPrefix("Sources/\($0)/") }
    }
    #expect(others.flatMap(CodeRule.problemsOfAccess) == [])
  }

  @Test func `unit tests don't wait for the clock`() throws {
    for folder in [
      "ReconciliationTests", "DocumentTypesTests", "StateStoreTests", "SimulationTests",
    ] {
      let sources = try Project.sources(below: "Tests/" + folder)
      #expect(sources.flatMap(CodeRule.problemsOfWaiting) == [])
    }
  }

  @Test func `a file holds one idea`() throws {
    let rule = LengthRule()
    #expect(try Project.sources(below: "Sources").flatMap(rule.problems) == [])
  }

  @Test func `the changelog keeps its form`() throws {
    #expect(ChangelogRule.problems(in: try Project.text("CHANGELOG.md")) == [])
  }

  @Test func `the top level is small`() throws {
    #expect(PlaceRule.problems(atTopLevel: try Project.topLevel()) == [])
  }

  @Test func `every fixture is used`() throws {
    let folders = try Project.folders(in: "Fixtures")
    let tests = try Project.sources(below: "Tests").filter {
      !$0.path.hasPrefix("Tests/TidyTests/")
    }
    #expect(PlaceRule.problems(ofFixtures: folders, tests: tests) == [])
  }

  @Test func `placeholders go when what they stand for comes`() throws {
    let paths = try Project.paths(below: "Sources") + Project.paths(below: "Tests")
    #expect(PlaceRule.problems(ofPlaceholders: paths) == [])
  }

  @Test func `text knows no machine`() throws {
    var paths = ["Package.swift", "README.md", "CHANGELOG.md"]
    for folder in ["Fixtures", "Sources", "Tests", "systemd", ".ci"] {
      paths += try Project.paths(below: folder)
    }
    let problems = try paths.flatMap { path in
      PlaceRule.problems(inText: try Project.text(path), path: path)
    }
    #expect(problems == [])
  }
}
