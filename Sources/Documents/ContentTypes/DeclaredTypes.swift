import Synchronization

/// The types that the running program declares, as an app does in its property list on Apple's
/// platforms. From any thread, and for good.
final class DeclaredTypes: Sendable {
  static let ofProgram = DeclaredTypes()

  private struct State {
    /// In the order in which they were declared: of two with one extension, the first has it.
    var declarations: [TypeDeclaration] = []
    var table = TypeTable()
  }

  private let state = Mutex(State())
  private let isEmpty = Atomic(true)

  /// Nil while the program has declared none, which costs next to nothing to find out.
  var table: TypeTable? {
    isEmpty.load(ordering: .acquiring) ? nil : state.withLock(\.table)
  }

  /// Declares a type; again with the same, nothing changes, and with more, that is added. Returns the
  /// identifier as it was written first.
  func declare(_ declaration: TypeDeclaration) -> String {
    state.withLock { state in
      guard let known = state.table.declaration(of: declaration.identifier) else {
        state.declarations.append(declaration)
        state.table = TypeTable(state.declarations)
        isEmpty.store(false, ordering: .releasing)
        return declaration.identifier
      }
      let merged = known.merging(declaration)
      if merged != known {
        state.declarations = state.declarations.map { $0 == known ? merged : $0 }
        state.table = TypeTable(state.declarations)
      }
      return merged.identifier
    }
  }
}
