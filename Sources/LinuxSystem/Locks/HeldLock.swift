import CLinux

/// A line of `/proc/locks` that says who holds a `flock`:
/// `3: FLOCK  ADVISORY  WRITE 4711 fe:00:131080 0 EOF`.
struct HeldLock: Hashable {
  var process: Int32
  var major: UInt32
  var minor: UInt32
  var inode: UInt64
  var isExclusive: Bool

  /// Whether it is on the device that `stat` gives.
  func isOnDevice(_ device: UInt64) -> Bool {
    major == clinux_major(device) && minor == clinux_minor(device)
  }

  /// Nil for locks of other kinds, for lines of those who wait (`3: -> FLOCK …`), and for
  /// anything unknown.
  init?(_ line: some Collection<UInt8>) {
    let fields = line.split(separator: UInt8(ascii: " ")).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard fields.count >= 6, fields[1] == "FLOCK", let process = Int32(fields[4]) else {
      return nil
    }
    let place = fields[5].split(separator: ":")
    guard place.count == 3, let major = UInt32(place[0], radix: 16),
      let minor = UInt32(place[1], radix: 16), let inode = UInt64(place[2])
    else { return nil }
    self.process = process
    self.major = major
    self.minor = minor
    self.inode = inode
    isExclusive = fields[3] == "WRITE"
  }
}
