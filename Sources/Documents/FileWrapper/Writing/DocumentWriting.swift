import FoundationEssentials
import LinuxSystem

/// One writing of a document, a file or a package, at its place.
///
/// What is new is made beside the place, under a name that the daemon takes for its own, flushed,
/// and put in place by one exchange. What comes out is looked at before it goes: where another
/// program changed it in that moment, its changes go over into the new document, and where they
/// can't, it is put back. So the name never stands for half a document, and an error leaves the
/// old one whole.
///
/// A package's unchanged members are hard-linked, which writes nothing and loses nothing: until the
/// old package is gone, both hold the same files, so that what a program writes into one of them
/// in place is in the new package.
///
/// RACE: What a program writes into the replaced file after it was looked at, having had it open
/// all along, is lost. Programs that take the lock don't.
struct DocumentWriting {
  let place: FilePlace
  let wanted: FileNode
  /// What the writer knows to stand there; nil to replace what does, whatever it is.
  let known: FileRecord?
  /// Where the unchanged members lie, if no longer where they were read from.
  let source: FilePlace?
  /// The document that what is written will replace, where whoever asks sees to that: then it is
  /// compared with this one and made of it, and the place itself must be free.
  var replaced: FilePlace?
  /// Is told of the bytes, and may end the writing.
  var transfer: Transfer?
  /// Happens between the last look at what stands there and the exchange.
  var beforeExchange: () -> Void = {}

  /// Returns what the writer knows to stand there now. Throws a `CocoaError` or a
  /// `FileChangedError`; the place is then as it was.
  func run() throws -> FileRecord {
    do {
      return try replaced.map { try build(over: $0) } ?? write(in: try place.open().directory)
    } catch let error as SystemError where error.errno != .cancelled {
      throw CocoaError.file(.write, error, at: wholePath(of: error))
    }
  }

  private func write(in directory: borrowing Descriptor) throws -> FileRecord {
    let seen = try FileRecord.scan(place.name, in: directory)
    let known = known ?? seen
    let plan = try plan(known: known, seen: seen)
    guard !plan.isKeep else { return try record(plan, known, seen, now: seen, written: [:]) }
    return try carryOut(plan, known: known, seen: seen, in: directory)
  }

  private func build(over replaced: FilePlace) throws -> FileRecord {
    let old = try replaced.open()
    let new = try place.open()
    let seen = try FileRecord.scan(old.name, in: old.directory)
    let known = known ?? seen
    let plan = try plan(known: known, seen: seen)
    transfer?.expect(plan.bytesToPass)
    var staging = Staging(source: source, transfer: transfer)
    try staging.make(
      plan, new.name, in: new.directory, seen: seen, from: old.directory, as: old.name, at: [])
    try new.directory.sync()
    let now = try FileRecord.scan(new.name, in: new.directory)
    return try record(plan, known, seen, now: now, written: staging.written)
  }

  private func plan(known: FileRecord?, seen: FileRecord?) throws -> FilePlan {
    try refuseMounts(in: seen)
    var planner = FilePlanner { path, _, data throws(SystemError) in
      try self.holds(data, at: path)
    }
    let plan = try planner.plan(wanted, known: known, disk: seen)
    guard planner.conflicts.isEmpty else {
      throw FileChangedError(path: place.path, members: planner.conflicts)
    }
    guard let plan else { throw FileChangedError(path: place.path, members: []) }
    return plan
  }

  private func record(
    _ plan: FilePlan, _ known: FileRecord?, _ seen: FileRecord?, now: FileRecord?,
    written: [[UInt8]: FileRecord]
  ) throws -> FileRecord {
    let record = plan.record(known: known, seen: seen, now: now, written: written)
    // Something else took the name in that moment.
    guard let record else { throw FileChangedError(path: place.path, members: []) }
    return record
  }

  private func carryOut(
    _ plan: FilePlan, known: FileRecord?, seen: FileRecord?, in directory: borrowing Descriptor
  ) throws -> FileRecord {
    transfer?.expect(plan.bytesToPass)
    let staged = try stage(plan, seen: seen, in: directory)
    var written = staged.written
    let exchange = DocumentExchange(
      place: place, plan: plan, seen: seen, beforeExchange: beforeExchange)
    if staged.isNamed {
      try exchange.install(staged.name, in: directory)
    } else {
      try exchange.install(staged.descriptor, in: directory)
    }
    // Its names have moved its ctime.
    if case .file? = written[[]] { written[[]] = .file(try staged.descriptor.status()) }
    try directory.sync()
    let now = plan.members.isEmpty ? nil : try FileRecord.scan(place.name, in: directory)
    return try record(plan, known, seen, now: now, written: written)
  }

  // MARK: Staging

  private struct Staged: ~Copyable {
    /// Open, its lock held: who replaces a document locks the new one before it takes the name.
    let descriptor: Descriptor
    let name: [UInt8]
    /// Whether it has that name yet.
    let isNamed: Bool
    let written: [[UInt8]: FileRecord]
  }

  private func stage(
    _ plan: FilePlan, seen: FileRecord?, in directory: borrowing Descriptor
  ) throws(SystemError) -> Staged {
    let name = SavingName.random(SavingName.saving)
    do throws(SystemError) {
      switch plan {
      case .directory: return try stageDirectory(plan, name, seen: seen, in: directory)
      case .symbolicLink(let target):
        try directory.makeSymbolicLink(name, to: target)
        let record = FileRecord.symbolicLink(target, try directory.status(of: name))
        return Staged(
          descriptor: try directory.duplicate(), name: name, isNamed: true, written: [[]: record])
      default: return try stageFile(plan, name, seen: seen, in: directory)
      }
    } catch {
      discard(name, in: directory)
      throw error
    }
  }

  private func stageDirectory(
    _ plan: FilePlan, _ name: [UInt8], seen: FileRecord?, in directory: borrowing Descriptor
  ) throws(SystemError) -> Staged {
    try directory.removeLeftovers()
    // Nobody looks into it before it is complete.
    let isNew = !(seen?.isDirectory ?? false)
    try directory.makeDirectory(name, mode: isNew ? 0o777 : 0o700)
    let made = try directory.openDirectory(name)
    _ = try made.lockWhereSupported(.exclusive)
    var staging = Staging(source: source, transfer: transfer)
    if isNew {
      try staging.fill(made, with: plan, seen: nil, from: made, at: [])
    } else {
      try staging.fill(
        made, with: plan, seen: seen, from: try directory.openDirectory(place.name), at: [])
    }
    return Staged(descriptor: made, name: name, isNamed: true, written: staging.written)
  }

  private func stageFile(
    _ plan: FilePlan, _ name: [UInt8], seen: FileRecord?, in directory: borrowing Descriptor
  ) throws(SystemError) -> Staged {
    let mode: UInt32? =
      switch plan {
      case .write(_, let mode), .copy(_, _, let mode): mode
      default: nil
      }
    var isNamed = false
    let made = try makeFile(name, mode: plan.creationMode, in: directory, isNamed: &isNamed)
    _ = try made.lockWhereSupported(.exclusive)
    var staging = Staging(source: source, transfer: transfer)
    try staging.fill(
      made, with: plan, mode: mode, replacing: seen, in: directory, as: place.name)
    staging.note(.file(try made.status()))
    return Staged(descriptor: made, name: name, isNamed: isNamed, written: staging.written)
  }

  /// A file without a name where that can be had, so that a crash leaves nothing.
  private func makeFile(
    _ name: [UInt8], mode: UInt32, in directory: borrowing Descriptor, isNamed: inout Bool
  ) throws(SystemError) -> Descriptor {
    do throws(SystemError) {
      return try directory.createUnnamedFile(mode: mode)
    } catch {
      guard error.errno.isLack || error.errno == .isDirectory else { throw error }
    }
    isNamed = true
    return try directory.open(beneath: name, [.readWrite, .create, .exclusive], mode: mode)
  }

  // MARK: Looking

  private func holds(_ data: Data, at path: [UInt8]) throws(SystemError) -> Bool {
    let open = try (replaced ?? place).open()
    let file =
      path.isEmpty
      ? try open.directory.openDocument(open.name)
      : try open.directory.openDirectory(open.name).openDocument(path)
    FileActivity.current?.noteRead(data.count)
    return try file.holds(data, transfer)
  }

  /// What is mounted in a package can't be exchanged with it.
  private func refuseMounts(in record: FileRecord?) throws(SystemError) {
    guard let record else { return }
    func find(_ member: FileRecord, _ path: [UInt8]) throws(SystemError) {
      if member.isDirectory, member.status.device != record.status.device {
        throw SystemError(call: "renameat2", errno: .crossesDevices, path: path)
      }
      for (name, inner) in member.members {
        try find(inner, path + [UInt8(ascii: "/")] + name)
      }
    }
    try find(record, place.name)
  }

  private func discard(_ name: [UInt8], in directory: borrowing Descriptor) {
    do throws(SystemError) {
      try directory.removeAll(name)
    } catch {
      // The first failure is the one to tell; the next save removes it.
    }
  }

  private func wholePath(of error: SystemError) -> [UInt8] {
    guard let path = error.path, !path.isEmpty else { return place.path }
    if path.first == UInt8(ascii: "/") { return path }
    let isBeside = path.starts(with: SavingName.saving) || path.starts(with: SavingName.replaced)
    if isBeside || path.starts(with: place.name) {
      return isBeside ? place.path : place.directory + [UInt8(ascii: "/")] + path
    }
    return place.path + [UInt8(ascii: "/")] + path
  }
}
