/// Which names a replica's file system can hold, and which it takes for one.
///
/// Folding is by the single-letter mappings of Swift's `Unicode.Scalar.Properties`, where a file
/// system has tables of its own: a clash that this misses is refused by the file system itself,
/// since nothing is ever put over a name that is taken.
package struct NameRules: Hashable, Sendable {
  /// How its names are told apart.
  package enum Letters: Sendable {
    /// By their bytes.
    case distinct
    /// `A` and `a` are one, and so are `ß` and `ẞ`: what FAT, exFAT, NTFS and SMB do.
    case folded
    /// As `folded`, and what one letter folds to several of: `ß` and `ss`. What a casefolded
    /// directory does.
    case foldedFully
  }

  /// How long a name may be.
  package enum Length: Hashable, Sendable {
    case bytes(Int)
    case utf16Units(Int)
  }

  /// For messages: `vfat`.
  package var fileSystem: String
  package var letters: Letters
  /// Whether `é` in one piece and `é` with a combining accent are one name.
  package var ignoresComposition: Bool
  /// Whether it refuses what Windows does: `" * : < > ? \ |`, control characters, a blank or a
  /// dot at the end, and the names of devices.
  package var isOfWindows: Bool
  package var refusesOtherThanUTF8: Bool
  package var length: Length

  package init(
    fileSystem: String, letters: Letters, ignoresComposition: Bool = false,
    isOfWindows: Bool = false, refusesOtherThanUTF8: Bool = false, length: Length = .bytes(255)
  ) {
    self.fileSystem = fileSystem
    self.letters = letters
    self.ignoresComposition = ignoresComposition
    self.isOfWindows = isOfWindows
    self.refusesOtherThanUTF8 = refusesOtherThanUTF8
    self.length = length
  }

  /// ext4, XFS, Btrfs, tmpfs and most others.
  package static let linux = NameRules(fileSystem: "this file system", letters: .distinct)
  /// A directory of ext4, F2FS or tmpfs with `chattr +F`, without its strict mode.
  package static let casefolded = NameRules(
    fileSystem: "a casefolded directory", letters: .foldedFully, ignoresComposition: true)
  package static let vfat = windows("vfat")
  package static let exfat = windows("exfat")
  /// Where Windows is to read it too.
  package static let ntfs = windows("NTFS")
  package static let smb = windows("SMB")

  private static func windows(_ name: String) -> NameRules {
    NameRules(
      fileSystem: name, letters: .folded, isOfWindows: true, refusesOtherThanUTF8: true,
      length: .utf16Units(255))
  }

  /// Whether two names are one only if their bytes are.
  package var isExact: Bool { letters == .distinct && !ignoresComposition }

  /// Why the file system can't hold the name, in one line for a person; nil where it can.
  package func refusal(of name: [UInt8]) -> String? {
    guard let why = tooLong(name) ?? notText(name) ?? ofWindows(name) else { return nil }
    return "\(displayed(name)) can't be on \(fileSystem): \(why); rename it, or have it ignored"
  }

  /// Why two names can't both be there, in one line for a person.
  func clash(of name: [UInt8], with other: [UInt8]) -> String {
    "\(displayed(name)) can't be on \(fileSystem), which takes it for \(displayed(other)); "
      + "rename one of them"
  }

  private func tooLong(_ name: [UInt8]) -> String? {
    switch length {
    case .bytes(let limit):
      return name.count > limit ? "it has \(name.count) bytes, and \(limit) are the most" : nil
    case .utf16Units(let limit):
      // No text has more units than bytes.
      guard name.count > limit else { return nil }
      let count = String(validating: name, as: UTF8.self)?.utf16.count ?? name.count
      return count > limit ? "it is longer than \(limit) characters" : nil
    }
  }

  private func notText(_ name: [UInt8]) -> String? {
    guard refusesOtherThanUTF8, String(validating: name, as: UTF8.self) == nil else { return nil }
    return "it is not UTF-8"
  }

  private func ofWindows(_ name: [UInt8]) -> String? {
    guard isOfWindows, let last = name.last else { return nil }
    let refused = Array("\"*:<>?\\|".utf8)
    if let byte = name.first(where: { $0 < 0x20 || refused.contains($0) }) {
      return "it has \(byte < 0x20 ? "the control character " : "a ")\(displayed([byte]))"
    }
    if last == UInt8(ascii: " ") { return "it ends with a blank" }
    if last == UInt8(ascii: ".") { return "it ends with a dot" }
    if Self.isDevice(name) { return "it is the name of a device there" }
    return nil
  }

  /// `NUL`, `com1.txt` and the like: what is after the first dot doesn't count.
  private static func isDevice(_ name: [UInt8]) -> Bool {
    let stem = name.prefix { $0 != UInt8(ascii: ".") }.map {
      $0 >= 0x61 && $0 <= 0x7A ? $0 - 32 : $0
    }
    let word = String(decoding: stem, as: UTF8.self)
    if ["CON", "PRN", "AUX", "NUL"].contains(word) { return true }
    return word.utf8.count == 4 && (word.hasPrefix("COM") || word.hasPrefix("LPT"))
      && (word.utf8.last.map { (0x31...0x39).contains($0) } ?? false)
  }
}
