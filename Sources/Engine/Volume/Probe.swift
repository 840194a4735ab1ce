import LinuxSystem

/// What is found out about a file system by two files of our own in a staging folder.
struct Probe {
  static let names = [Array("probe-1".utf8), Array("probe-2".utf8)]

  /// The mode that a new file gets here by the process's mask.
  var defaultMode: UInt32
  /// Whether two names can be exchanged in one step.
  var exchanges: Bool

  init(
    in folder: borrowing Descriptor, _ calls: VolumeCalls, _ stamps: inout StampClock
  ) throws(SystemError) {
    defaultMode = 0o600
    for name in Self.names {
      let file = try folder.open(beneath: name, [.writeOnly, .create, .exclusive], mode: 0o666)
      defaultMode = try file.status().mode
      try stamps.measure(file)
    }
    do throws(SystemError) {
      try calls.rename(folder, Self.names[0], folder, Self.names[1], .exchange)
      exchanges = true
    } catch {
      guard error.errno.isLack else { throw error }
      exchanges = false
    }
    for name in Self.names { try folder.removeFile(name) }
  }
}
