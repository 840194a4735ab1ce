import LinuxSystem

extension InotifyMask {
  /// What is told of a directory of documents, and of itself.
  ///
  /// Close-after-writing counts even without a modification: a write through a mapping gives no
  /// event but that. Modifications are told too, since a truncation by path gives nothing else.
  static let documents: InotifyMask = [
    .created, .deleted, .modified, .closedAfterWriting, .attributes, .movedFrom, .movedTo,
    .selfDeleted, .selfMoved, .onlyDirectory, .excludeUnlinked,
  ]

  /// What is told of a folder of displaced files: only that their content may have changed.
  static let displacedFiles: InotifyMask = [
    .modified, .closedAfterWriting, .onlyDirectory, .excludeUnlinked, .addToMask,
  ]

  /// What is told of the directory above the root: that names come and go. Nothing that is
  /// done to the files beside the root wakes anyone.
  static let names: InotifyMask = [
    .created, .deleted, .movedFrom, .movedTo, .onlyDirectory, .addToMask,
  ]
}
