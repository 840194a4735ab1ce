import FoundationEssentials
import LinuxSystem
import Synchronization

/// Where a document stands, shared by all that was read of it, so that a rename moves them all.
package final class FileLocation: Sendable {
  private let current: Mutex<FilePlace>

  package init(_ place: FilePlace) {
    current = Mutex(place)
  }

  package var place: FilePlace { current.withLock { $0 } }

  /// Says that the document was renamed.
  package func move(to place: FilePlace) {
    current.withLock { $0 = place }
  }
}

/// A file's content that lies on disk, in a document or as one.
package struct StoredFile: Sendable {
  let location: FileLocation
  /// Beneath the document; empty for the document itself.
  let path: [UInt8]
  /// What it was when it was seen.
  let status: FileStatus

  /// Opens it, or says what is wrong: `.noSuchFile` where it has gone, `.stale` where its name is
  /// another file's now or it was changed, so that its content would be another moment's than the
  /// rest of what was read.
  func open(at place: FilePlace) throws(SystemError) -> Descriptor {
    let file: Descriptor
    do throws(SystemError) {
      let document = try place.open()
      if path.isEmpty {
        file = try document.directory.openDocument(document.name)
      } else {
        file = try document.directory.openDirectory(document.name).openDocument(path)
      }
    } catch {
      throw SystemError(call: error.call, errno: error.errno, path: whole(at: place))
    }
    let now = try file.status()
    guard now.kind == .file, now.isSameContent(as: status) else { throw stale(at: place) }
    return file
  }

  /// All of its content, as it was when it was seen.
  func read(_ transfer: Transfer? = nil) throws(SystemError) -> Data {
    let place = location.place
    let file = try open(at: place)
    var data = Data(capacity: Int(clamping: status.size))
    while data.count < status.size {
      let count = Int(clamping: min(status.size - Int64(data.count), Int64(Transfer.part)))
      let bytes = try file.read(at: Int64(data.count), count: count)
      data.append(contentsOf: bytes)
      try transfer?.pass(bytes.count)
      if bytes.count < count { break }
    }
    // A program may have written while it was read.
    guard try file.status().isSameContent(as: status) else { throw stale(at: place) }
    FileActivity.current?.noteRead(data.count)
    return data
  }

  private func stale(at place: FilePlace) -> SystemError {
    SystemError(call: "open", errno: .stale, path: whole(at: place))
  }

  private func whole(at place: FilePlace) -> [UInt8] {
    path.isEmpty ? place.path : place.path + [UInt8(ascii: "/")] + path
  }
}
