import Documents
import Foundation
import LinuxSystem
import TestSupport

/// A folder for one test, with a package in it.
struct PackageFolder {
  let folder: TemporaryFolder
  var directory: URL { URL(filePath: String(decoding: folder.path, as: UTF8.self)) }
  var package: URL { url("Trip.notebook") }

  /// With three pages and a manifest.
  init(in base: String? = nil) throws {
    folder = try TemporaryFolder(in: base)
    for name in ["Trip.notebook", "Trip.notebook/pages"] {
      try folder.directory.place(of: Array(name.utf8)).directory
        .makeDirectory(
          Array(name.split(separator: "/").last.map(String.init)?.utf8 ?? "".utf8), mode: 0o755)
    }
    try folder.write("{}", to: "Trip.notebook/metadata.json", mode: 0o644)
    for page in ["1", "2", "3"] {
      try folder.write("page \(page)", to: "Trip.notebook/pages/\(page).txt", mode: 0o644)
    }
  }

  func url(_ name: String) -> URL { directory.appending(path: name) }

  func status(_ name: String) throws -> FileStatus {
    try folder.directory.status(beneath: Array(name.utf8))
  }

  /// All paths beneath the folder, those of Collate's own included, sorted.
  func paths() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: directory.path).sorted()
  }
}

/// What is done with contents meanwhile.
func counting(_ body: () throws -> Void) rethrows -> FileActivity.Counts {
  let activity = FileActivity()
  try FileActivity.$current.withValue(activity) { try body() }
  return activity.counts
}

func text(_ wrapper: FileWrapper?) -> String? {
  wrapper?.regularFileContents.map { String(decoding: $0, as: UTF8.self) }
}
