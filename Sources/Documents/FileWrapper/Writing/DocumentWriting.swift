import FoundationEssentials
import LinuxSystem

/// One writing of a document, a file or a package, at its place.
///
/// What is new is made in a saving folder beside the place, flushed, and put in place by one exchange. What comes out is looked at before it goes: where another
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
    let home = try DocumentPlace(in: directory, of: place)
    home.clearUp()
    let folder = try SavingFolder.make(for: home)
    var staging = Staging(source: source, transfer: transfer)
    do {
      try staging.make(
        plan, folder.item, in: folder.directory, seen: seen, from: directory, as: place.name,
        at: [])
      let staged = try lock(folder)
      try DocumentExchange(
        place: place, folder: folder, plan: plan, seen: seen, beforeExchange: beforeExchange
      ).install(in: directory)
      // Its names have moved its ctime.
      if case .file? = staging.written[[]] { staging.note(.file(try staged.status())) }
    } catch {
      folder.end()
      throw error
    }
    folder.end()
    try directory.sync()
    let now = plan.members.isEmpty ? nil : try FileRecord.scan(place.name, in: directory)
    return try record(plan, known, seen, now: now, written: staging.written)
  }

  /// Locks what was staged: who replaces a document locks the new one before it takes the name.
  private func lock(_ folder: SavingFolder) throws(SystemError) -> Descriptor {
    do throws(SystemError) {
      let staged = try folder.open()
      _ = try staged.lockWhereSupported(.exclusive)
      return staged
    } catch {
      // A link, or a file that its owner may not read: nobody can lock those.
      guard error.errno == .symbolicLink || error.errno == .accessDenied else { throw error }
      return try folder.directory.open(beneath: folder.item, .place)
    }
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

  private func wholePath(of error: SystemError) -> [UInt8] {
    guard let path = error.path, !path.isEmpty else { return place.path }
    if path.first == UInt8(ascii: "/") { return path }
    let isBeside = path.starts(with: SavingFolder.prefix)
    if isBeside || path.starts(with: place.name) {
      return isBeside ? place.path : place.directory + [UInt8(ascii: "/")] + path
    }
    return place.path + [UInt8(ascii: "/")] + path
  }
}
