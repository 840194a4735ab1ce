/// A replica that a library's state knows.
package struct KnownReplica: Hashable, Sendable {
  /// Names it in the state, for as long as it is one.
  package var number: Int
  /// What its root is known by; empty where it has none yet.
  package var mark: [UInt8]
  /// Where it was last, absolute; nil where that isn't known.
  package var path: [UInt8]?

  package init(number: Int, mark: [UInt8], path: [UInt8]?) {
    self.number = number
    self.mark = mark
    self.path = path
  }
}

/// A root that a library is to have, as it is found.
package struct FoundRoot: Hashable, Sendable {
  package var path: [UInt8]
  /// Nil where it has none, or isn't there.
  package var mark: [UInt8]?
  /// Whether the place where the mark was last is not this one, and has it too: then this is a copy.
  package var isCopy: Bool

  package init(path: [UInt8], mark: [UInt8]?, isCopy: Bool = false) {
    self.path = path
    self.mark = mark
    self.isCopy = isCopy
  }
}

/// Which replica each root is, whatever their order: by its mark, wherever it stands now, else by
/// the place where one was. A root that is none of those that are known gets a new number.
///
/// Two roots with one mark are a directory and its copy: the one in its place is the replica, the
/// other another one. Where neither is, that isn't guessed, and nothing is given.
package func numberReplicas(
  _ roots: [FoundRoot], known: [KnownReplica]
) -> Result<[Int], SameMark> {
  var numbers: [Int?] = Array(repeating: nil, count: roots.count)
  for replica in known where !replica.mark.isEmpty {
    let bearers = roots.indices.filter { roots[$0].mark == replica.mark && !roots[$0].isCopy }
    if let home = bearers.first(where: { roots[$0].path == replica.path }) {
      numbers[home] = replica.number
    } else if bearers.count == 1 {
      numbers[bearers[0]] = replica.number
    } else if bearers.count > 1 {
      return .failure(SameMark(paths: bearers.map { roots[$0].path }))
    }
  }
  var taken = Set(known.map(\.number))
  for index in roots.indices where numbers[index] == nil {
    let here = known.first { $0.path == roots[index].path && !numbers.contains($0.number) }
    let number = here?.number ?? (0...).first { !taken.contains($0) } ?? taken.count
    taken.insert(number)
    numbers[index] = number
  }
  return .success(numbers.compactMap { $0 })
}

/// Several roots with the mark of one replica, none of them where that was.
package struct SameMark: Error, Hashable, Sendable {
  package var paths: [[UInt8]]

  package init(paths: [[UInt8]]) {
    self.paths = paths
  }
}
