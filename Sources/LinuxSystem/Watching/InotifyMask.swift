import Glibc

/// What a watch is to tell, and what an event tells.
package struct InotifyMask: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }
}

extension InotifyMask {
  package static let accessed = InotifyMask(rawValue: UInt32(IN_ACCESS))
  package static let modified = InotifyMask(rawValue: UInt32(IN_MODIFY))
  package static let attributes = InotifyMask(rawValue: UInt32(IN_ATTRIB))
  /// One who could write has closed it; whether it did write is not said.
  package static let closedAfterWriting = InotifyMask(rawValue: UInt32(IN_CLOSE_WRITE))
  package static let closedAfterReading = InotifyMask(rawValue: UInt32(IN_CLOSE_NOWRITE))
  package static let opened = InotifyMask(rawValue: UInt32(IN_OPEN))
  package static let movedFrom = InotifyMask(rawValue: UInt32(IN_MOVED_FROM))
  package static let movedTo = InotifyMask(rawValue: UInt32(IN_MOVED_TO))
  package static let created = InotifyMask(rawValue: UInt32(IN_CREATE))
  package static let deleted = InotifyMask(rawValue: UInt32(IN_DELETE))
  package static let selfDeleted = InotifyMask(rawValue: UInt32(IN_DELETE_SELF))
  package static let selfMoved = InotifyMask(rawValue: UInt32(IN_MOVE_SELF))

  // Told only.
  package static let unmounted = InotifyMask(rawValue: UInt32(IN_UNMOUNT))
  /// Events were lost; the watch is -1 and the name empty.
  package static let overflow = InotifyMask(rawValue: UInt32(IN_Q_OVERFLOW))
  /// The watch is gone, and its number may be given out again.
  package static let ignored = InotifyMask(rawValue: UInt32(IN_IGNORED))
  package static let isDirectory = InotifyMask(rawValue: UInt32(IN_ISDIR))

  // Asked only.
  package static let onlyDirectory = InotifyMask(rawValue: UInt32(IN_ONLYDIR))
  package static let noFollow = InotifyMask(rawValue: UInt32(IN_DONT_FOLLOW))
  /// Says nothing of names that are already unlinked.
  package static let excludeUnlinked = InotifyMask(rawValue: UInt32(IN_EXCL_UNLINK))
  /// Adds to the mask of a watch that is there, instead of replacing it.
  package static let addToMask = InotifyMask(rawValue: UInt32(IN_MASK_ADD))
}
