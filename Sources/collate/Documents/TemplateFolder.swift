import Documents
import LinuxSystem
import Reconciliation

/// Where a person's own templates lie, each a document.
///
/// That is `$XDG_TEMPLATES_DIR`, else what `user-dirs.dirs` of xdg-user-dirs says, else
/// `~/Templates`.
struct TemplateFolder {
  struct Template: Hashable {
    var name: [UInt8]
    var path: [UInt8]
    var isDirectory: Bool

    /// Without what is behind the last dot.
    var stem: [UInt8] {
      let ending = fileNameExtension(of: name)
      return ending.map { Array(name.dropLast($0.count + 1)) } ?? name
    }
  }

  /// Nil where there is no home to look in.
  let path: [UInt8]?

  init(system: System) {
    let home = system.environment("HOME").flatMap { $0.first == slash ? $0 : nil }
    if let set = system.environment("XDG_TEMPLATES_DIR"), set.first == slash {
      path = set
    } else if let home {
      path = Self.configured(home, system) ?? home + Array("/Templates".utf8)
    } else {
      path = nil
    }
  }

  /// The templates there, by name; what is hidden, and directories that are no documents, are none.
  @MainActor
  func templates() throws(Failure) -> [Template] {
    guard let path else { return [] }
    do throws(SystemError) {
      let folder = try openPath(path, [.readOnly, .directory])
      var found: [Template] = []
      for entry in try folder.list() where entry.name.first != UInt8(ascii: ".") {
        let place = path + [slash] + entry.name
        guard let status = try Self.status(place) else { continue }
        let isDirectory = status.kind == .directory
        guard status.kind == .file || isDirectory && isPackage(entry.name) else { continue }
        found.append(Template(name: entry.name, path: place, isDirectory: isDirectory))
      }
      return found.sorted { $0.name.lexicographicallyPrecedes($1.name) }
    } catch {
      if error.errno == .noSuchFile || error.errno == .notDirectory { return [] }
      throw Failure(error, "the templates in \(displayed(path)) can't be listed")
    }
  }

  /// Nil for a link that leads nowhere.
  private static func status(_ path: [UInt8]) throws(SystemError) -> FileStatus? {
    do throws(SystemError) {
      return try LinuxSystem.status(ofPath: path)
    } catch {
      guard error.errno == .noSuchFile else { throw error }
      return nil
    }
  }

  /// What the desktop has written down, as a shell would read it: `XDG_TEMPLATES_DIR="$HOME/Vorlagen"`.
  private static func configured(_ home: [UInt8], _ system: System) -> [UInt8]? {
    let folder = system.environment("XDG_CONFIG_HOME") ?? home + Array("/.config".utf8)
    let lines: [ArraySlice<UInt8>]
    do {
      let file = try openPath(folder + Array("/user-dirs.dirs".utf8), .readOnly)
      guard let content = try file.readAll(limit: 1 << 16) else { return nil }
      lines = content.split(separator: UInt8(ascii: "\n"))
    } catch {
      // Most have none.
      return nil
    }
    let start = Array("XDG_TEMPLATES_DIR=\"".utf8)
    guard let line = lines.last(where: { $0.starts(with: start) }),
      line.last == UInt8(ascii: "\"")
    else { return nil }
    let value = Array(line.dropFirst(start.count).dropLast())
    let variable = Array("$HOME/".utf8)
    if value.starts(with: variable) {
      let rest = value.dropFirst(variable.count)
      // The home itself means that there are none.
      return rest.isEmpty ? nil : home + [slash] + rest
    }
    return value.first == slash ? value : nil
  }
}

/// Whether a directory of that name is one document.
@MainActor
func isPackage(_ name: [UInt8]) -> Bool {
  contentType(ofNamed: name)?.conforms(to: .package) ?? false
}

private let slash = UInt8(ascii: "/")
