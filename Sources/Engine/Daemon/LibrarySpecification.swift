/// Which directory is to be kept, and how.
package struct LibrarySpecification: Sendable {
  /// Names it on the socket and in messages; unique.
  package var name: String
  /// Its root as a person gave it, absolute.
  package var root: [UInt8]
  /// The library's own folder for its state.
  package var stateFolder: [UInt8]
  package var settings: Settings

  package init(name: String, root: [UInt8], stateFolder: [UInt8], settings: Settings) {
    self.name = name
    self.root = root
    self.stateFolder = stateFolder
    self.settings = settings
  }
}
