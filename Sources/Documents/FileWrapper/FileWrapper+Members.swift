import FoundationEssentials
import LinuxSystem

extension FileWrapper {
  func insert(_ child: FileWrapper) -> String {
    let wanted = child.preferredFilename ?? child.filename ?? ""
    let name = wanted.isEmpty ? "Untitled" : wanted
    if child.preferredFilename == nil { child.preferredFilename = name }
    guard case .directory(var members, let unnamed) = content else { return name }
    let key = freeKey(for: name, in: members)
    members[key] = child
    content = .directory(members, unnamed: unnamed)
    return key
  }

  /// "page.txt", then "page 2.txt", "page 3.txt"…
  private func freeKey(for name: String, in members: [String: FileWrapper]) -> String {
    guard members[name] != nil else { return name }
    let dot = name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : $0 } ?? name.endIndex
    var number = 2
    while true {
      let key = "\(name[..<dot]) \(number)\(name[dot...])"
      if members[key] == nil { return key }
      number += 1
    }
  }
}

// MARK: From disk

extension FileWrapper {
  /// Becomes what was seen on disk.
  func adopt(_ record: FileRecord, location: FileLocation, path: [UInt8]) {
    origin = (location, record)
    forgetAttributes()
    switch record {
    case .file(let status):
      let stored = StoredFile(location: location, path: path, status: status)
      content = .file(data: nil, stored: stored)
    case .symbolicLink(let target, _):
      content = .symbolicLink(target)
    case .directory(_, let members):
      var named: [String: FileWrapper] = [:]
      var unnamed: [[UInt8]: FileNode] = [:]
      for (name, member) in members {
        let inner = path.isEmpty ? name : path + [UInt8(ascii: "/")] + name
        if case .special = member { continue }
        if let key = String(validating: name, as: UTF8.self), named[key] == nil {
          named[key] = FileWrapper(member, location: location, path: inner, name: key)
        } else {
          unnamed[name] = FileNode(member, location: location, path: inner)
        }
      }
      content = .directory(named, unnamed: unnamed)
    case .special:
      content = .file(data: nil, stored: nil)
    }
  }

  func loadContents() throws -> Data {
    guard case .file(let data, let stored) = content else {
      throw CocoaError.file(
        .read, .fileReadUnknown, "it is no file.",
        at: Array((filename ?? preferredFilename ?? "").utf8))
    }
    if let data { return data }
    guard let stored else { return Data() }
    do {
      let data = try stored.read()
      content = .file(data: data, stored: stored)
      return data
    } catch {
      throw CocoaError.file(.read, error, at: error.path ?? stored.location.place.path)
    }
  }

  func readDisk(_ url: URL, _ options: ReadingOptions) throws {
    let place = try FilePlace(url, for: .read)
    let record = try FileRecord.readable(at: place)
    let name = String(decoding: place.name, as: UTF8.self)
    let fresh = FileWrapper(record, location: FileLocation(place), path: [], name: name)
    if options.contains(.immediate) { try fresh.loadAll() }
    content = fresh.content
    origin = fresh.origin
    forgetAttributes()
    filename = name
    preferredFilename = name
  }

  private func loadAll() throws {
    switch content {
    case .file: _ = try contents()
    case .directory(let members, _): for member in members.values { try member.loadAll() }
    case .symbolicLink: break
    }
  }

  func matches(_ url: URL) -> Bool {
    guard let record = origin?.record else { return false }
    do {
      return try FileRecord.scan(FilePlace(url, for: .read))?.matches(record) ?? false
    } catch {
      return false
    }
  }
}

extension FileNode {
  init?(_ record: FileRecord, location: FileLocation, path: [UInt8]) {
    switch record {
    case .file(let status):
      self = .file(
        .stored(StoredFile(location: location, path: path, status: status), cached: nil), mode: nil)
    case .symbolicLink(let target, _): self = .symbolicLink(target)
    case .special: return nil
    case .directory(_, let members):
      var nodes: [[UInt8]: FileNode] = [:]
      for (name, member) in members {
        nodes[name] = FileNode(
          member, location: location, path: path.isEmpty ? name : path + [UInt8(ascii: "/")] + name)
      }
      self = .directory(nodes, mode: nil)
    }
  }
}

extension FilePlace {
  /// Where a file URL leads.
  init(_ url: URL, for attempt: CocoaError.Attempt) throws {
    guard let path = pathBytes(of: url) else {
      throw CocoaError.file(
        attempt, attempt == .read ? .fileReadUnsupportedScheme : .fileWriteUnsupportedScheme,
        "it is no file's URL.", at: Array(url.absoluteString.utf8))
    }
    do {
      try self.init(path: path)
    } catch {
      throw CocoaError.file(attempt, error, at: path)
    }
  }

  /// The whole path that an error of a call in the directory is about.
  func path(of error: SystemError) -> [UInt8] {
    error.path.map { $0.first == UInt8(ascii: "/") ? $0 : directory + [UInt8(ascii: "/")] + $0 }
      ?? path
  }
}
