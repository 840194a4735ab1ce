import LinuxSystem
import Reconciliation

/// The right to replace or remove a document: its lock, and the knowledge that it is the version
/// that the plan expected.
enum Claim: ~Copyable {
  case held(LockedFile)
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

  /// Claims what has the place, if its content has this digest and nobody is writing to it.
  init(
    _ place: borrowing Place, expecting digest: Digest, attempts: Int
  ) throws(SystemError) {
    switch try LockedFile.open(place.directory, place.name, .exclusive, attempts: attempts) {
    case .absent: self = .refused(.gone)
    case .otherKind: self = .refused(.superseded)
    case .overtaken: self = .refused(.superseded)
    case .locked(let holder): self = .refused(.locked(by: holder))
    case .held(let file):
      if try file.descriptor.isOpenForWriting() == true {
        self = .refused(.beingWritten)
      } else if try file.descriptor.digest() != digest {
        self = .refused(.superseded)
      } else {
        self = .held(file)
      }
    }
  }
}
