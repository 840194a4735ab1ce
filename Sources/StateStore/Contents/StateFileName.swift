import Reconciliation

/// The names of the state's files, and back.
enum StateFileName: Hashable {
  case journal
  case mark
  case segment(UInt32)
  case segmentIndex(UInt32)
  case large(Digest)
  /// One that was set aside.
  case damaged(String)
  case foreign(String)

  private static let segments = "contents/"
  private static let indexEnding = ".index"
  private static let larges = "large/"
  private static let damages = "damaged/"

  init(_ name: String) {
    self.init(reading: name)
    // `contents/1` is not the first segment.
    if text != name { self = .foreign(name) }
  }

  private init(reading name: String) {
    self = .foreign(name)
    if name == Journal.name {
      self = .journal
    } else if name == Mark.name {
      self = .mark
    } else if name.hasPrefix(Self.segments) {
      var rest = name.dropFirst(Self.segments.count)
      let isIndex = rest.hasSuffix(Self.indexEnding)
      if isIndex { rest = rest.dropLast(Self.indexEnding.count) }
      guard let number = UInt32(rest), number > 0, number < .max else { return }
      self = isIndex ? .segmentIndex(number) : .segment(number)
    } else if name.hasPrefix(Self.larges) {
      guard let digest = Digest(hex: String(name.dropFirst(Self.larges.count))) else { return }
      self = .large(digest)
    } else if name.hasPrefix(Self.damages) {
      self = .damaged(String(name.dropFirst(Self.damages.count)))
    }
  }

  var text: String {
    switch self {
    case .journal: Journal.name
    case .mark: Mark.name
    case .segment(let number): Self.segments + Self.padded(number)
    case .segmentIndex(let number): Self.segments + Self.padded(number) + Self.indexEnding
    case .large(let digest): Self.larges + digest.description
    case .damaged(let name): Self.damages + name
    case .foreign(let name): name
    }
  }

  /// A free name for a damaged file: `journal-1`, `00000003-1`.
  static func setAside(_ name: StateFileName, besides names: Set<String>) -> String {
    let plain = name.text.split(separator: "/").last.map(String.init) ?? name.text
    var number = 1
    while names.contains(damages + plain + "-\(number)") { number += 1 }
    return damages + plain + "-\(number)"
  }

  private static func padded(_ number: UInt32) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 8 - digits.count)) + digits
  }
}
