import FoundationEssentials
import LinuxSystem

/// What is to stand under a name once a document is written.
indirect enum FilePlan {
  /// What stands there.
  case keep
  case write(Data, mode: UInt32?)
  /// What lies elsewhere.
  case copy(StoredFile, cached: Data?, mode: UInt32?)
  case symbolicLink([UInt8])
  /// A directory with these members and no others.
  case directory([[UInt8]: FilePlan], mode: UInt32?)

  var members: [[UInt8]: FilePlan] {
    if case .directory(let members, _) = self { members } else { [:] }
  }

  /// Of what is written or copied.
  var bytesToPass: Int {
    switch self {
    case .write(let data, _): data.count
    case .copy(let stored, _, _): Int(clamping: stored.status.size)
    case .directory(let members, _): members.values.reduce(0) { $0 + $1.bytesToPass }
    case .keep, .symbolicLink: 0
    }
  }

  var isKeep: Bool { if case .keep = self { true } else { false } }
}
