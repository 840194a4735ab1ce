import FoundationEssentials
import LinuxSystem

/// Decides what writing a document means, from three values: what is wanted, what was known to
/// stand there, and what does.
///
/// What only others changed stays as they left it; what only the writer changed is written; what
/// both changed is in conflict, unless both made the same of it. What is not wanted goes, but for
/// what the writer couldn't know: what came since, and what no `String` names.
struct FilePlanner {
  /// Whether the file at a path of the document has this content.
  let holds: (_ path: [UInt8], FileStatus, Data) throws(SystemError) -> Bool
  /// What both changed, as paths in the document.
  private(set) var conflicts: [[UInt8]] = []

  init(holds: @escaping (_ path: [UInt8], FileStatus, Data) throws(SystemError) -> Bool) {
    self.holds = holds
  }

  /// Nil where nothing is to stand there.
  mutating func plan(
    _ wanted: FileNode?, known: FileRecord?, disk: FileRecord?, at path: [UInt8] = []
  ) throws(SystemError) -> FilePlan? {
    switch wanted {
    case nil: try planRemoval(known: known, disk: disk, at: path)
    case .file(.data(let data), let mode)?:
      try planData(data, mode: mode, known: known, disk: disk, at: path)
    case .file(.stored(let file, let cached), let mode)?:
      planStored(file, cached: cached, mode: mode, known: known, disk: disk, at: path)
    case .symbolicLink(let target)?: planLink(target, known: known, disk: disk, at: path)
    case .directory(let members, let mode)?:
      try planDirectory(members, mode: mode, known: known, disk: disk, at: path)
    }
  }

  // MARK: Nothing is wanted

  private mutating func planRemoval(
    known: FileRecord?, disk: FileRecord?, at path: [UInt8]
  ) throws(SystemError) -> FilePlan? {
    guard let disk else { return nil }
    // It came since, or was changed since: an edit beats a deletion.
    guard let known, disk.isUntouched(since: known) else { return .keep }
    if case .special = disk { return .keep }
    guard case .directory(let status, let members) = disk else { return nil }
    var kept: [[UInt8]: FilePlan] = [:]
    for (name, member) in members {
      let inner = path.isEmpty ? name : path + [slash] + name
      kept[name] =
        isNameable(name)
        ? try planRemoval(known: known.members[name], disk: member, at: inner) : .keep
    }
    return kept.isEmpty ? nil : .directory(kept, mode: status.mode)
  }

  // MARK: A file is wanted

  private mutating func planData(
    _ data: Data, mode: UInt32?, known: FileRecord?, disk: FileRecord?, at path: [UInt8]
  ) throws(SystemError) -> FilePlan {
    let write = FilePlan.write(data, mode: mode)
    // What others deleted meanwhile comes back: an edit beats a deletion.
    guard let disk else { return write }
    if case .file(let status) = disk, status.size == data.count,
      try holds(path, status, data)
    {
      return isMode(mode, of: status) ? .keep : write
    }
    return replacing(disk, known: known, at: path, by: write)
  }

  private mutating func planStored(
    _ file: StoredFile, cached: Data?, mode: UInt32?, known: FileRecord?, disk: FileRecord?,
    at path: [UInt8]
  ) -> FilePlan {
    let copy = FilePlan.copy(file, cached: cached, mode: mode)
    guard let disk else {
      // Others deleted what is unchanged here.
      if known?.isSameContent(as: .file(file.status)) ?? false { conflicts.append(path) }
      return copy
    }
    if case .file(let status) = disk, status.isSameContent(as: file.status) {
      return isMode(mode, of: status) ? .keep : copy
    }
    if let known, known.isSameContent(as: .file(file.status)) {
      // Only others changed it.
      return .keep
    }
    return replacing(disk, known: known, at: path, by: copy)
  }

  // MARK: A link or a directory is wanted

  private mutating func planLink(
    _ target: [UInt8], known: FileRecord?, disk: FileRecord?, at path: [UInt8]
  ) -> FilePlan {
    guard let disk else { return .symbolicLink(target) }
    if case .symbolicLink(target, _) = disk { return .keep }
    if case .symbolicLink(target, _)? = known { return .keep }
    return replacing(disk, known: known, at: path, by: .symbolicLink(target))
  }

  private mutating func planDirectory(
    _ wanted: [[UInt8]: FileNode], mode: UInt32?, known: FileRecord?, disk: FileRecord?,
    at path: [UInt8]
  ) throws(SystemError) -> FilePlan {
    var onDisk: [[UInt8]: FileRecord] = [:]
    if case .directory(_, let members)? = disk { onDisk = members }
    let status = disk?.status
    var members: [[UInt8]: FilePlan] = [:]
    for name in Set(wanted.keys).union(onDisk.keys) {
      let inner = path.isEmpty ? name : path + [slash] + name
      if wanted[name] == nil, !isNameable(name) {
        members[name] = .keep
      } else {
        members[name] = try plan(
          wanted[name], known: known?.members[name], disk: onDisk[name], at: inner)
      }
    }
    guard let disk, let status, disk.isDirectory else {
      let made = FilePlan.directory(members, mode: mode)
      return disk.map { replacing($0, known: known, at: path, by: made) } ?? made
    }
    let isKept = members.count == onDisk.count && members.values.allSatisfy(\.isKeep)
    return isKept && isMode(mode, of: status) ? .keep : .directory(members, mode: mode)
  }

  // MARK: Both

  private mutating func replacing(
    _ disk: FileRecord, known: FileRecord?, at path: [UInt8], by plan: FilePlan
  ) -> FilePlan {
    if !disk.isUntouched(since: known) { conflicts.append(path) }
    return plan
  }

  private func isMode(_ mode: UInt32?, of status: FileStatus) -> Bool {
    mode == nil || mode == status.mode
  }
}

/// Whether a wrapper can have a member of this name.
private func isNameable(_ name: [UInt8]) -> Bool {
  String(validating: name, as: UTF8.self) != nil
}

private let slash = UInt8(ascii: "/")
