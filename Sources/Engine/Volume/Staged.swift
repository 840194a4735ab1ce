import LinuxSystem
import Reconciliation

/// A new version, complete and durable under its staged name, its lock held by us.
enum Staged: ~Copyable {
  case file(StagedFile)
  case package(StagedPackage)
}

/// A new version of a package.
struct StagedPackage: ~Copyable {
  /// Its directory, which has the lock.
  let descriptor: Descriptor
  /// What it was like when it was complete, before it took any name.
  let stamp: PackageStamp
}

/// A package as it was found when it was claimed.
final class StandingPackage {
  let descriptor: Descriptor
  let walk: PackageWalk
  let archive: PackageArchive

  init(_ descriptor: consuming Descriptor, walk: PackageWalk, archive: PackageArchive) {
    self.descriptor = descriptor
    self.walk = walk
    self.archive = archive
  }

}
