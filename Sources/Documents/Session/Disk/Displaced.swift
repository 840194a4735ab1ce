import LinuxSystem

/// A version that was replaced while a program had it open for writing. It waits, hidden beside the
/// document, until that program has closed it: what it wrote late is put beside the document then.
final class Displaced: Sendable {
  private let folder: SavingFolder

  /// Keeps what came out of an exchange. Members that are in the new version too are let go.
  init(_ folder: SavingFolder, sharing shared: Set<[UInt8]>) throws(SystemError) {
    self.folder = folder
    let item = try folder.open()
    for path in shared {
      let member = try item.place(of: path)
      try member.directory.removeFile(member.name)
    }
    try folder.note(staged: nil, expected: try DiskVersion.of(item).contentMark)
  }

  enum Outcome: Sendable {
    /// A program still has it open for writing.
    case waiting
    /// Nothing was written late: it is gone.
    case unchanged
    case setAside(SideCopy.Made)
  }

  /// Sees whether the program is done.
  func settle() throws(SystemError) -> Outcome {
    if try folder.isOpenForWriting() { return .waiting }
    let made = try folder.rescue()
    try folder.remove()
    return made.map { .setAside($0) } ?? .unchanged
  }
}
