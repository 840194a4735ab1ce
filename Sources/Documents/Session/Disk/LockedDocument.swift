import LinuxSystem

/// A document under the advisory lock that follows its name; where nothing has the name, its
/// directory's, so that nobody who takes part makes it meanwhile. The lock goes with this.
final class LockedDocument: Sendable {
  let place: DocumentPlace
  /// Of the file, the package or the directory, from after the lock.
  let item: Descriptor
  /// Nil where nothing has the name.
  let status: FileStatus?
  /// The same lock, for a reader or writer that coordinates by itself.
  let coordinated: ItemLock

  /// How long a lock of another program is waited for.
  static let patience: Int64 = 10_000_000_000

  private init(
    _ place: DocumentPlace, _ item: borrowing Descriptor, _ status: FileStatus?, _ mode: LockMode
  ) throws(SystemError) {
    self.place = place
    self.status = status
    // The lock is the open file's, which duplicates share and keep.
    self.item = try item.duplicate()
    coordinated = ItemLock(try item.duplicate(), try item.status(), mode)
  }

  deinit {
    coordinated.leave()
  }

  /// Locks what has the name, waiting a while for those who hold it.
  ///
  /// Throws a problem of kind `.locked` where they keep it, and `CancellationError`.
  static func lock(_ place: DocumentPlace, _ mode: LockMode) throws -> LockedDocument {
    let deadline = steadyClock() + patience
    var rest: Int32 = 2
    while true {
      let holder: String?
      switch try attempt(place, mode) {
      case .locked(let document): return document
      case .held(let name): holder = name
      case .overtaken: continue
      }
      guard steadyClock() < deadline else {
        throw DocumentProblem(
          .locked,
          "\(place.path) is locked by \(holder ?? "another program"). It is tried again; "
            + "close the document there if it stays so.")
      }
      try Task.checkCancellation()
      try pause(milliseconds: rest)
      // Often it is held for an instant, and seldom for long.
      rest = min(rest * 2, 50)
    }
  }

  private enum Attempt {
    case locked(LockedDocument)
    case held(by: String?)
    case overtaken
  }

  private static func attempt(
    _ place: DocumentPlace, _ mode: LockMode
  ) throws(SystemError) -> Attempt {
    guard let named = try place.status() else { return try attemptDirectory(place, mode) }
    guard named.kind == .file || named.kind == .directory else {
      throw SystemError(call: "open", errno: .symbolicLink, path: place.path.bytes)
    }
    switch try LockedFile.open(place.directory, place.name, mode, kind: named.kind) {
    case .held(let file):
      return .locked(try LockedDocument(place, file.descriptor, file.status, mode))
    case .locked(let holder): return .held(by: holder)
    case .absent: return .overtaken
    case .otherKind: return .overtaken
    case .overtaken: return .overtaken
    }
  }

  private static func attemptDirectory(
    _ place: DocumentPlace, _ mode: LockMode
  ) throws(SystemError) -> Attempt {
    let directory = try place.directory.open(beneath: [], [.readOnly, .directory])
    guard try directory.lockWhereSupported(mode) else {
      return .held(by: try directory.lockHolder()?.description)
    }
    guard try place.status() == nil else { return .overtaken }
    return .locked(try LockedDocument(place, directory, nil, mode))
  }

  /// The version that is there; nil where nothing is.
  func version() throws(SystemError) -> DiskVersion? {
    status == nil ? nil : try DiskVersion.of(item)
  }

  /// Whether the name still leads to what is locked.
  func isNamed() throws(SystemError) -> Bool {
    guard let status else { return try place.status() == nil }
    return try place.status()?.isSameFile(as: status) ?? false
  }
}

extension LockedDocument {
  /// The longest tick of the kernel's clock for files, in nanoseconds: 100 a second.
  private static let tick: Int64 = 10_000_000
  /// How long a program that has it open for writing is given to finish.
  private static let writersPatience: Int64 = 2_000_000_000

  /// The version that is there once it has settled: no program has it open for writing any more, and
  /// its newest time is over, so that a later change can't have the same.
  ///
  /// A program that keeps it open for long is not waited for.
  func settledVersion(since known: DiskVersion?) throws -> DiskVersion? {
    let deadline = steadyClock() + Self.writersPatience
    while let version = try version() {
      guard try isBusy(version, since: known), steadyClock() < deadline else { return version }
      try Task.checkCancellation()
      try pause(milliseconds: 5)
    }
    return nil
  }

  private func isBusy(
    _ version: DiskVersion, since known: DiskVersion?
  ) throws(SystemError) -> Bool {
    let age = wallClock() - version.changed
    // A time from the future, of a server or a clock set back, is never over.
    if (-1_000_000_000...Self.tick).contains(age) { return true }
    guard version.isPackage else { return try item.isOpenForWriting() ?? false }
    for (path, stamp) in version.members
    where stamp.kind == .file && stamp != known?.members[path] {
      do throws(SystemError) {
        if try item.openDocument(path).isOpenForWriting() ?? false { return true }
      } catch {
        // Gone since, or not ours to open.
        guard error.errno == .noSuchFile || error.errno == .accessDenied else { throw error }
      }
    }
    return false
  }
}

extension DocumentPath: CustomStringConvertible {
  /// For messages: control characters are escaped.
  var description: String {
    var text = ""
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      if scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) {
        text += "\\x" + String(scalar.value + 0x100, radix: 16).dropFirst()
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
