import Reconciliation

/// The sixteen bytes in front of every file of the state: what it is, and its format's version.
///
/// They are checked by themselves, so that a flipped bit is not taken for a newer version.
enum FileHeader {
  enum Kind: UInt8 {
    case journal = 0x4A  // J
    case segment = 0x53  // S
    case segmentIndex = 0x49  // I
    case mark = 0x4D  // M
  }

  enum Found: Equatable {
    case current
    /// Written by a later version of Collate, in a format that this one does not know.
    case newer(UInt32)
    case damaged
  }

  static let size = 16
  static let version: UInt32 = 1

  static func bytes(_ kind: Kind, version: UInt32 = version) -> [UInt8] {
    var writer = ByteWriter()
    writer.raw(Array("COLLATE".utf8))
    writer.u8(kind.rawValue)
    writer.u32(version)
    writer.u32(UInt32(truncatingIfNeeded: Checksum.of(writer.bytes[...])))
    return writer.bytes
  }

  static func found(_ kind: Kind, in bytes: [UInt8]) -> Found {
    guard bytes.count >= size else { return .damaged }
    var reader = ByteReader(bytes, 8..<12)
    guard let version = reader.u32(),
      bytes[..<size].elementsEqual(Self.bytes(kind, version: version))
    else { return .damaged }
    return version > Self.version ? .newer(version) : .current
  }

  static func newerError(_ name: String, version: UInt32) -> StateDiskError {
    StateDiskError(
      isFull: false,
      message: "\(name) of the state has format \(version), and this version of Collate knows "
        + "formats up to \(Self.version): the state is newer. Nothing was changed; use the newer "
        + "version of Collate")
  }
}

/// Eight bytes that tell torn and flipped bytes: the front of the SHA-256.
///
/// The CPU has instructions for it, so that nothing weaker is any faster here.
enum Checksum {
  static let size = 8

  static func of(_ bytes: ArraySlice<UInt8>) -> UInt64 { SHA256.digest(bytes).words.0 }
}
