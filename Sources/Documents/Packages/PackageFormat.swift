import Reconciliation

/// Packages of which nothing is known but their members: compared and joined member by member,
/// each as its own name says. A file under a package's name is bytes.
struct PackageFormat: DocumentFormat {
  let types: DocumentTypeRegistry

  func read(_ content: [UInt8]) throws(UnreadableContent) -> PackageSnapshot {
    guard PackageArchive.isArchive(content) else {
      return PackageSnapshot(form: .file(content), types: types)
    }
    guard let archive = PackageArchive(decoding: content) else {
      throw UnreadableContent(reason: "it is no archive of a package that this version can read")
    }
    return PackageSnapshot(form: .package(archive), types: types)
  }

  func write(_ snapshot: PackageSnapshot) -> [UInt8] { snapshot.bytes }

  /// An archive ends in its last member's bytes, whatever they are.
  var suspiciousZeroes: Int { .max }

  func suspicion(previous: [UInt8], new: [UInt8]) -> String? {
    do {
      return try read(new).suspicion(since: read(previous))
    } catch {
      return nil
    }
  }
}
