/// What the kernel says has happened.
package struct InotifyEvent: Hashable, Sendable {
  /// The number that `addWatch` gave; -1 for an overflow.
  package var watch: Int32
  package var mask: InotifyMask
  /// The same in both events of one rename, else 0.
  package var cookie: UInt32
  /// The name in the watched directory; empty where the event is about the watched file itself.
  package var name: [UInt8]

  package init(watch: Int32, mask: InotifyMask, cookie: UInt32 = 0, name: [UInt8] = []) {
    self.watch = watch
    self.mask = mask
    self.cookie = cookie
    self.name = name
  }
}

extension InotifyEvent {
  /// What a read of the queue holds. Any bytes will do: what follows a record that does not fit
  /// is left out, as the kernel never gives one.
  package static func decode(_ bytes: [UInt8]) -> [InotifyEvent] {
    bytes.withUnsafeBytes { buffer in
      var events: [InotifyEvent] = []
      var start = 0
      while buffer.count - start >= headerSize {
        let nameSize = Int(buffer.loadUnaligned(fromByteOffset: start + 12, as: UInt32.self))
        let end = start + headerSize + nameSize
        guard end <= buffer.count else { break }
        events.append(
          InotifyEvent(
            watch: buffer.loadUnaligned(fromByteOffset: start, as: Int32.self),
            mask: InotifyMask(
              rawValue: buffer.loadUnaligned(fromByteOffset: start + 4, as: UInt32.self)),
            cookie: buffer.loadUnaligned(fromByteOffset: start + 8, as: UInt32.self),
            // Padded with NULs.
            name: Array(buffer[(start + headerSize)..<end].prefix { $0 != 0 })))
        start = end
      }
      return events
    }
  }
}

/// Watch, mask, cookie and the name's size, of four bytes each.
private let headerSize = 16
