import Glibc

/// An error number of the system. A struct, not an enum, so that unknown numbers survive.
package struct Errno: RawRepresentable, Hashable, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// What the last failed call of this thread left behind.
  static var current: Errno { Errno(rawValue: Glibc.errno) }
}

extension Errno {
  package static let notPermitted = Errno(rawValue: EPERM)
  package static let noSuchFile = Errno(rawValue: ENOENT)
  package static let interrupted = Errno(rawValue: EINTR)
  package static let inputOutput = Errno(rawValue: EIO)
  package static let noSuchDevice = Errno(rawValue: ENXIO)
  package static let badDescriptor = Errno(rawValue: EBADF)
  package static let noChild = Errno(rawValue: ECHILD)
  package static let wouldBlock = Errno(rawValue: EAGAIN)
  package static let noMemory = Errno(rawValue: ENOMEM)
  package static let accessDenied = Errno(rawValue: EACCES)
  package static let busy = Errno(rawValue: EBUSY)
  package static let exists = Errno(rawValue: EEXIST)
  package static let crossesDevices = Errno(rawValue: EXDEV)
  package static let notDirectory = Errno(rawValue: ENOTDIR)
  package static let isDirectory = Errno(rawValue: EISDIR)
  package static let invalid = Errno(rawValue: EINVAL)
  package static let tooManyOpenInSystem = Errno(rawValue: ENFILE)
  package static let tooManyOpen = Errno(rawValue: EMFILE)
  /// An `ioctl` that this kind of file doesn't know.
  package static let noTerminalCall = Errno(rawValue: ENOTTY)
  package static let textBusy = Errno(rawValue: ETXTBSY)
  package static let fileTooLarge = Errno(rawValue: EFBIG)
  package static let noSpace = Errno(rawValue: ENOSPC)
  package static let readOnly = Errno(rawValue: EROFS)
  package static let tooManyLinks = Errno(rawValue: EMLINK)
  package static let brokenPipe = Errno(rawValue: EPIPE)
  package static let outOfRange = Errno(rawValue: ERANGE)
  package static let deadlock = Errno(rawValue: EDEADLK)
  package static let tooLong = Errno(rawValue: E2BIG)
  package static let nameTooLong = Errno(rawValue: ENAMETOOLONG)
  package static let noLocks = Errno(rawValue: ENOLCK)
  package static let notImplemented = Errno(rawValue: ENOSYS)
  package static let notEmpty = Errno(rawValue: ENOTEMPTY)
  /// Too many symbolic links, and what a symbolic link gives where none may be followed.
  package static let symbolicLink = Errno(rawValue: ELOOP)
  package static let noAttribute = Errno(rawValue: ENODATA)
  package static let overflow = Errno(rawValue: EOVERFLOW)
  package static let badSequence = Errno(rawValue: EILSEQ)
  package static let notSupported = Errno(rawValue: EOPNOTSUPP)
  package static let addressInUse = Errno(rawValue: EADDRINUSE)
  package static let connectionAborted = Errno(rawValue: ECONNABORTED)
  package static let connectionReset = Errno(rawValue: ECONNRESET)
  package static let connectionRefused = Errno(rawValue: ECONNREFUSED)
  package static let timedOut = Errno(rawValue: ETIMEDOUT)
  package static let stale = Errno(rawValue: ESTALE)
  package static let quota = Errno(rawValue: EDQUOT)
  package static let cancelled = Errno(rawValue: ECANCELED)
}

extension Errno {
  /// Whether it says that nothing is at a path, or something that is never followed: a symbolic
  /// link in its way.
  package var isAbsence: Bool {
    self == .noSuchFile || self == .notDirectory || self == .symbolicLink
  }

  /// Whether it says that a file can't have a second name there.
  package var isLinkRefusal: Bool {
    isLack || self == .notPermitted || self == .tooManyLinks
  }

  /// Whether it says that the file system, or the kernel, lacks the call or the flag.
  package var isLack: Bool {
    self == .invalid || self == .notImplemented || self == .notSupported
  }
}

extension Errno: CustomStringConvertible {
  /// What the system calls it, and its number: "No such file or directory (errno 2)".
  ///
  /// Wraps `strerror_r(3)`.
  package var description: String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard let start = buffer.baseAddress, strerror_r(rawValue, start, buffer.count) == 0 else {
        return "errno \(rawValue)"
      }
      return "\(String(cString: start)) (errno \(rawValue))"
    }
  }
}
