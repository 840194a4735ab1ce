import LinuxSystem

/// What came of giving a version that was made in a saving folder its name.
enum InstallOutcome: Sendable {
  case installed(DiskVersion)
  /// As above; but a program has the version before open for writing, and may still do it. That
  /// version waits in the folder.
  case installedOver(DiskVersion, Displaced)
  /// What is there has the same content already; nothing was touched.
  case unchanged(DiskVersion)
  /// Another program wrote in between: its version has the name, and ours has not.
  case superseded
}

/// Gives a version that was made in a saving folder the document's name, so that whoever looks sees
/// the old one or the new one, and never overwrites a version that was not seen before.
struct Installing: Sendable {
  let folder: SavingFolder
  let document: LockedDocument
  /// What the session read or wrote last, and found under the lock; nil where nothing has the name.
  let expected: DiskVersion?
  /// What the folder was filled with, for the writer to start from.
  var filled: DiskVersion?

  /// Called before the names are exchanged, for tests to write in between.
  @TaskLocal static var beforeExchange: (@Sendable () -> Void)?

  /// How long a program that has what came out open for writing is given to finish, in nanoseconds;
  /// tests give it longer, so that it is not the machine's load that decides.
  @TaskLocal static var writersPatience: Int64 = 500_000_000

  /// Installs it. The folder is gone afterwards, unless the version before waits there.
  func install() throws(SystemError) -> InstallOutcome {
    do throws(SystemError) {
      let outcome = try installKeepingFolder()
      if case .installedOver = outcome { return outcome }
      // It is in place already; what is left of the folder, the next save clears up.
      _ = Result { () throws(SystemError) in try folder.remove() }
      return outcome
    } catch {
      folder.end()
      throw error
    }
  }

  private func installKeepingFolder() throws(SystemError) -> InstallOutcome {
    let place = document.place
    if let filled, let expected {
      try folder.share(filled, with: expected, of: document.item)
    }
    if expected != nil,
      try Comparison.isSame(folder.directory, folder.item, place.directory, place.name),
      let version = try document.version()
    {
      return .unchanged(version)
    }
    let staged = try folder.open()
    if let status = document.status { try Likeness.copy(status, of: document.item, to: staged) }
    // Before it has the name, so that nobody who takes part comes in between.
    _ = try staged.lockWhereSupported(.exclusive)
    let version = try Finishing.finish(staged)
    try folder.beginInstalling()
    guard let expected, let status = document.status else { return try create(version) }
    if status.kind == .file, status.links > 1, !version.isPackage {
      return try writeInPlace(staged, over: expected)
    }
    return try exchange(version, with: expected, sharing: version.files(sharedWith: expected))
  }

  private func create(_ version: DiskVersion) throws(SystemError) -> InstallOutcome {
    let place = document.place
    Self.beforeExchange?()
    do throws(SystemError) {
      try folder.directory.renameToFree(folder.item, to: place.directory, as: place.name)
    } catch {
      guard error.errno == .exists else { throw error }
      return .superseded
    }
    try place.directory.sync()
    return try renamed()
  }

  /// The version under the name, with what the renaming has changed of it.
  private func renamed() throws(SystemError) -> InstallOutcome {
    .installed(try DiskVersion.of(try document.place.directory.openDocument(document.place.name)))
  }

  private func exchange(
    _ version: DiskVersion, with expected: DiskVersion, sharing shared: Set<[UInt8]>
  ) throws(SystemError) -> InstallOutcome {
    let place = document.place
    try folder.note(staged: version, expected: expected.contentMark)
    Self.beforeExchange?()
    do throws(SystemError) {
      try folder.directory.rename(folder.item, to: place.directory, as: place.name, .exchange)
    } catch {
      if error.errno == .noSuchFile { return .superseded }
      guard error.errno.isLack else { throw error }
      return try replace(version, expected)
    }
    switch try lookAtDisplaced(expected, sharing: shared) {
    case .expected:
      try place.directory.sync()
      return try installed(version)
    case .stillOpen:
      try place.directory.sync()
      let displaced = try Displaced(folder, sharing: shared)
      guard case .installed(let version) = try installed(version) else { return .superseded }
      return .installedOver(version, displaced)
    case .unexpected: break
    }
    // Someone was faster: theirs goes back to where they put it.
    try folder.directory.rename(folder.item, to: place.directory, as: place.name, .exchange)
    let returned = try DiskVersion.of(try folder.open())
    if !returned.hasSameContent(as: version, sharing: shared) {
      // And someone else had the name, or wrote to ours, in that instant.
      _ = try SideCopy.move(folder.item, of: folder, returned, beside: place)
    }
    return .superseded
  }

  /// What is installed: known from before it had the name, so that what is written to it since then
  /// shows as a change; only the renaming's own trace is taken from now.
  private func installed(_ version: DiskVersion) throws(SystemError) -> InstallOutcome {
    guard case .installed(let now) = try renamed() else { return .superseded }
    return .installed(now.hasSameContent(as: version) ? now : version)
  }

  private enum CameOut {
    case expected
    /// It is what was expected, but a program can still write to it.
    case stillOpen
    case unexpected
  }

  /// Whether what came out is what was to be replaced.
  private func lookAtDisplaced(
    _ expected: DiskVersion, sharing shared: Set<[UInt8]>
  ) throws(SystemError) -> CameOut {
    let deadline = steadyClock() + Self.writersPatience
    while true {
      let displaced = try folder.open()
      let isOpen = try isOpenForWriting(displaced, expected, sharing: shared)
      // After that, so that what was written and closed between the two calls is seen.
      guard try DiskVersion.of(displaced).hasSameContent(as: expected, sharing: shared) else {
        return .unexpected
      }
      if !isOpen { return .expected }
      guard steadyClock() < deadline else { return .stillOpen }
      try pause(milliseconds: 5)
    }
  }

  private func isOpenForWriting(
    _ displaced: borrowing Descriptor, _ expected: DiskVersion, sharing shared: Set<[UInt8]>
  ) throws(SystemError) -> Bool {
    guard expected.isPackage else { return try displaced.isOpenForWriting() ?? false }
    for (path, stamp) in expected.members where stamp.kind == .file && !shared.contains(path) {
      if try displaced.openDocument(path).isOpenForWriting() ?? false { return true }
    }
    return false
  }

  /// Where two names can't be exchanged: the old version gets another name first, the new one takes
  /// its place.
  ///
  /// RACE: A version that another program renames into place between the two calls is lost.
  private func replace(
    _ version: DiskVersion, _ expected: DiskVersion
  ) throws(SystemError) -> InstallOutcome {
    let place = document.place
    let old = SavingFolder.replaced
    try place.directory.rename(place.name, to: folder.directory, as: old, .replace)
    let displaced = try DiskVersion.of(try folder.directory.openDocument(old))
    guard displaced.hasSameContent(as: expected) else {
      try folder.directory.renameToFree(old, to: place.directory, as: place.name)
      return .superseded
    }
    do throws(SystemError) {
      try folder.directory.renameToFree(folder.item, to: place.directory, as: place.name)
    } catch {
      if error.errno == .exists { return .superseded }
      try folder.directory.renameToFree(old, to: place.directory, as: place.name)
      throw error
    }
    try place.directory.sync()
    return try installed(version)
  }
}
