import Reconciliation

/// A package's members for people: what each is, its size, its path.
func memberLines(_ archive: PackageArchive) -> [String] {
  if archive.members.isEmpty { return ["A package that holds nothing"] }
  let sizes = archive.members.map { member in
    if case .file(let bytes, _) = member.content { size(Int64(bytes.count)) } else { "" }
  }
  let width = sizes.map(\.count).max() ?? 0
  return zip(archive.members, sizes).map { member, size in
    String(repeating: " ", count: width - size.count) + size + "  " + line(member)
  }
}

private func line(_ member: PackageArchive.Member) -> String {
  switch member.content {
  case .directory: "\(member.path)/"
  case .file(_, let isExecutable): "\(member.path)" + (isExecutable ? "  (executable)" : "")
  case .symbolicLink(let target): "\(member.path) -> \(displayed(target))"
  }
}

/// What one file of a package holds.
func memberContent(
  _ name: [UInt8], of content: [UInt8], shown document: String
) throws(Failure) -> [UInt8] {
  guard let archive = PackageArchive(decoding: content) else {
    throw Failure(.no, "\(document) is no package: it has no members")
  }
  guard let path = RelativePath(name), !path.isRoot, let member = archive[path] else {
    throw Failure(
      .notFound, "\(document) has no member \(displayed(name))",
      advice: ["Its members: collate show DOC"])
  }
  switch member {
  case .file(let bytes, _): return bytes
  case .symbolicLink(let target): return target
  case .directory: throw Failure(.no, "\(path) is a directory of \(document)")
  }
}

/// An answer of the socket with a package's members beside what it says.
struct WithMembers<Reply: Encodable>: Encodable {
  private struct Member: Encodable {
    var path: String
    var kind: String
    var size: Int
  }

  private enum CodingKeys: String, CodingKey {
    case members
  }

  private let reply: Reply
  private let members: [Member]?

  /// - Parameter content: the document's, in base64.
  init(_ reply: Reply, content: String?) throws(Failure) {
    self.reply = reply
    let archive = PackageArchive(decoding: try content.map(Content.decoded) ?? [])
    members = archive?.members.map { member in
      Member(path: "\(member.path)", kind: member.content.kindInWords, size: member.content.size)
    }
  }

  func encode(to encoder: any Encoder) throws {
    try reply.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(members, forKey: .members)
  }
}

extension PackageArchive.Member.Content {
  fileprivate var kindInWords: String {
    switch self {
    case .directory: "directory"
    case .file(_, let isExecutable): isExecutable ? "executable" : "file"
    case .symbolicLink: "link"
    }
  }
}
