import Reconciliation
func mergeLines(base: [UInt8], ours: [UInt8], theirs: [UInt8]) -> MergeOutcome {
  .conflict(reason: "both changed")
}
func changesInWords(old: [UInt8], new: [UInt8]) -> [String] { bytesInWords(old: old, new: new) }
