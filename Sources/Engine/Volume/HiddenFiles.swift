import LinuxSystem
import Reconciliation

/// Which files of Collate's own lie hidden in a person's directories, written down before each
/// is made.
///
/// Needed only below a nested mount, where neither the state folder nor the root can stage. Only
/// a file that is written down here is hidden or cleaned up: what merely looks alike is a
/// person's.
struct HiddenFiles {
  private static let fileName = Array("hidden".utf8)
  private static let newName = Array("hidden.new".utf8)
  /// Far more than is ever there; a larger file is not ours.
  private static let sizeLimit = 16 << 20

  private(set) var paths: Set<RelativePath> = []

  /// Reads what was written down in the state folder.
  init(in folder: borrowing Descriptor) throws(SystemError) {
    do {
      let file = try folder.open(beneath: Self.fileName, .readOnly)
      let bytes = try file.readAll(limit: Self.sizeLimit) ?? []
      paths = Set(bytes.split(separator: 0).compactMap { RelativePath(Array($0)) })
    } catch {
      guard error.errno == .noSuchFile else { throw error }
    }
  }

  mutating func insert(
    _ path: RelativePath, in folder: borrowing Descriptor
  ) throws(SystemError) {
    guard paths.insert(path).inserted else { return }
    try save(in: folder)
  }

  mutating func remove(
    _ path: RelativePath, in folder: borrowing Descriptor
  ) throws(SystemError) {
    guard paths.remove(path) != nil else { return }
    try save(in: folder)
  }

  private func save(in folder: borrowing Descriptor) throws(SystemError) {
    let file = try folder.open(beneath: Self.newName, [.writeOnly, .create, .truncate])
    // No path holds a NUL.
    try file.writeAll(Array(paths.sorted().map(\.bytes).joined(separator: [0])))
    try file.sync()
    try folder.rename(Self.newName, to: folder, as: Self.fileName, .replace)
    try folder.sync()
  }
}
