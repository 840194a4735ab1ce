import Glibc

/// A descriptor that is waited for, and what came of it.
package struct PollEntry: Hashable, Sendable {
  package struct Events: OptionSet, Hashable, Sendable {
    package let rawValue: Int16

    package init(rawValue: Int16) {
      self.rawValue = rawValue
    }

    package static let readable = Events(rawValue: Int16(POLLIN))
    package static let writable = Events(rawValue: Int16(POLLOUT))
    // Told whether asked or not.
    package static let failed = Events(rawValue: Int16(POLLERR))
    package static let hungUp = Events(rawValue: Int16(POLLHUP))
    /// The number is no open descriptor.
    package static let notOpen = Events(rawValue: Int16(POLLNVAL))
  }

  /// A raw number, since several owners wait in one call; a negative one is skipped.
  package var descriptor: Int32
  package var events: Events
  /// What holds now; empty where nothing does.
  package var result: Events = []

  package init(_ descriptor: Int32, _ events: Events) {
    self.descriptor = descriptor
    self.events = events
  }
}

/// Waits until something holds of one of the entries, or the time in milliseconds has passed; nil
/// waits for ever. Returns how many have a result; 0 also where a signal came in between, so
/// that the caller looks at its clock again.
///
/// Wraps `poll(2)`.
@discardableResult
package func wait(
  for entries: inout [PollEntry], milliseconds: Int32?
) throws(SystemError) -> Int {
  var raw = entries.map { pollfd(fd: $0.descriptor, events: $0.events.rawValue, revents: 0) }
  var count = poll(&raw, nfds_t(raw.count), milliseconds.map { max($0, 0) } ?? -1)
  if count == -1 {
    guard Errno.current == .interrupted else {
      throw SystemError(call: "poll", errno: .current)
    }
    count = 0
  }
  for index in entries.indices {
    entries[index].result = count == 0 ? [] : .init(rawValue: raw[index].revents)
  }
  return Int(count)
}
