import Testing

@Suite struct `The changelog's form` {
  func problems(_ text: String) -> [Int] { ChangelogRule.problems(in: text).map(\.line) }

  @Test func `a good one`() {
    let text = """
      # Changelog

      ## [Unreleased]

      ### Added

      - One.

      ### Fixed

      - Two,
        over two lines.

      ## [0.2.0] - 2026-11-30

      ### Changed

      - Three.

      ## [0.1.0] - 2026-10-01

      ### Added

      - Four.
      """
    #expect(problems(text) == [])
  }

  @Test(arguments: [
    "## [1.0.0]", "## 1.0.0 - 2026-11-30", "## [1.0] - 2026-11-30", "## [1.0.0] - 30.11.2026",
    "## [1.0.0] - 2026-13-30",
  ])
  func `a version without its number or its date`(heading: String) {
    #expect(problems("# Changelog\n## [Unreleased]\n" + heading) == [3])
  }

  @Test func `without a title, without what is unreleased`() {
    #expect(problems("## [Unreleased]") == [1])
    #expect(problems("# Changelog\n## [1.0.0] - 2026-11-30") == [0])
  }

  @Test func `in the wrong order`() {
    #expect(
      problems("# Changelog\n## [Unreleased]\n## [1.0.0] - 2026-10-01\n## [1.1.0] - 2026-11-01")
        == [4])
    #expect(
      problems("# Changelog\n## [Unreleased]\n### Fixed\n- A.\n### Added\n- B.") == [5])
    #expect(problems("# Changelog\n## [1.0.0] - 2026-10-01\n## [Unreleased]").contains(3))
  }

  @Test func `groups that are unknown, empty or nowhere, and entries outside them`() {
    #expect(problems("# Changelog\n## [Unreleased]\n### News\n") == [3])
    #expect(problems("# Changelog\n## [Unreleased]\n### Added\n") == [3])
    #expect(problems("# Changelog\n## [Unreleased]\n- A.") == [3])
    #expect(problems("# Changelog\n## [Unreleased]\n### Added\n* A.") == [4])
    #expect(problems("# Changelog\n### Added\n- A.\n## [Unreleased]").first == 2)
  }
}
