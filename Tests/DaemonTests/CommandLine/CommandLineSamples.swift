import Control

@testable import collate

/// Values that the tests of rendering share.
enum Samples {
  /// Nanoseconds since 1970; `local` gives one and the same time for all.
  static let now: Int64 = 1_796_000_000_000_000_000

  static func moments() -> Moments {
    Moments(now: now, isExact: false) { _ in
      CivilTime(year: 2026, month: 11, day: 30, hour: 14, minute: 5, second: 12, offset: 3600)
    }
  }

  static func places(_ libraries: [String] = ["notes"]) -> Places {
    Places(
      roots: libraries.map { name in
        let path = Array("/home/ann/\(name)".utf8)
        return Places.Root(library: name, path: path, canonical: path)
      }, workingDirectory: Array("/home/ann".utf8))
  }

  static func view(_ libraries: [String] = ["notes"], isVerbose: Bool = false) -> View {
    View(
      paint: Paint(isOn: false), moments: moments(), places: places(libraries),
      isVerbose: isVerbose)
  }

  static func minutesAgo(_ minutes: Int64) -> Int64 { now - minutes * 60_000_000_000 }

  static func digest(_ digit: Character) -> String { String(repeating: digit, count: 64) }

  static func library(_ name: String = "notes") -> Wire.Library {
    Wire.Library(
      name: name, root: WirePath("/home/ann/\(name)"), state: .watching, documents: 98765,
      held: 0, conflicts: 0, unreadable: 0, directories: 1240, directoriesWatched: 1240,
      special: 0, lastEvent: 12, stored: 1_288_490_188, tooLarge: 0)
  }

  static func status(_ libraries: [Wire.Library] = [library()]) -> GetStatus.Reply {
    GetStatus.Reply(
      version: "0.1.0", pid: 4242, started: now - 3 * 86_400_000_000_000, libraries: libraries)
  }

  static func conflict(id: Int64 = 7, library: String = "notes") -> Wire.Conflict {
    Wire.Conflict(
      library: library, id: id, kind: "edit/edit", path: WirePath("plan.md"),
      copy: WirePath("plan (conflict 2026-11-30 14.05.12 nas).md"), base: digest("0"),
      ours: Wire.Side(digest: digest("a"), modified: minutesAgo(5), origin: "laptop"),
      theirs: Wire.Side(digest: digest("b"), modified: minutesAgo(3), origin: "nas"),
      time: minutesAgo(2), reason: "line 3 was changed in both",
      diff: ["@@ -3 +3 @@", "-milk", "+\u{1B}[2Jbread"],
      choices: [.document, .copy, .both, .merged])
  }
}
