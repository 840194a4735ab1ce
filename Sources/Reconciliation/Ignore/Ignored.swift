/// Why a path is no document. Nothing is ever deleted because it is ignored.
package enum Ignored: Hashable, Sendable {
  /// Never a document: a rule of a person's own, or a name that only programs use.
  case always(rule: String)
  /// A name that programs give their temporary files, and people their documents too. It is left
  /// alone only while a document with the plain name stands beside it, or until it has lain still
  /// for the settle time: the engine decides.
  case provisional(rule: String)

  package var isProvisional: Bool {
    if case .provisional = self { true } else { false }
  }

  /// Names the rule, for `collate explain`.
  package var reason: String {
    switch self {
    case .always(let rule): "ignored by " + rule
    case .provisional(let rule): "looks like a temporary file: " + rule
    }
  }
}
