import Reconciliation

/// A package's archive, from a client or a damaged store: what can be read has the very bytes that it
/// was read from, and no member of it leads out of the package.
func fuzzArchives(_ bytes: [UInt8]) throws {
  guard let archive = PackageArchive(decoding: bytes) else { return }
  try require(archive.bytes == bytes, "an archive that was read and written again differs")
  try require(PackageArchive.isArchive(bytes), "an archive that could be read is none")
  for member in archive.members {
    try require(!member.path.isRoot, "a member is the package itself")
  }
}
