import LinuxSystem
import Reconciliation
import StateStore

/// The right to replace or remove a document: its lock, and the knowledge that it is the version
/// that the plan expected.
enum Claim: ~Copyable {
  /// With the package that it is, if it is one.
  case held(LockedFile, StandingPackage?)
  /// A symbolic link, which can't be locked.
  case link(FileStatus)
  case refused(Refusal)

  enum Refusal {
    case gone
    case superseded
    case locked(by: String?)
    case beingWritten
  }

  /// Nothing was changed, in the words of an installation.
  static func install(_ refusal: Refusal) -> InstallOutcome {
    switch refusal {
    case .gone, .superseded: .superseded
    case .locked(let holder): .locked(by: holder)
    case .beingWritten: .beingWritten
    }
  }

  /// Nothing was changed, in the words of a removal.
  static func remove(_ refusal: Refusal) -> RemoveOutcome {
    switch refusal {
    case .gone: .gone
    case .superseded: .superseded
    case .locked(let holder): .locked(by: holder)
    case .beingWritten: .beingWritten
    }
  }
}

extension DirectoryVolume {
  /// Claims what has the place, if its content has this digest and nobody is writing to it. A file
  /// that is as it was when it was read with that digest is not read again.
  func claim(
    _ place: borrowing Place, expecting digest: Digest, standing: Fingerprint? = nil
  ) throws(SystemError) -> Claim {
    switch try LockedFile.open(place.directory, place.name, .exclusive, attempts: Self.attempts) {
    case .absent: return .refused(.gone)
    case .otherKind:
      if try place.directory.status(of: place.name).kind == .symbolicLink {
        return try claimLink(place, expecting: digest)
      }
      guard packages.contains(place.name) else { return .refused(.superseded) }
      return try claimPackage(place, expecting: digest)
    case .overtaken: return .refused(.superseded)
    case .locked(let holder): return .refused(.locked(by: holder))
    case .held(let file):
      if try file.descriptor.isOpenForWriting() == true { return .refused(.beingWritten) }
      if Fingerprint(file.status) == standing { return .held(file, nil) }
      guard try self.digest(of: file.descriptor) == digest else { return .refused(.superseded) }
      return .held(file, nil)
    }
  }

  private func claimPackage(
    _ place: borrowing Place, expecting digest: Digest
  ) throws(SystemError) -> Claim {
    switch try LockedFile.open(
      place.directory, place.name, .exclusive, kind: .directory, attempts: Self.attempts)
    {
    case .absent: return .refused(.gone)
    case .otherKind: return .refused(.superseded)
    case .overtaken: return .refused(.superseded)
    case .locked(let holder): return .refused(.locked(by: holder))
    case .held(let package):
      switch try PackageReading(package.descriptor, limit: .max, evenIfOpen: false) {
      case .beingWritten: return .refused(.beingWritten)
      // What is in its way is said when it is read.
      case .unsteady, .obstructed, .tooLarge: return .refused(.superseded)
      case .content(let bytes, let walk):
        guard SHA256.digest(bytes) == digest, let archive = PackageArchive(decoding: bytes) else {
          return .refused(.superseded)
        }
        let standing = StandingPackage(
          try package.descriptor.duplicate(), walk: walk, archive: archive)
        return .held(package, standing)
      }
    }
  }
}
