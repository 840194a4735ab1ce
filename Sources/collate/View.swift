import Control

/// How answers are turned into text: all that their rendering depends on besides themselves.
struct View: Sendable {
  var paint: Paint
  var moments: Moments
  var places: Places
  var isVerbose: Bool

  /// Where something in an answer is, from the working directory where it can be.
  func path(_ item: some PathCarrying, in library: String) -> String {
    places.shown(library: library, item.wirePath, text: item.path)
  }

  /// A digest as people compare them.
  func digest(_ digest: String) -> String {
    harmless((isVerbose ? digest : String(digest.prefix(8))).utf8)
  }

  /// ` --library NAME` where there are several, for commands to copy.
  func libraryOption(_ library: String) -> String {
    Set(places.roots.map(\.library)).count > 1
      ? " --library \(shellQuoted(Array(library.utf8)))" : ""
  }
}
