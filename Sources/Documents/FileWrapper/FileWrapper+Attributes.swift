import FoundationEssentials
import LinuxSystem

/// What a wrapper tells of a file that was read.
func readAttributes(of record: FileRecord) -> [String: Any] {
  let status = record.status
  let type: FileAttributeType =
    switch record {
    case .file: .typeRegular
    case .directory: .typeDirectory
    case .symbolicLink: .typeSymbolicLink
    case .special: .typeUnknown
    }
  let modified = Date(timeIntervalSince1970: Double(status.modified) / 1_000_000_000)
  let attributes: [FileAttributeKey: Any] = [
    .type: type, .size: status.size, .modificationDate: modified,
    .posixPermissions: Int(status.mode), .systemFileNumber: status.inode,
    .ownerAccountID: Int(status.owner), .groupOwnerAccountID: Int(status.group),
  ]
  return Dictionary(uniqueKeysWithValues: attributes.map { ($0.key.rawValue, $0.value) })
}

/// The bytes that a link to this URL has.
func linkTarget(of url: URL) -> [UInt8] {
  if url.baseURL != nil { return Array(url.relativePath.utf8) }
  var bytes = pathBytes(of: url) ?? Array(url.path.utf8)
  while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
  return bytes
}
