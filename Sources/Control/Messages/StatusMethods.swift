/// What the daemon is doing: answered at once, whatever it is doing.
package enum GetStatus: DaemonMethod {
  package static let method = "org.collate.Daemon.GetStatus"

  package typealias Parameters = Wire.Nothing

  package struct Reply: Codable, Hashable, Sendable {
    package var version: String
    package var pid: Int32
    package var started: Int64
    package var libraries: [Wire.Library]

    package init(version: String, pid: Int32, started: Int64, libraries: [Wire.Library]) {
      self.version = version
      self.pid = pid
      self.started = started
      self.libraries = libraries
    }
  }
}

/// Verifies the store: what is damaged, one line each.
package enum Check: DaemonMethod {
  package static let method = "org.collate.Daemon.Check"

  package typealias Parameters = Wire.InLibrary

  package struct Reply: Codable, Hashable, Sendable {
    package var damage: [String]
    package var contents: Int
    package var bytes: Int64

    package init(damage: [String], contents: Int, bytes: Int64) {
      self.damage = damage
      self.contents = contents
      self.bytes = bytes
    }
  }
}
