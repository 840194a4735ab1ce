package import FoundationEssentials

/// Where the project's own files are, for tests that read fixtures and sources.
package enum ProjectFolder {
  /// The folder that holds `Package.swift`.
  package static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// A folder under `Fixtures/`.
  package static func fixtures(_ name: String) -> URL {
    root.appending(path: "Fixtures").appending(path: name)
  }

  /// The hard cases, where the checkout has them beside it; tests that need them skip otherwise.
  package static let sharedCases = root.deletingLastPathComponent()
    .appending(path: "shared/cases/inputs")
}
