package import Reconciliation

/// Whether a replica's root can be trusted.
package enum RootState: Hashable, Sendable {
  case present
  /// Nothing is at the root's path.
  case missing
  /// Something else is there: another directory or file system than the one that was opened.
  case replaced
}

/// What stands under one name.
package struct Entry: Hashable, Sendable {
  package enum Kind: UInt8, Sendable {
    case file
    case directory
    /// A directory that is one document: its fingerprint is that of a `PackageStamp`.
    case package
    /// A document of its own, which holds where it leads: see `SymbolicLink`.
    case symbolicLink
    /// A FIFO, socket or device: never opened.
    case special

    package var isDocument: Bool { self == .file || self == .package || self == .symbolicLink }
    package var isDirectory: Bool { self == .directory || self == .package }
  }

  package var name: [UInt8]
  package var kind: Kind
  package var fingerprint: Fingerprint
  /// How many names the inode has; 1 for a package.
  package var links: UInt64

  package init(name: [UInt8], kind: Kind, fingerprint: Fingerprint, links: UInt64) {
    self.name = name
    self.kind = kind
    self.fingerprint = fingerprint
    self.links = links
  }
}
