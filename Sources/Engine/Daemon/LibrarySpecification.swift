import Reconciliation

/// Which directories are to be kept, and how.
package struct LibrarySpecification: Sendable {
  /// Names it on the socket and in messages; unique.
  package var name: String
  /// Its replicas' roots as a person gave them, absolute; at least one.
  package var roots: [[UInt8]]
  /// The library's own folder for its state.
  package var stateFolder: [UInt8]
  package var settings: Settings

  package init(name: String, roots: [[UInt8]], stateFolder: [UInt8], settings: Settings) {
    self.name = name
    self.roots = roots
    self.stateFolder = stateFolder
    self.settings = settings
  }

  /// The first of its roots.
  package var root: [UInt8] { roots.first ?? [] }

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
