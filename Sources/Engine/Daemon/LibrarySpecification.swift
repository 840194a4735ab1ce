package import Reconciliation

/// Which directories are to be kept, and how, as a person said it.
package struct LibraryShape: Equatable, Sendable {
  /// Its replicas' roots, absolute; at least one.
  package var roots: [[UInt8]]
  package var name: String?
  package var policy: Situation.Policy
  /// Documents of which both versions are always kept, in gitignore's syntax.
  package var keptSideBySide: [String]
  /// What is no document, in gitignore's syntax; besides each `.collateignore`.
  package var ignored: [String]
  /// The root whose content the others follow; nil where all count.
  package var source: [UInt8]?
  /// Roots that are never written to.
  package var readOnly: [[UInt8]]
  /// Nil for what all libraries have.
  package var flush: FlushPolicy?

  package init(
    roots: [[UInt8]], name: String? = nil, policy: Situation.Policy = .merge,
    keptSideBySide: [String] = [], ignored: [String] = [], source: [UInt8]? = nil,
    readOnly: [[UInt8]] = [], flush: FlushPolicy? = nil
  ) {
    self.roots = roots
    self.name = name
    self.policy = policy
    self.keptSideBySide = keptSideBySide
    self.ignored = ignored
    self.source = source
    self.readOnly = readOnly
    self.flush = flush
  }
}

extension LibraryShape {
  /// Which way changes go between a root and the library.
  package func way(of root: [UInt8]) -> Way {
    if readOnly.contains(root) { return .gives }
    return source == nil || source == root ? .both : .takes
  }
}

/// A library that is to be opened.
package struct LibrarySpecification: Sendable {
  /// Names it on the socket and in messages; unique.
  package var name: String
  package var shape: LibraryShape
  /// The library's own folder for its state.
  package var stateFolder: [UInt8]
  package var settings: Settings

  package init(name: String, shape: LibraryShape, stateFolder: [UInt8], settings: Settings) {
    self.name = name
    self.shape = shape
    self.stateFolder = stateFolder
    self.settings = settings
  }

  package var roots: [[UInt8]] { shape.roots }

  /// The root that the others follow, else the first.
  package var root: [UInt8] { shape.source ?? roots.first ?? [] }

  /// What a replica is called in messages and conflict names: the root's name where that tells
  /// them apart, else its whole path.
  func label(of root: [UInt8]) -> String {
    func name(_ path: [UInt8]) -> ArraySlice<UInt8> {
      path.split(separator: UInt8(ascii: "/")).last ?? []
    }
    let isUnique = roots.count { name($0) == name(root) } == 1
    return displayed(isUnique ? Array(name(root)) : root)
  }
}
