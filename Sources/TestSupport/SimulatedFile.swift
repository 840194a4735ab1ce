/// A file of the simulated state disk: its bytes, and what of them a power cut leaves.
final class SimulatedFile {
  var bytes: [UInt8]
  /// How many bytes at the front are durable as they are.
  private var synced: Int
  /// Durable bytes that were cut off behind those, the cut itself not being durable.
  private var cut: [UInt8] = []

  init() {
    bytes = []
    synced = 0
  }

  /// A file that is durable from the start.
  init(durable bytes: [UInt8]) {
    self.bytes = bytes
    synced = bytes.count
  }

  func sync() {
    synced = bytes.count
    cut = []
  }

  func truncate(to size: Int) {
    guard size < bytes.count else { return }
    if size < synced {
      cut = bytes[size..<synced] + cut
      synced = size
    }
    bytes.removeLast(bytes.count - size)
  }

  /// What a power cut does: the bytes behind the durable ones are there up to any one of them, or
  /// their length is and zeros are in their place, or those that were cut off are back.
  func lose(using chance: inout SeededChance) {
    if !cut.isEmpty, chance.oneIn(2) {
      bytes = bytes[..<synced] + cut
    } else if bytes.count > synced {
      let kept = synced + chance.below(bytes.count - synced + 1)
      let length = kept + (chance.oneIn(4) ? chance.below(bytes.count - kept + 1) : 0)
      bytes = bytes[..<kept] + Array(repeating: 0, count: length - kept)
    }
    sync()
  }
}

/// Something that was done to a name of the simulated state disk.
enum NameChange {
  case put(String, SimulatedFile)
  case rename(String, String)
  case remove(String)

  func apply(to names: inout [String: SimulatedFile]) {
    switch self {
    case .put(let name, let file): names[name] = file
    case .rename(let name, let newName):
      if let file = names.removeValue(forKey: name) { names[newName] = file }
    case .remove(let name): names.removeValue(forKey: name)
    }
  }

  func touches(_ folder: Substring) -> Bool {
    switch self {
    case .put(let name, _), .remove(let name): Self.folder(of: name) == folder
    case .rename(let name, let newName):
      Self.folder(of: name) == folder || Self.folder(of: newName) == folder
    }
  }

  static func folder(of name: String) -> Substring {
    name.lastIndex(of: "/").map { name[..<$0] } ?? ""
  }
}
