import LinuxSystem

/// The kernel's limits for watching directories.
struct WatchLimits: Hashable, Sendable {
  /// Nil where the kernel doesn't say, as in some containers.
  var watches: Int?
  var instances: Int?
  var queue: Int?

  init(watches: Int?, instances: Int?, queue: Int?) {
    self.watches = watches
    self.instances = instances
    self.queue = queue
  }

  /// As they are now.
  init() {
    watches = Self.limit("max_user_watches")
    instances = Self.limit("max_user_instances")
    queue = Self.limit("max_queued_events")
  }

  private static func limit(_ name: String) -> Int? {
    do {
      let path = Array("/proc/sys/fs/inotify/\(name)".utf8)
      // In one piece: beyond their start these files have nothing to read.
      let text = try openPath(path, .readOnly).readAvailable(upTo: 64)
      return Int(String(decoding: text.filter { (0x30...0x39).contains($0) }, as: UTF8.self))
    } catch {
      return nil
    }
  }

  /// What they mean for so many directories.
  func findings(directories: Int) -> [Finding] {
    let subject = "inotify"
    guard let watches else {
      return [
        Finding(level: .note, subject: subject, text: "the kernel doesn't say what its limits are")
      ]
    }
    let all = counted(directories, "directory", plural: "directories")
    let text = "\(grouped(Int64(watches))) watches for \(all)"
    // Other programs of the user take from the same number.
    if directories > watches {
      let needed = watchLimit(for: directories)
      return [
        Finding(
          level: .problem, subject: subject, text: text + ": not all can be watched",
          advice: Self.advice(needed))
      ]
    }
    if directories > watches / 2 {
      return [
        Finding(
          level: .note, subject: subject, text: text + ", which other programs need too",
          advice: Self.advice(watchLimit(for: directories)))
      ]
    }
    return [Finding(level: .good, subject: subject, text: text)]
  }

  private static func advice(_ watches: Int) -> [String] {
    let line = "fs.inotify.max_user_watches=\(watches)"
    return [
      "now: sudo sysctl \(line)",
      "for good: echo \(line) | sudo tee /etc/sysctl.d/60-collate.conf",
    ]
  }
}
