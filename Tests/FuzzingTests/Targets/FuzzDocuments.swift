import DocumentTypes
import Documents
import Reconciliation

/// Any content of any type: read or refused with a reason, compared, and joined to what its own
/// reader accepts.
///
/// The input is a name, the base, and two versions.
func fuzzDocuments(_ bytes: [UInt8]) throws {
  let parts = parts(4, of: bytes)
  let type = DocumentTypeRegistry.builtIn.type(forName: parts[0])
  let (base, ours, theirs) = (parts[1], parts[2], parts[3])
  for content in [base, ours, theirs] {
    if case .unreadable(let reason) = type.inspect(content) {
      try require(!reason.isEmpty, "refused without a reason")
    }
    _ = type.remark(on: content)
  }
  try require(type.changes(from: ours, to: ours).isEmpty, "what is equal is told as changed")
  if ours != theirs {
    try require(!type.changes(from: ours, to: theirs).isEmpty, "a change is told with no words")
  }
  _ = type.suspicion(previous: ours, new: theirs)
  let outcome = type.merge(base: base, ours: ours, theirs: theirs)
  let swapped = type.merge(base: base, ours: theirs, theirs: ours)
  switch (outcome, swapped) {
  case (.merged(let content), .merged(let other)):
    try require(content == other, "the sides swapped, it is joined otherwise")
    let isOneOfThem = content == ours || content == theirs
    try require(
      isOneOfThem || type.inspect(content).isReadable, "joined to what can't be read")
  case (.conflict(let reason), .conflict):
    try require(!reason.isEmpty, "a conflict without a reason")
  case (.merged, .conflict), (.conflict, .merged):
    throw FuzzFinding("the sides swapped, one way is a conflict and the other is not")
  }
}
