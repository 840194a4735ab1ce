import FoundationEssentials
import LinuxSystem

extension FileWrapper {
  /// What it holds now, as a value. A directory that holds itself, or lies too deep, is an error.
  package func frozen() throws -> FileNode {
    var above: Set<ObjectIdentifier> = []
    return try frozen(&above)
  }

  private func frozen(_ above: inout Set<ObjectIdentifier>) throws -> FileNode {
    switch content {
    case .file(let data, let stored):
      if let stored {
        return .file(.stored(stored, cached: data), mode: attributesToWrite)
      }
      return .file(.data(data ?? Data()), mode: attributesToWrite)
    case .symbolicLink(let target):
      return .symbolicLink(target)
    case .directory(let members, let unnamed):
      guard above.count < FileRecord.depthLimit, above.insert(ObjectIdentifier(self)).inserted
      else {
        throw CocoaError.file(
          .write, .fileWriteUnknown, "it holds itself, or lies too deep.",
          at: Array((preferredFilename ?? "").utf8))
      }
      defer { above.remove(ObjectIdentifier(self)) }
      var nodes = unnamed
      for (key, member) in members {
        nodes[try fileName(key)] = try member.frozen(&above)
      }
      return .directory(nodes, mode: attributesToWrite)
    }
  }

  private func fileName(_ key: String) throws -> [UInt8] {
    let name = Array(key.utf8)
    guard !name.isEmpty, name.count <= 255, key != ".", key != "..",
      !name.contains(0), !name.contains(UInt8(ascii: "/"))
    else {
      throw CocoaError.file(
        .write, .fileWriteInvalidFileName, "a file can't have this name. Choose another.", at: name)
    }
    return name
  }
}

extension FileWrapper {
  /// A wrapper of what another held.
  convenience init(_ node: FileNode) {
    switch node {
    case .file(.data(let data), _): self.init(regularFileWithContents: data)
    case .file(.stored(let stored, let cached), _):
      self.init(regularFileWithContents: Data())
      content = .file(data: cached, stored: stored)
      origin = (stored.location, .file(stored.status))
    case .symbolicLink(let target):
      self.init(regularFileWithContents: Data())
      content = .symbolicLink(target)
    case .directory(let nodes, _):
      self.init(directoryWithFileWrappers: [:])
      var members: [String: FileWrapper] = [:]
      var unnamed: [[UInt8]: FileNode] = [:]
      for (name, node) in nodes {
        if let key = String(validating: name, as: UTF8.self), members[key] == nil {
          members[key] = FileWrapper(node)
          members[key]?.preferredFilename = key
        } else {
          unnamed[name] = node
        }
      }
      content = .directory(members, unnamed: unnamed)
    }
  }
}
