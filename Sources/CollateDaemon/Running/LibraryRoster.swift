import Control
import Engine
import FoundationEssentials
import LinuxSystem
import Reconciliation
import StateStore
import Synchronization

/// Names libraries, knows their state folders, and remembers those that `collate add` added.
///
/// Used on the engine's thread, and before it begins.
final class LibraryRoster: Sendable {
  let state: [UInt8]
  private let settings: Settings
  /// What the command line or the configuration asked for last.
  let lastWanted = Mutex<[LibraryShape]>([])

  init(state: [UInt8], settings: Settings) {
    self.state = state
    self.settings = settings
  }

  /// What a library of this shape is to be, beside those that are kept. Refuses roots that hold
  /// files in common with one another, with another library or with the state.
  ///
  /// - Parameter name: the library whose shape it takes the place of, if any: its name and its
  ///   state go on.
  func specification(
    for shape: LibraryShape, inPlaceOf name: String? = nil, beside libraries: Libraries
  ) throws(DaemonError) -> LibrarySpecification {
    let others = libraries.specifications.filter { $0.name != name }
    try refuseOverlaps(of: shape, with: others)
    let before = name.flatMap { libraries.specification(of: $0) }
    var settings = self.settings
    settings.policy = shape.policy
    if let flush = shape.flush { settings.flush = flush }
    settings.keptSideBySide = Array(shape.keptSideBySide.joined(separator: "\n").utf8)
    settings.ignored = Array(shape.ignored.joined(separator: "\n").utf8)
    let folder = before?.stateFolder ?? stateFolder(for: shape.roots, besides: others)
    do throws(ConfigurationError) {
      try makePrivateFolder(folder)
    } catch {
      throw .failed(message: error.message)
    }
    let wanted = shape.name ?? before?.name ?? Self.baseName(shape.roots.first ?? [])
    return LibrarySpecification(
      name: Self.unusedName(wanted, in: others.map(\.name)), shape: shape, stateFolder: folder,
      settings: settings)
  }

  private func refuseOverlaps(
    of shape: LibraryShape, with others: [LibrarySpecification]
  ) throws(DaemonError) {
    let overlap = Overlap()
    for (index, root) in shape.roots.enumerated() {
      for other in shape.roots[..<index] {
        try refuse(overlap.kind(root, other), root, other, nil)
      }
      for library in others {
        for other in library.roots {
          try refuse(overlap.kind(root, other), root, other, library.name)
        }
      }
      guard let kind = overlap.kind(root, state) else { continue }
      let whole = kind == .around ? "holds" : kind == .inside ? "lies in" : "is"
      throw .failed(
        message: "\(displayed(root)) \(whole) the folder of Collate's own state, "
          + "\(displayed(state)); keep another directory, or start collated with --state elsewhere")
    }
  }

  private func refuse(
    _ kind: Overlap.Kind?, _ root: [UInt8], _ other: [UInt8], _ library: String?
  ) throws(DaemonError) {
    guard let kind else { return }
    let (one, two) = (displayed(root), displayed(other))
    let whose = library.map { " of the library \(displayed($0))" } ?? ""
    switch kind {
    case .same where root == other:
      let keeper = library.map { "kept already, by the library \(displayed($0))" }
      throw .failed(message: "\(one) is \(keeper ?? "named twice")")
    case .same:
      throw .failed(message: "\(one) is the same directory as \(two)\(whose)")
    case .inside, .around:
      let place = kind == .inside ? "lies in" : "holds"
      throw .failed(
        message: "\(one) \(place) \(two)\(whose); directories that are kept can't lie one in the "
          + "other, a document belongs to one of them")
    }
  }

  private static func baseName(_ root: [UInt8]) -> String {
    let last = root.split(separator: UInt8(ascii: "/")).last.map { Array($0) } ?? []
    return last.isEmpty ? "root" : displayed(last)
  }

  private static func unusedName(_ wanted: String, in names: [String]) -> String {
    guard names.contains(wanted) else { return wanted }
    return (2...).lazy.map { "\(wanted) \($0)" }.first { !names.contains($0) } ?? wanted
  }

  // MARK: Libraries that were added

  private var listPath: [UInt8] { state + Array("/libraries.json".utf8) }

  /// The libraries that were added and not removed.
  func remembered() throws(DaemonError) -> [LibraryShape] {
    let content: [UInt8]
    do throws(SystemError) {
      content = try openPath(listPath, [.readOnly]).readAll(limit: 1 << 20) ?? []
    } catch {
      if error.errno == .noSuchFile { return [] }
      throw .failed(message: "\(displayed(listPath)) can't be read: \(error)")
    }
    do {
      return try JSONDecoder().decode([RememberedLibrary].self, from: Data(content)).map(\.shape)
    } catch {
      throw .failed(
        message: "\(displayed(listPath)) is damaged; remove it and add the libraries again")
    }
  }

  /// Remembers a library in place of those that had one of its roots.
  func remember(_ shape: LibraryShape) throws(DaemonError) {
    var shapes = try remembered().filter { !$0.hasRoot(of: shape) }
    shapes.append(shape)
    try write(shapes)
  }

  func forget(_ shape: LibraryShape) throws(DaemonError) {
    try write(try remembered().filter { !$0.hasRoot(of: shape) })
  }

  private func write(_ shapes: [LibraryShape]) throws(DaemonError) {
    do {
      let content = try JSONEncoder().encode(shapes.map { RememberedLibrary($0) })
      let disk = try DirectoryStateDisk(path: state)
      try disk.replace("libraries.json", with: Array(content))
    } catch {
      throw .failed(message: "the list of libraries can't be written: \(error)")
    }
  }
}

extension LibraryShape {
  fileprivate func hasRoot(of other: LibraryShape) -> Bool {
    !Set(roots).isDisjoint(with: other.roots)
  }
}
