import FoundationEssentials
import LinuxSystem

extension FileWrapper {
  func writeDisk(_ url: URL, _ options: WritingOptions, _ original: URL?) throws {
    let place = try FilePlace(url, for: .write)
    let source = try original.map { try FilePlace($0, for: .write) }
    // Elsewhere, what was read says nothing of what stands there.
    let known = origin.flatMap { $0.location.place == place ? $0.record : nil }
    let record = try DocumentWriting(
      place: place, wanted: try frozen(), known: known, source: source
    ).run()
    // Of a copy elsewhere, that may be carried away, only new content is remembered.
    let isHome = known != nil || origin == nil || source == place
    let location = origin.flatMap { isHome ? $0.location : nil } ?? FileLocation(place)
    note(record, at: location, isHome: isHome)
    if options.contains(.withNameUpdating) {
      updateNames(to: String(decoding: place.name, as: UTF8.self))
    }
  }

  /// Remembers what it was written as.
  func note(
    _ record: FileRecord, at location: FileLocation, path: [UInt8] = [], isHome: Bool
  ) {
    switch (content, record) {
    case (.file(let data, let stored), .file(let status)):
      guard isHome || stored == nil else { return }
      content = .file(
        data: data, stored: StoredFile(location: location, path: path, status: status))
      origin = (location, record)
    case (.directory(let members, let unnamed), .directory(_, let records)):
      if isHome || origin == nil { origin = (location, record) }
      var others = unnamed
      for (name, member) in records {
        let inner = path.isEmpty ? name : path + [UInt8(ascii: "/")] + name
        if unnamed[name] != nil, isHome {
          others[name] = FileNode(member, location: location, path: inner)
        } else if let key = String(validating: name, as: UTF8.self) {
          members[key]?.note(member, at: location, path: inner, isHome: isHome)
        }
      }
      content = .directory(members, unnamed: others)
    case (.symbolicLink, .symbolicLink):
      if isHome || origin == nil { origin = (location, record) }
    default: break
    }
  }

  private func updateNames(to name: String) {
    filename = name
    guard case .directory(let members, _) = content else { return }
    for (key, member) in members { member.updateNames(to: key) }
  }
}
