package import Reconciliation

/// The base of every document, by its path; in an order that depends only on what was recorded.
///
/// A type of its own rather than a generic one, which other modules would use unspecialised.
package struct Bases {
  private var table = CompactTable<RelativePath, Base>()

  package init() {}

  package var count: Int { table.count }

  package var isEmpty: Bool { table.count == 0 }

  package var keys: [RelativePath] { table.keys }

  package var values: [Base] { table.values }

  package subscript(path: RelativePath) -> Base? { table[path] }

  mutating func reserveCapacity(_ count: Int) { table.reserveCapacity(count) }

  /// Gives the base that was there before.
  mutating func updateValue(_ base: Base, forKey path: RelativePath) -> Base? {
    table.updateValue(base, forKey: path)
  }

  /// Gives the base that was there.
  mutating func removeValue(forKey path: RelativePath) -> Base? {
    table.removeValue(forKey: path)
  }
}

extension Bases: Sequence {
  package struct Iterator: IteratorProtocol {
    private let table: CompactTable<RelativePath, Base>
    private var number = 0

    fileprivate init(_ table: CompactTable<RelativePath, Base>) {
      self.table = table
    }

    package mutating func next() -> (key: RelativePath, value: Base)? {
      guard number < table.count else { return nil }
      defer { number += 1 }
      return (table.keys[number], table.values[number])
    }
  }

  package func makeIterator() -> Iterator { Iterator(table) }

  package var underestimatedCount: Int { table.count }
}

extension Bases: Equatable {
  /// Whether both hold the same, in whatever order.
  package static func == (left: Bases, right: Bases) -> Bool {
    left.count == right.count && left.allSatisfy { right[$0.key] == $0.value }
  }
}

extension Bases: ExpressibleByDictionaryLiteral {
  /// Of two bases of one path, the later counts.
  package init(dictionaryLiteral elements: (RelativePath, Base)...) {
    for (path, base) in elements { _ = updateValue(base, forKey: path) }
  }
}
