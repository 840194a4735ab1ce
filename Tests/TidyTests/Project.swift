import FoundationEssentials
import TestSupport

/// The project's own files, as they are in the checkout.
enum Project {
  /// The Swift files below a folder of the project.
  static func sources(below folder: String) throws -> [SwiftSource] {
    try all.get().filter { $0.path.hasPrefix(folder + "/") }
  }

  /// Read once for all rules.
  private static let all = Result {
    try (paths(below: "Sources") + paths(below: "Tests"))
      .filter { $0.hasSuffix(".swift") }
      .map { path in SwiftSource(path: path, text: try text(path)) }
  }

  /// The files below a folder, relative to the project, sorted; none where there is no folder.
  static func paths(below folder: String) throws -> [String] {
    guard isDirectory(folder) else { return [] }
    let root = ProjectFolder.root.appending(path: folder).path
    return try FileManager.default.subpathsOfDirectory(atPath: root)
      .map { folder + "/" + $0 }
      .filter { !isDirectory($0) }
      .sorted()
  }

  /// What stands at the top level, hidden files included.
  static func topLevel() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: ProjectFolder.root.path).sorted()
  }

  /// The folders right below a folder.
  static func folders(in folder: String) throws -> [String] {
    guard isDirectory(folder) else { return [] }
    let root = ProjectFolder.root.appending(path: folder).path
    return try FileManager.default.contentsOfDirectory(atPath: root)
      .filter { isDirectory(folder + "/" + $0) }
      .sorted()
  }

  static func text(_ path: String) throws -> String {
    let data = try Data(contentsOf: ProjectFolder.root.appending(path: path))
    return String(decoding: data, as: UTF8.self)
  }

  private static func isDirectory(_ path: String) -> Bool {
    var isDirectory = false
    let full = ProjectFolder.root.appending(path: path).path
    return FileManager.default.fileExists(atPath: full, isDirectory: &isDirectory) && isDirectory
  }
}
