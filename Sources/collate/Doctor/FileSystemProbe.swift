import LinuxSystem
import Reconciliation

/// What the file system of a directory can do, found by trying it there.
///
/// Everything tried happens in `.collate`, which no scan looks into, and is removed again.
struct FileSystemProbe: Sendable {
  /// One thing that was tried: whether it works, or why that is unknown.
  enum Answer: Hashable, Sendable {
    case yes
    case no
    case unknown(String)
  }

  private(set) var kind = ""
  private(set) var isShared = false
  private(set) var available: UInt64 = 0
  private(set) var exchange = Answer.no
  private(set) var attributes = Answer.no
  private(set) var clone = Answer.no
  private(set) var links = Answer.no
  private(set) var keepsCase = Answer.no

  /// Tries it out in a directory that must be writable.
  init(of path: [UInt8]) throws(SystemError) {
    let root = try openPath(path, [.readOnly, .directory])
    let status = try root.fileSystemStatus()
    kind = status.type.description
    isShared = status.type.isShared
    available = status.available
    let ours = Array(".collate".utf8)
    let isNew = try Self.makeDirectory(ours, in: root)
    let parent = try root.openDirectory(ours)
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    let name = Array("doctor-\(digits)".utf8)
    try parent.makeDirectory(name, mode: 0o700)
    let place = try parent.openDirectory(name)
    do {
      try probe(in: place)
    } catch {
      try Self.clear(place, name, of: parent)
      if isNew { try root.removeDirectory(ours) }
      throw error
    }
    try Self.clear(place, name, of: parent)
    if isNew { try root.removeDirectory(ours) }
  }

  private mutating func probe(in place: borrowing Descriptor) throws(SystemError) {
    let first = Array("first".utf8)
    let second = Array("second".utf8)
    let file = try place.open(beneath: first, [.readWrite, .create, .exclusive])
    try file.writeAll(Array(repeating: 0x2E, count: 4096))
    let other = try place.open(beneath: second, [.readWrite, .create, .exclusive])
    clone = Self.answer { () throws(SystemError) in try other.clone(from: file) }
    attributes = Self.answer { () throws(SystemError) in
      try file.setAttribute(Array("user.collate.doctor".utf8), to: [1])
    }
    links = Self.answer { () throws(SystemError) in
      try place.link(first, to: place, as: Array("linked".utf8))
    }
    keepsCase = Self.answer { () throws(SystemError) in
      _ = try place.open(beneath: Array("FIRST".utf8), [.readWrite, .create, .exclusive])
    }
    exchange = Self.answer { () throws(SystemError) in
      try place.rename(first, to: place, as: second, .exchange)
    }
  }

  /// What the file system refuses as such is a no; any other error says nothing about it.
  private static func answer(_ body: () throws(SystemError) -> Void) -> Answer {
    do {
      try body()
      return .yes
    } catch {
      switch error.errno {
      case .notSupported, .notImplemented, .invalid, .notPermitted, .exists, .crossesDevices,
        Errno(rawValue: 25):
        return .no
      default: return .unknown(error.errno.description)
      }
    }
  }

  private static func makeDirectory(
    _ name: [UInt8], in root: borrowing Descriptor
  ) throws(SystemError) -> Bool {
    do {
      try root.makeDirectory(name, mode: 0o700)
      return true
    } catch {
      guard error.errno == .exists else { throw error }
      return false
    }
  }

  private static func clear(
    _ place: borrowing Descriptor, _ name: [UInt8], of parent: borrowing Descriptor
  ) throws(SystemError) {
    for entry in try place.list() { try place.removeFile(entry.name) }
    try parent.removeDirectory(name)
  }
}

extension FileSystemProbe {
  /// What that means for documents in the directory.
  func findings(subject: String) -> [Finding] {
    var findings = [
      Finding(
        level: .good, subject: subject,
        text: "\(kind), \(size(Int64(clamping: available))) available")
    ]
    if isShared {
      findings.append(
        Finding(
          level: .note, subject: "",
          text: "other machines may change it unseen: it is also scanned on a timer"))
    }
    func add(_ answer: Answer, _ yes: String, _ no: String) {
      switch answer {
      case .yes: findings.append(Finding(level: .good, subject: "", text: yes))
      case .no: findings.append(Finding(level: .note, subject: "", text: no))
      case .unknown(let reason):
        findings.append(Finding(level: .note, subject: "", text: "not known (\(reason)): \(yes)"))
      }
    }
    add(
      exchange, "names can be exchanged: no version is overwritten unseen",
      "no exchange of names: a version is replaced by the closest order of links and renames")
    add(
      attributes, "extended attributes are kept",
      "no extended attributes: a replica is known by its .collate folder")
    add(
      clone, "contents can be shared (reflink): history costs little",
      "contents can't be shared (no reflink): kept versions take their full size")
    add(links, "hard links work", "no hard links")
    add(
      keepsCase, "names that differ only in case are apart",
      "names that differ only in case are the same here")
    return findings
  }
}
