import LinuxSystem
import Reconciliation

/// A new version, complete and durable under its staged name, its lock held by us.
struct StagedFile: ~Copyable {
  /// Open for reading only: no program that asks is told of a writer, and no event of a closed
  /// writer comes where the file will stand.
  let descriptor: Descriptor
  /// What it was like when it was complete, before it took any name.
  let status: FileStatus

  /// What a staged file is like, apart from its content.
  struct Likeness {
    var mode: UInt32
    /// Nil to leave the owner to the system.
    var owner: UInt32?
    var group: UInt32?
    var modified: Int64?
  }

  /// Stages content; `prepare` gives the open file what else it needs before it is flushed. What
  /// fails leaves no file behind. Private until it is complete. One that was written and flushed
  /// ahead is taken if it is just so.
  ///
  /// - Parameter staysUnsynced: whether it is flushed later, with others.
  static func stage(
    _ installation: Installation, in side: borrowing Side, as likeness: Likeness,
    isAhead: Bool, staysUnsynced: Bool, _ stamps: inout StampClock,
    prepare: (borrowing Descriptor) throws(SystemError) -> Void
  ) throws(SystemError) -> StagedFile {
    if isAhead, let ahead = reopen(installation.content.count, in: side, as: likeness) {
      return ahead
    }
    let writer =
      try installation.isStaged
      ? side.staging.open(beneath: side.stagedName, .writeOnly) : create(in: side)
    do throws(SystemError) {
      // Before the mode is set, which may forbid even us to open it.
      let reader = try side.staging.openDocument(side.stagedName)
      _ = try reader.lockWhereSupported(.exclusive)
      if let size = installation.stagedSize {
        try writer.truncate(to: size)
      } else {
        if try stamps.measure(writer) { try writer.truncate(to: 0) }
        try writer.writeSparse(installation.content, at: 0)
        if installation.content.last == 0 {
          try writer.truncate(to: Int64(installation.content.count))
        }
      }
      try prepare(writer)
      try likeness.apply(to: writer)
      if let modified = likeness.modified { try writer.setModified(modified) }
      if !staysUnsynced { try writer.sync() }
      let status = try reader.status()
      return StagedFile(descriptor: reader, status: status)
    } catch {
      // The first failure is the one to tell.
      _ = Result { () throws(SystemError) in try side.staging.removeTree(side.stagedName) }
      throw error
    }
  }

  /// Nil where it can't be had, or is otherwise: then it is staged anew.
  private static func reopen(
    _ size: Int, in side: borrowing Side, as likeness: Likeness
  ) -> StagedFile? {
    do throws(SystemError) {
      let reader = try side.staging.openDocument(side.stagedName)
      let status = try reader.status()
      guard status.size == size, likeness.isMet(by: status) else { return nil }
      _ = try reader.lockWhereSupported(.exclusive)
      return StagedFile(descriptor: reader, status: status)
    } catch {
      return nil
    }
  }

  private static func create(in side: borrowing Side) throws(SystemError) -> Descriptor {
    let options: OpenOptions = [.writeOnly, .create, .exclusive]
    do throws(SystemError) {
      return try side.staging.open(beneath: side.stagedName, options, mode: 0o600)
    } catch {
      guard error.errno == .exists else { throw error }
    }
    // From an attempt that failed so badly that it could not be removed.
    try side.staging.removeTree(side.stagedName)
    return try side.staging.open(beneath: side.stagedName, options, mode: 0o600)
  }
}

extension Descriptor {
  /// Gives it the owner and group of another file, where the file system has such.
  func giveIfPossible(to status: FileStatus) throws(SystemError) {
    let own = try self.status()
    if own.owner == status.owner, own.group == status.group { return }
    do throws(SystemError) {
      try setOwner(status.owner, group: status.group)
    } catch {
      guard error.errno == .notPermitted || error.errno.isLack else { throw error }
    }
  }
}

extension StagedFile.Likeness {
  func isMet(by status: FileStatus) -> Bool {
    status.mode == mode && status.owner == owner ?? status.owner
      && status.group == group ?? status.group
      && status.modified == modified ?? status.modified
  }

  func apply(to file: borrowing Descriptor) throws(SystemError) {
    var mode = mode
    if owner != nil || group != nil {
      do throws(SystemError) {
        try file.setOwner(owner, group: group)
      } catch {
        guard error.errno == .notPermitted || error.errno.isLack else { throw error }
        // What was to run as its owner must not run as ours.
        mode &= 0o1777
      }
    }
    do throws(SystemError) {
      try file.setMode(mode)
    } catch {
      // File systems without modes refuse to set one.
      guard error.errno == .notPermitted || error.errno.isLack else { throw error }
    }
  }
}
