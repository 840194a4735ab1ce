import FoundationEssentials

extension MIMEDatabase {
  /// The database of this system, as the XDG base directory specification finds it. What can't be
  /// read is as if it weren't there: built-in types serve.
  static func load(environment: [String: String]) -> MIMEDatabase {
    MIMEDatabase(folders: folders(environment: environment).reversed().map(Folder.init(at:)))
  }

  /// The `mime` folders, the most important first. Paths that are not absolute don't count.
  static func folders(environment: [String: String]) -> [URL] {
    var paths: [String] = []
    if let home = environment["XDG_DATA_HOME"], home.hasPrefix("/") {
      paths.append(home)
    } else if let home = environment["HOME"], home.hasPrefix("/") {
      paths.append(home + "/.local/share")
    }
    var shared = environment["XDG_DATA_DIRS"] ?? ""
    if shared.isEmpty { shared = "/usr/local/share:/usr/share" }
    paths += shared.split(separator: ":").filter { $0.hasPrefix("/") }.map(String.init)
    return paths.map { URL(filePath: $0, directoryHint: .isDirectory).appending(path: "mime") }
  }
}

extension MIMEDatabase.Folder {
  /// Larger than any such file is; what is larger is not one.
  private static let sizeLimit = 16 << 20

  init(at folder: URL) {
    globs = Self.content(of: folder.appending(path: "globs2"))
    subclasses = Self.content(of: folder.appending(path: "subclasses"))
    aliases = Self.content(of: folder.appending(path: "aliases"))
  }

  private static func content(of file: URL) -> [UInt8] {
    do {
      let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
      // A FIFO in its place would never end.
      guard attributes[.type] as? FileAttributeType == .typeRegular else { return [] }
      if let size = attributes[.size] as? Int, size > sizeLimit { return [] }
      return [UInt8](try Data(contentsOf: file))
    } catch {
      return []
    }
  }
}
