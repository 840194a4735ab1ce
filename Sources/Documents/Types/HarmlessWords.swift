import Reconciliation

/// A type's own words, safe to print: what they quote of a document may be anything. Words that are
/// safe already stay as they are.
func harmless(_ words: String) -> String {
  let shown = displayed(words)
  return shown == words.replacing("\\", with: "\\\\") ? words : shown
}
