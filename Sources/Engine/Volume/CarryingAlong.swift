import LinuxSystem
import Reconciliation

/// What is carried along when a package is replaced: locks, swap files and the like, which are no
/// part of the document, and which the programs that made them must find where they left them.
extension StandingPackage {
  /// Gives the files among them a second name in the package that is being built, so that they are
  /// there at the very moment at which it takes the name. What can't have one follows afterwards.
  func carryFiles(to package: borrowing Descriptor) throws(SystemError) {
    for found in walk.carried where found.status.kind != .directory {
      do throws(SystemError) {
        let source = try descriptor.place(of: found.path.bytes)
        let target = try package.place(of: found.path.bytes)
        try source.directory.link(source.name, to: target.directory, as: target.name)
      } catch {
        guard error.errno.isNoReasonToStop else { throw error }
      }
    }
  }

  /// Once the other package has the name: has what came since, and what has no second name, follow,
  /// and takes away what its program has removed meanwhile.
  func carryRest(to package: borrowing Descriptor) throws(SystemError) {
    let now = try PackageWalk(descriptor).carried
    for found in now {
      do throws(SystemError) {
        let source = try descriptor.place(of: found.path.bytes)
        let target = try package.place(of: found.path.bytes)
        try source.directory.rename(source.name, to: target.directory, as: target.name, .noReplace)
      } catch {
        // It is there already, or its directory is no more.
        guard error.errno.isNoReasonToStop else { throw error }
      }
    }
    let left = Set(now.map(\.path))
    for found in walk.carried where found.status.kind != .directory && !left.contains(found.path) {
      do throws(SystemError) {
        let target = try package.place(of: found.path.bytes)
        if try target.directory.status(of: target.name).isSameFile(as: found.status) {
          try target.directory.removeFile(target.name)
        }
      } catch {
        guard error.errno.isNoReasonToStop else { throw error }
      }
    }
  }
}

extension Errno {
  /// Whether it only says that one file, which is no document, can't be carried along.
  fileprivate var isNoReasonToStop: Bool {
    isAbsence || isLinkRefusal || self == .exists || self == .crossesDevices
      || self == .accessDenied || self == .busy || self == .notEmpty
  }
}
