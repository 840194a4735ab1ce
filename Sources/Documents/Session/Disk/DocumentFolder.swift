import LinuxSystem

/// Which file a document is, whatever its names.
struct DocumentKey: Hashable, Sendable {
  let device: UInt64
  let inode: UInt64
  let isDirectory: Bool

  /// Nil where nothing has the name.
  init?(_ place: DocumentPlace) throws(SystemError) {
    guard let status = try place.status() else { return nil }
    device = status.device
    inode = status.inode
    isDirectory = status.kind == .directory
  }
}

extension DocumentPlace {
  /// Clears up what crashed programs have left beside the document.
  func clearUp() {
    do throws(SystemError) {
      try SavingFolder.clearUp(beside: self)
    } catch {
      // Another user's, on a full disk, or not ours to list: it stays hidden, and does no harm.
    }
  }
}

/// A folder that documents lie in.
enum DocumentFolder {
  /// The documents of these types in it, by name; hidden ones are left out.
  static func documents(
    in folder: DocumentPath, of types: [UTType]
  ) throws(SystemError) -> [DocumentPath] {
    let directory = try openPath(folder.bytes, [.readOnly, .directory])
    var found: [DocumentPath] = []
    for entry in try directory.list() where entry.name.first != UInt8(ascii: ".") {
      let isDirectory: Bool
      do throws(SystemError) {
        let kind =
          if let known = entry.kind { known } else { try directory.status(of: entry.name).kind }
        guard kind == .file || kind == .directory else { continue }
        isDirectory = kind == .directory
      } catch {
        // Gone since it was listed.
        guard error.errno == .noSuchFile else { throw error }
        continue
      }
      if DocumentName.type(of: entry.name, isDirectory: isDirectory, among: types) != nil {
        found.append(DocumentPath(directory: folder.bytes, name: entry.name))
      }
    }
    return found.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }
}
