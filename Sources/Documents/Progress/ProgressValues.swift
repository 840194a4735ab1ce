/// The properties that one manager holds, and what is kept of parts that went.
struct ProgressValues: Sendable {
  private var own: [String: Held] = [:]
  private var kept: [String: Held] = [:]

  /// A value or a summary, with the property that it is of.
  private struct Held: Sendable {
    let property: any ProgressManager.Property.Type
    let content: any Sendable
  }

  /// A value that was set under the same key by another type counts as none.
  subscript<P: ProgressManager.Property>(property: P.Type) -> P.Value {
    get { own[P.key]?.content as? P.Value ?? P.defaultValue }
    set { own[P.key] = Held(property: P.self, content: newValue) }
  }

  /// What the value and all that was kept come to.
  func summary<P: ProgressManager.Property>(of property: P.Type) -> P.Summary {
    var summary = kept[P.key]?.content as? P.Summary ?? P.defaultSummary
    if let value = own[P.key]?.content as? P.Value { P.reduce(into: &summary, value: value) }
    return summary
  }

  /// Keeps what a part that goes had.
  mutating func absorb(_ part: ProgressValues) {
    for (key, held) in part.own.merging(part.kept, uniquingKeysWith: { own, _ in own }) {
      kept[key] = absorbed(held.property, part)
    }
  }

  private func absorbed<P: ProgressManager.Property>(
    _ property: P.Type, _ part: ProgressValues
  ) -> Held {
    let before = kept[P.key]?.content as? P.Summary ?? P.defaultSummary
    let content = P.finalSummary(before, part.summary(of: property))
    return Held(property: property, content: content)
  }
}
