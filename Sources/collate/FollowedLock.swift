import LinuxSystem
import Reconciliation

/// The advisory lock on a document, held on whatever file has its name.
///
/// RACE: between a program's rename over the name and the next `follow`, the new file is not
/// locked; worst, Collate installs a version in that time, by exchange, which loses nothing.
struct FollowedLock: ~Copyable {
  private let path: [UInt8]
  private let mode: LockMode
  private var held: Descriptor

  /// Takes the lock. `blocked` is called when another holds it, with who that is; where it
  /// returns, the lock is waited for.
  init(
    _ path: [UInt8], _ mode: LockMode, blocked: (LockHolder?) throws(Failure) -> Void
  ) throws(Failure) {
    self.path = path
    self.mode = mode
    do {
      while true {
        let file = try Self.open(path)
        if try !file.lock(mode) {
          try blocked(try file.lockHolder())
          try file.waitForLock(mode)
        }
        // It may have been replaced while the lock was waited for: begin again with what is there.
        if try Self.hasName(path, file) {
          held = file
          return
        }
      }
    } catch let error as SystemError {
      throw Failure(error, "\(displayed(path)) can't be locked")
    } catch let error as Failure {
      throw error
    } catch {
      throw Failure(.internalError, "\(displayed(path)) can't be locked: \(error)")
    }
  }

  /// Where a program has put another file under the name, locks that too; the old one's lock goes.
  /// What can't be locked now (it isn't there, or someone else was faster) is tried again next
  /// time.
  mutating func follow() {
    do {
      if try Self.hasName(path, held) { return }
      let file = try Self.open(path)
      if try file.lock(mode) { held = file }
    } catch {
      return
    }
  }

  /// To make a document that isn't there yet, its directory is locked.
  private static func open(_ path: [UInt8]) throws(SystemError) -> Descriptor {
    do {
      return try openPath(path, [.readOnly, .nonBlocking])
    } catch {
      guard error.errno == .noSuchFile else { throw error }
      return try openPath(directory(of: path), [.readOnly, .directory])
    }
  }

  private static func hasName(
    _ path: [UInt8], _ file: borrowing Descriptor
  ) throws(SystemError) -> Bool {
    let mine = try file.status()
    do {
      return try status(ofPath: path).isSameFile(as: mine)
    } catch {
      guard error.errno == .noSuchFile else { throw error }
      return try status(ofPath: directory(of: path)).isSameFile(as: mine)
    }
  }
}
