public import FoundationEssentials
import LinuxSystem

/// What passes between an adapter and its file: what was read is a model, what is written a file.
///
/// A model of the older kind knows nothing of tasks. So it makes its file on the main actor, where it
/// is used, and only what can be no model any more goes to the writer.
public struct OlderDocumentSnapshot<Model> {
  enum Content {
    case read(Model)
    case written(FileNode, UTType)
  }

  let content: Content
}

/// Writes the file that a model of the older kind has made.
public struct OlderDocumentWriter<Model>: DocumentWriter {
  let memory: FileMemory

  /// Puts the file in place in one step, and of a package only what is different.
  @concurrent
  public func write(
    snapshot: sending OlderDocumentSnapshot<Model>, to destination: sending URL,
    previous: sending OlderDocumentSnapshot<Model>?, progress: consuming Subprogress
  ) async throws {
    // What was read and not changed since stands there already.
    guard case .written(let node, _) = snapshot.content else { return }
    let target = try await WritingTarget.find(destination)
    let record = try await target.write(node, progress)
    memory.remembered = .init(location: target.location, record: record)
  }
}

extension FileWrapper {
  /// What it was read as.
  var remembered: FileMemory.Remembered? {
    origin.map { .init(location: $0.location, record: $0.record) }
  }
}

extension FileMemory {
  /// A wrapper of what was last read or written; nil for a new document.
  var existingFile: FileWrapper? {
    remembered.map {
      let name = String(decoding: $0.location.place.name, as: UTF8.self)
      return FileWrapper($0.record, location: $0.location, path: [], name: name)
    }
  }
}
