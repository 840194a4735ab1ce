import LinuxSystem

/// What the kernel says of a process, from `/proc`.
struct ProcessFigures {
  /// Bytes of memory that are its own or shared, now and at most so far.
  var resident: Int
  var residentPeak: Int
  /// How often its threads went to sleep of their own accord: once for each wake-up.
  var sleeps: Int
  /// Nanoseconds of processor time of all threads.
  var processorTime: Int
  /// Calls that read.
  var reads: Int

  init(_ process: Int32) throws {
    let folder = "/proc/\(process)"
    let status = try Self.text("\(folder)/status")
    resident = try Self.number("VmRSS:", in: status) * 1024
    residentPeak = try Self.number("VmHWM:", in: status) * 1024
    reads = try Self.number("syscr:", in: try Self.text("\(folder)/io"))
    sleeps = 0
    processorTime = 0
    for thread in try openPath(Array("\(folder)/task".utf8), .directory).list() {
      let task = "\(folder)/task/" + String(decoding: thread.name, as: UTF8.self)
      sleeps += try Self.number("voluntary_ctxt_switches:", in: try Self.text("\(task)/status"))
      let times = try Self.text("\(task)/schedstat").split(separator: " ")
      processorTime += times.first.flatMap { Int($0) } ?? 0
    }
  }

  private static func text(_ path: String) throws -> String {
    let bytes = try openPath(Array(path.utf8), .readOnly).readAll(limit: 1 << 20) ?? []
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func number(_ field: String, in text: String) throws -> Int {
    for line in text.split(separator: "\n") where line.hasPrefix(field) {
      let words = line.dropFirst(field.count).split { $0 == " " || $0 == "\t" }
      if let number = words.first.flatMap({ Int($0) }) { return number }
    }
    throw BenchError(description: "/proc has no \(field)")
  }
}
