import Reconciliation

/// Two contents and what differs, for a program: the contents whole, the lines as they are shown.
struct ComparedPairReport: Encodable {
  struct Side: Encodable {
    var path: String
    var label: String
    /// In base64.
    var content: String

    init(_ side: ComparedPair.Side) {
      path = side.path
      label = side.label
      content = Content.encoded(side.content)
    }
  }

  var old: Side
  var new: Side
  var diff: [String]

  init(_ pair: ComparedPair) {
    old = Side(pair.old)
    new = Side(pair.new)
    if let members = MemberPairs(pair) {
      diff =
        members.remarks
        + members.pairs.flatMap { member in
          member.header
            + unifiedDiff(old: member.old.content, new: member.new.content).map { harmless($0) }
        }
    } else {
      diff = unifiedDiff(old: pair.old.content, new: pair.new.content).map { harmless($0) }
    }
  }
}
