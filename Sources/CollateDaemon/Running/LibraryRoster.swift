import Control
import Engine
import FoundationEssentials
import LinuxSystem
import Reconciliation
import StateStore

/// Names libraries, knows their state folders, and remembers those that `collate add` added.
///
/// Used on the engine's thread, and before it begins.
final class LibraryRoster: Sendable {
  private let state: [UInt8]
  private let settings: Settings

  init(state: [UInt8], settings: Settings) {
    self.state = state
    self.settings = settings
  }

  /// What a library at these roots is to be. Refuses roots that lie in one another or in another
  /// library's, or hold that.
  func specification(
    for roots: [[UInt8]], named name: String? = nil, policy: Situation.Policy = .merge,
    copying patterns: [String] = [], beside libraries: Libraries
  ) throws(DaemonError) -> LibrarySpecification {
    var others = libraries.roots
    for root in roots {
      for other in others { try Self.refuseOverlap(root, other) }
      others.append(root)
    }
    let root = roots.first ?? []
    var settings = self.settings
    settings.policy = policy
    settings.keptSideBySide = Array(patterns.joined(separator: "\n").utf8)
    let folder = state + [UInt8(ascii: "/")] + Self.folderName(root, isShared: roots.count > 1)
    do throws(ConfigurationError) {
      try makePrivateFolder(folder)
    } catch {
      throw .failed(message: error.message)
    }
    return LibrarySpecification(
      name: Self.unusedName(name ?? Self.baseName(root), in: libraries.names), roots: roots,
      stateFolder: folder, settings: settings)
  }

  /// Whether there is a state of a library of several whose first root this is.
  func isKnown(_ root: [UInt8]) -> Bool {
    do throws(SystemError) {
      let name = Self.folderName(root, isShared: true)
      _ = try openPath(state + [UInt8(ascii: "/")] + name, [.place, .directory])
      return true
    } catch {
      return false
    }
  }

  private static func refuseOverlap(_ root: [UInt8], _ other: [UInt8]) throws(DaemonError) {
    let (one, two) = (resolved(root), resolved(other))
    if root == other || one == two {
      let also = root == other ? "" : " (it is \(displayed(other)) too)"
      throw .failed(message: "\(displayed(root)) is kept already\(also)")
    }
    if isWithin(one, two) || isWithin(two, one) {
      throw .failed(
        message: "\(displayed(root)) and \(displayed(other)) lie one in the other; "
          + "a document can belong to one library only")
    }
  }

  /// The path without symbolic links, as far as it is there.
  private static func resolved(_ root: [UInt8]) -> [UInt8] {
    do throws(SystemError) {
      return try resolvedPath(root)
    } catch {
      return root
    }
  }

  private static func isWithin(_ inner: [UInt8], _ outer: [UInt8]) -> Bool {
    inner.count > outer.count && inner.starts(with: outer)
      && (outer.last == UInt8(ascii: "/") || inner[outer.count] == UInt8(ascii: "/"))
  }

  private static func baseName(_ root: [UInt8]) -> String {
    let last = root.split(separator: UInt8(ascii: "/")).last.map { Array($0) } ?? []
    return last.isEmpty ? "root" : displayed(last)
  }

  private static func unusedName(_ wanted: String, in names: [String]) -> String {
    guard names.contains(wanted) else { return wanted }
    return (2...).lazy.map { "\(wanted) \($0)" }.first { !names.contains($0) } ?? wanted
  }

  /// The same for the same root, readable, and never two roots' at once.
  private static func folderName(_ root: [UInt8], isShared: Bool) -> [UInt8] {
    let last = root.split(separator: UInt8(ascii: "/")).last ?? []
    let plain = last.prefix(40).map { byte -> UInt8 in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        byte
      default: UInt8(ascii: "_")
      }
    }
    let ending = isShared ? "-shared" : ""
    return plain + Array("-\(SHA256.digest(root).description.prefix(12))\(ending)".utf8)
  }

  // MARK: Libraries that were added

  private var listPath: [UInt8] { state + Array("/libraries.json".utf8) }

  /// The roots that were added and not removed.
  func remembered() throws(DaemonError) -> [[UInt8]] {
    let content: [UInt8]
    do throws(SystemError) {
      content = try openPath(listPath, [.readOnly]).readAll(limit: 1 << 20) ?? []
    } catch {
      if error.errno == .noSuchFile { return [] }
      throw .failed(message: "\(displayed(listPath)) can't be read: \(error)")
    }
    do {
      return try JSONDecoder().decode([String].self, from: Data(content)).compactMap {
        Data(base64Encoded: $0).map { Array($0) }
      }
    } catch {
      throw .failed(
        message: "\(displayed(listPath)) is damaged; remove it and add the libraries again")
    }
  }

  func remember(_ root: [UInt8]) throws(DaemonError) {
    let roots = try remembered()
    if !roots.contains(root) { try write(roots + [root]) }
  }

  func forget(_ root: [UInt8]) throws(DaemonError) {
    try write(try remembered().filter { $0 != root })
  }

  private func write(_ roots: [[UInt8]]) throws(DaemonError) {
    do {
      let content = try JSONEncoder().encode(roots.map { Data($0).base64EncodedString() })
      let disk = try DirectoryStateDisk(path: state)
      try disk.replace("libraries.json", with: Array(content))
    } catch {
      throw .failed(message: "the list of libraries can't be written: \(error)")
    }
  }
}
