extension NameRules {
  /// Equal for two names exactly where the file system takes them for one.
  package enum Key: Hashable, Sendable {
    case bytes([UInt8])
    /// Swift compares and hashes text by canonical equivalence, so that composition counts for
    /// nothing.
    case text(String)
  }

  package func key(of name: [UInt8]) -> Key {
    // What is not UTF-8 such a file system compares by its bytes, where it takes it at all.
    guard !isExact, let text = String(validating: name, as: UTF8.self) else { return .bytes(name) }
    var folded = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch letters {
      case .distinct: folded.append(scalar)
      case .folded: folded.append(Self.folded(scalar))
      case .foldedFully: folded.append(contentsOf: Self.foldedFully(scalar))
      }
    }
    let result = String(folded)
    return ignoresComposition ? .text(result) : .bytes(Array(result.utf8))
  }

  /// Through upper case, as `ς` and `σ` have one capital; a mapping to several letters is none.
  private static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    let upper = only(scalar.properties.uppercaseMapping) ?? scalar
    return only(upper.properties.lowercaseMapping) ?? upper
  }

  private static func foldedFully(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    scalar.properties.uppercaseMapping.unicodeScalars.flatMap {
      $0.properties.lowercaseMapping.unicodeScalars
    }
  }

  private static func only(_ mapping: String) -> Unicode.Scalar? {
    let scalars = mapping.unicodeScalars
    return scalars.count == 1 ? scalars.first : nil
  }
}
