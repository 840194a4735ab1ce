/// Events after a number, then each as it happens. Never one missed, never one twice.
package enum Monitor: DaemonMethod {
  package static let method = "org.collate.Daemon.Monitor"

  package struct Parameters: Codable, Hashable, Sendable {
    package var library: String?
    package var after: Int64?

    package init(library: String? = nil, after: Int64? = nil) {
      self.library = library
      self.after = after
    }
  }

  package typealias Reply = Wire.Events
}
