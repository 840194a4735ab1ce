/// A file name as the part that says what it is and the ending that says how to open it.
struct NameParts {
  let stem: ArraySlice<UInt8>
  /// With its dot; empty where there is none.
  let ending: ArraySlice<UInt8>

  /// Longer than this it is part of a title that has a dot in it.
  static let longestEnding = 32

  /// `.bashrc` has no ending, `notes.tar.gz` has a double one.
  init(_ name: [UInt8]) {
    let dot = Self.endingStart(name[...])
    stem = name[..<dot]
    ending = name[dot...]
  }

  private static func endingStart(_ name: ArraySlice<UInt8>) -> Int {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), isEnding(name[(dot + 1)...]),
      hasTitle(name[..<dot])
    else { return name.endIndex }
    let before = name[..<dot]
    let archive = ".tar".utf8
    if before.suffix(archive.count).elementsEqual(archive) && hasTitle(before.dropLast(4)) {
      return dot - archive.count
    }
    return dot
  }

  /// Whether more than dots stands there: a dot in front hides a file, it begins no ending.
  private static func hasTitle(_ stem: ArraySlice<UInt8>) -> Bool {
    stem.contains { $0 != UInt8(ascii: ".") }
  }

  private static func isEnding(_ bytes: ArraySlice<UInt8>) -> Bool {
    !bytes.isEmpty && bytes.count < longestEnding
      && bytes.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
          UInt8(ascii: "+"), UInt8(ascii: "~"), 0x80...:
          true
        default: false
        }
      }
  }
}
