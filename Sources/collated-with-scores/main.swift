import CollateDaemon
import Documents

/// The best result of each player: of two, the higher one stays.
struct Scores: KeyedContent {
  var best: [String: Int] = [:]

  static func joining(base: Scores, ours: Scores, theirs: Scores) -> Scores? {
    Scores(best: ours.best.merging(theirs.best, uniquingKeysWith: max))
  }
}

let scores = UTType(exportedAs: "org.example.scores", conformingTo: .json)  // and so `.scores`
runDaemon(types: [DocumentType(scores, KeyedValue<Scores>.self)])
