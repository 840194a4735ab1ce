/// The form of the bytes: a preamble, then for each member a header and what it holds.
///
/// Numbers are big-endian. The preamble is a zero byte and `package`, the format's version (32
/// bits) and the number of members (32 bits). A header is the member's kind (8 bits), the length of
/// its path (32 bits), the length of what it holds (64 bits), and the path.
extension PackageArchive {
  /// How many bytes the preamble has.
  package static let preambleSize = 16
  private static let magic: [UInt8] = [0] + Array("package".utf8)
  private static let version: UInt32 = 1
  private static let headerSize = 13

  /// What a member is, as its header says it.
  package enum Kind: UInt8, Sendable {
    case directory = 0
    case file = 1
    case executable = 2
    case symbolicLink = 3
  }

  /// Whether a content claims to be a package. No text begins so, nor any format that is known.
  package static func isArchive(_ content: [UInt8]) -> Bool {
    content.starts(with: magic)
  }

  /// How an archive of so many members begins.
  package static func preamble(memberCount: Int) -> [UInt8] {
    var bytes = magic
    append(version, to: &bytes)
    append(UInt32(clamping: memberCount), to: &bytes)
    return bytes
  }

  /// What comes before what a member holds.
  package static func header(path: RelativePath, kind: Kind, size: Int64) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(headerSize + path.bytes.count)
    appendHeader(path: path, kind: kind, size: size, to: &bytes)
    return bytes
  }

  /// How many bytes a member takes, its header included.
  package static func size(ofMemberAt path: RelativePath, holding size: Int64) -> Int64 {
    let (sum, overflows) = size.addingReportingOverflow(Int64(headerSize + path.bytes.count))
    return overflows ? .max : sum
  }

  private static func appendHeader(
    path: RelativePath, kind: Kind, size: Int64, to bytes: inout [UInt8]
  ) {
    bytes.append(kind.rawValue)
    append(UInt32(clamping: path.bytes.count), to: &bytes)
    append(UInt64(clamping: size), to: &bytes)
    bytes += path.bytes
  }

  private static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
  }

  /// The archive itself.
  package var bytes: [UInt8] {
    let size = members.reduce(Self.preambleSize) {
      $0 + Self.headerSize + $1.path.bytes.count + $1.content.size
    }
    var bytes = Self.preamble(memberCount: members.count)
    bytes.reserveCapacity(size)
    for member in members {
      Self.appendHeader(
        path: member.path, kind: member.content.kind, size: Int64(member.content.size), to: &bytes)
      switch member.content {
      case .directory: break
      case .file(let content, _), .symbolicLink(let content): bytes += content
      }
    }
    return bytes
  }

  /// Reads an archive; nil for any other bytes, such as those of a later version. What this makes
  /// has the very bytes that it was made of.
  package init?(decoding bytes: [UInt8]) {
    var reader = ArchiveReader(bytes)
    guard reader.take(Self.magic.count).map({ Array($0) }) == Self.magic,
      reader.number(UInt32.self) == Self.version, let count = reader.number(UInt32.self)
    else { return nil }
    var members: [Member] = []
    for _ in 0..<count {
      guard let member = Self.member(from: &reader) else { return nil }
      if let last = members.last, last.path >= member.path { return nil }
      members.append(member)
    }
    guard reader.isAtEnd else { return nil }
    self.init(members)
  }

  private static func member(from reader: inout ArchiveReader) -> Member? {
    guard let kind = reader.number(UInt8.self).flatMap(Kind.init(rawValue:)),
      let pathLength = reader.number(UInt32.self), let size = reader.number(UInt64.self),
      let pathBytes = reader.take(Int(pathLength)), let path = RelativePath(Array(pathBytes)),
      let content = Int(exactly: size).flatMap({ reader.take($0) })
    else { return nil }
    switch kind {
    case .directory: return content.isEmpty ? Member(path: path, content: .directory) : nil
    case .file: return Member(path: path, content: .file(Array(content), isExecutable: false))
    case .executable: return Member(path: path, content: .file(Array(content), isExecutable: true))
    case .symbolicLink: return Member(path: path, content: .symbolicLink(Array(content)))
    }
  }
}

extension PackageArchive.Member.Content {
  /// How its header says what it is.
  package var kind: PackageArchive.Kind {
    switch self {
    case .directory: .directory
    case .file(_, let isExecutable): isExecutable ? .executable : .file
    case .symbolicLink: .symbolicLink
    }
  }
}

/// Takes parts from bytes that may be anything: nil where they end too soon.
private struct ArchiveReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { position == bytes.count }

  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= bytes.count - position else { return nil }
    defer { position += count }
    return bytes[position..<(position + count)]
  }

  mutating func number<Number: FixedWidthInteger & UnsignedInteger>(_: Number.Type) -> Number? {
    take(MemoryLayout<Number>.size)?.reduce(0) { $0 << 8 | Number($1) }
  }
}
