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
    exchanges = false
    do throws(SystemError) {
      for name in Self.names {
        let file = try folder.open(beneath: name, [.writeOnly, .create, .exclusive], mode: 0o666)
        defaultMode = try file.status().mode
        try stamps.measure(file)
      }
      exchanges = try Self.canExchange(in: folder, calls)
    } catch {
      Self.remove(from: folder)
      throw error
    }
    Self.remove(from: folder)
  }

  private static func canExchange(
    in folder: borrowing Descriptor, _ calls: VolumeCalls
  ) throws(SystemError) -> Bool {
    do throws(SystemError) {
      try calls.rename(folder, names[0], folder, names[1], .exchange)
      return true
    } catch {
      guard error.errno.isLack else { throw error }
      return false
    }
  }

  /// What can't be removed now is removed at the next start.
  private static func remove(from folder: borrowing Descriptor) {
    for name in names {
      _ = Result { () throws(SystemError) in try folder.removeFile(name) }
    }
  }
}
