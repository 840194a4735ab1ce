/// What programs in all of a library's replicas have done.
package final class SimulatedPast {
  /// Counts the versions up: no two texts are the same.
  var version = 0
  var ledger = VersionLedger()
  /// What was done, for a story that a person can read.
  package private(set) var story: [String] = []
  package var isTelling = false

  package init() {}

  package func tell(_ line: @autoclosure () -> String) {
    if isTelling { story.append(line()) }
  }

  package var mustSurvive: Set<[UInt8]> { ledger.mustSurvive }
  package var everWritten: Set<[UInt8]> { ledger.everWritten }
}
