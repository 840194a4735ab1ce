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
  private(set) var noReplace = Answer.no
  private(set) var modes = Answer.no
  private(set) var anyNames = Answer.no
  /// The step of a file's time in nanoseconds, where that could be told.
  private(set) var timeStep: Int64?
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
    noReplace = Self.answer { () throws(SystemError) in
      try place.rename(second, to: place, as: Array("third".utf8), .noReplace)
    }
    anyNames = Self.answer { () throws(SystemError) in
      _ = try place.open(
        beneath: Array("a:b?".utf8) + [0xE9], [.readWrite, .create, .exclusive])
    }
    modes = try Self.keepsModes(file) ? .yes : .no
    timeStep = try Self.timeStep(of: file)
  }

  private static func keepsModes(_ file: borrowing Descriptor) throws(SystemError) -> Bool {
    do throws(SystemError) {
      try file.setMode(0o751)
      return try file.status().mode == 0o751
    } catch {
      guard error.errno == .notPermitted || error.errno == .notSupported else { throw error }
      return false
    }
  }

  /// By a time that is whole in no unit.
  private static func timeStep(of file: borrowing Descriptor) throws(SystemError) -> Int64? {
    let asked: Int64 = 1_000_000_001_123_456_789
    try file.setModified(asked)
    let kept = try file.status().modified
    let steps: [Int64] = [1, 100, 1_000, 1_000_000, 10_000_000, 1_000_000_000, 2_000_000_000]
    return steps.last { abs(asked - kept) < $0 && kept % $0 == 0 }
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
  private var withoutExchange: String {
    links == .yes
      ? "no exchange of names: the old version gets a second name first, then the new one takes the "
        + "first. What another program writes into the old file is kept; a version that it renames "
        + "into place between the two calls is lost"
      : "no exchange of names, and no hard links: the old version goes aside, then the new one comes, "
        + "and for one call nothing has the name. What stood there is kept"
  }

  private func timeWords(_ step: Int64) -> String {
    switch step {
    case ..<1_000: "times are kept to the nanosecond, or nearly"
    case ..<1_000_000_000: "times are kept to \(step / 1_000) µs"
    default:
      "times are kept to \(step / 1_000_000_000) s: a time that differs by less is no change"
    }
  }

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
      exchange, "names can be exchanged: no version is overwritten unseen", withoutExchange)
    add(
      noReplace, "a new name is taken in one step, never over another's",
      links == .yes
        ? "no rename that replaces nothing: a new name is taken by a link, which does the same"
        : "no rename that replaces nothing, and no links: a name is taken by an empty file first, "
          + "and what is written into that before the rename is lost")
    add(
      modes, "permissions are kept",
      "permissions are not kept: they don't travel to or from here, which is no change")
    if let timeStep {
      findings.append(
        Finding(
          level: timeStep < 1_000_000_000 ? .good : .note, subject: "", text: timeWords(timeStep)))
    }
    add(
      anyNames, "any name can be here",
      "some names can't be here (: ? and the like, or what is not UTF-8): such documents are held, "
        + "never renamed")
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
