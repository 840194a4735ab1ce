import LinuxSystem

/// Where the daemon listens: the path of its socket.
package struct DaemonAddress: Hashable, Sendable {
  package let path: [UInt8]
  /// Whether others may write where the socket's directory stands, so that it has to be ours and
  /// closed to them before it is trusted.
  let isInSharedPlace: Bool

  package init(_ path: [UInt8]) {
    self.init(path, isInSharedPlace: false)
  }

  private init(_ path: [UInt8], isInSharedPlace: Bool) {
    self.path = path
    self.isInSharedPlace = isInSharedPlace
  }

  /// Where the daemon listens for this user: `COLLATE_SOCKET`, else
  /// `$XDG_RUNTIME_DIR/collate/socket`, else `/tmp/collate-UID/socket`.
  ///
  /// The last is for logins without a runtime directory. Anyone can make a directory of that name
  /// first; so the daemon takes it only where it is this user's and closed to others, and clients
  /// speak to no other user's daemon wherever the socket is.
  package static var standard: DaemonAddress {
    standard(
      chosen: environmentVariable("COLLATE_SOCKET"),
      runtimeDirectory: environmentVariable("XDG_RUNTIME_DIR"), user: currentUser())
  }

  /// As `standard`, from values.
  static func standard(
    chosen: [UInt8]?, runtimeDirectory: [UInt8]?, user: UInt32
  ) -> DaemonAddress {
    if let chosen, !chosen.isEmpty { return DaemonAddress(chosen) }
    // The specification has relative paths ignored.
    if let runtimeDirectory, runtimeDirectory.first == UInt8(ascii: "/") {
      return DaemonAddress(runtimeDirectory + Array("/collate/socket".utf8))
    }
    return DaemonAddress(Array("/tmp/collate-\(user)/socket".utf8), isInSharedPlace: true)
  }

  /// The directory that the socket is in.
  var directory: [UInt8] {
    guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return Array(".".utf8) }
    return slash == 0 ? Array("/".utf8) : Array(path[..<slash])
  }

  /// The socket's name in its directory.
  var name: [UInt8] {
    guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return Array(path[(slash + 1)...])
  }
}

extension DaemonAddress: CustomStringConvertible {
  package var description: String { WirePath(path).text }
}
