import Engine
package import Reconciliation

/// Another program's descriptor that is open for writing.
struct SimulatedHandle {
  /// The name it was opened by; it follows the renames of that name.
  let name: SimulatedName
  var offset: Int
  /// Whether it wrote through a mapping, which tells nothing until the close.
  var isMapped: Bool
}

/// What opening a file for writing does to its content.
package enum SimulatedOpening: Sendable {
  /// Empties it, and creates it where it is missing.
  case truncating
  /// Writes go to its end; creates it where it is missing.
  case appending
  /// Leaves it as it is and writes from its start; it must exist.
  case updating
  /// As `updating`, through a shared mapping: no hint before the close.
  case mapping
}

extension SimulatedVolume {
  /// Opens a file as another program, and returns a number for its descriptor; nil where that
  /// can't be. Until it is closed, the program can write to the inode wherever that lies by then.
  package func beginWriting(_ path: RelativePath, _ opening: SimulatedOpening = .truncating)
    -> Int?
  {
    programActs()
    let present = find(path)
    guard let name = present ?? createForWriting(path, opening) else { return nil }
    let node = name.node
    guard node.kind == .file else { return nil }
    if opening == .truncating, present != nil { truncate(name) }
    node.writers += 1
    let number = nextHandle
    nextHandle += 1
    handles[number] = SimulatedHandle(
      name: name, offset: opening == .appending ? node.content.count : 0,
      isMapped: opening == .mapping)
    return number
  }

  /// Where the file lies that a descriptor is of; nil where it has no name in the tree any more.
  func path(ofHandle handle: Int) -> RelativePath? {
    guard let name = handles[handle]?.name, name.isAttached else { return nil }
    return path(of: name)
  }

  /// Writes at the descriptor's place, over what is there and on past the end.
  package func writeChunk(_ handle: Int, _ bytes: [UInt8]) {
    guard let open = handles[handle], !bytes.isEmpty else { return }
    programActs()
    let node = open.name.node
    // Someone may have cut the file since: then there is a hole.
    let hole = max(open.offset - node.content.count, 0)
    node.content += Array(repeating: 0, count: hole)
    let end = min(open.offset + bytes.count, node.content.count)
    node.content.replaceSubrange(open.offset..<end, with: bytes)
    handles[handle]?.offset += bytes.count
    if !open.isMapped { tell(Hint.writing, open.name) }
    // Through a mapping only the first write to a page moves the times.
    if !open.isMapped || open.offset == 0 { stampContent(node) }
  }

  package func close(_ handle: Int) {
    guard let open = handles.removeValue(forKey: handle) else { return }
    programActs()
    open.name.node.writers -= 1
    tell(Hint.closed, open.name)
  }

  /// The descriptors that are open, oldest first.
  package var openHandles: [Int] { handles.keys.sorted() }

  private func createForWriting(_ path: RelativePath, _ opening: SimulatedOpening)
    -> SimulatedName?
  {
    guard opening == .truncating || opening == .appending else { return nil }
    return create(.file, at: path, content: [], mode: 0o644)
  }

  private func truncate(_ name: SimulatedName) {
    name.node.content = []
    stampContent(name.node)
    tell(Hint.writing, name)
  }

  func stampContent(_ node: SimulatedNode) {
    node.modified = timestamp()
    node.changed = node.modified
  }
}
