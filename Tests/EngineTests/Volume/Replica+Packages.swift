import LinuxSystem
import Reconciliation
import StateStore
import TestSupport
import Testing

@testable import Engine

/// What `Replica.withPackage` holds in `p.rtfd`.
let oldPackage = ["info.json": "{}", "pages/a.txt": "one"]

/// The archive of a package of text files.
func archive(_ files: [String: String]) -> [UInt8] { PackageArchive(files).bytes }

extension Replica {
  /// A replica with one package in it.
  static func withPackage(_ disks: Disks = .ext4) throws -> Replica {
    let replica = try Replica(disks)
    try replica.makeDirectory("p.rtfd")
    try replica.makeDirectory("p.rtfd/pages")
    try replica.files.write("{}", to: "p.rtfd/info.json")
    try replica.files.write("one", to: "p.rtfd/pages/a.txt", mode: 0o640)
    return replica
  }

  func packageTexts(_ name: String = "p.rtfd") throws -> [String: String]? {
    guard case .content(let bytes, _) = try volume.contents(beneath(name), limit: 1 << 20)
    else { return nil }
    return PackageArchive(decoding: bytes)?.texts
  }

  func packageStamp() throws -> Fingerprint {
    try #require(try volume.stamp(beneath("p.rtfd"))).fingerprint
  }

  /// Installs a package, expecting another one, or nothing.
  func installPackage(
    _ files: [String: String], over old: [String: String]?, id: UInt64 = 1,
    at name: String = "p.rtfd", modified: Int64? = nil
  ) throws -> InstallOutcome {
    try volume.install(
      Installation(
        id: id, path: beneath(name), content: archive(files),
        digest: SHA256.digest(archive(files)),
        expecting: old.map { SHA256.digest(archive($0)) }, modified: modified))
  }

  /// The texts of what lies in the displaced folder, by id; those of a file under no name.
  func displacedPackages() throws -> [UInt64: [String: String]] {
    var found: [UInt64: [String: String]] = [:]
    for file in try volume.displaced() {
      found[file.id] =
        PackageArchive(decoding: file.content)?.texts
        ?? ["": String(decoding: file.content, as: UTF8.self)]
    }
    return found
  }
}
