import LinuxSystem

private let largeCount = 10
private let largeSize = 100 << 20

/// The first sync of a few large documents.
func measureLarge(_ options: Options, _ programs: Programs) throws -> [Figure] {
  let place = try Workplace(options.folder)
  complain("\(largeCount) documents of \(largeSize >> 20) MiB on \(place.description)")
  let (root, replica) = (place.path(of: "documents"), place.path(of: "replica"))
  for path in [root, replica] { try makeDirectories(path, mode: 0o700) }
  let folder = try openPath(root, .directory)
  for number in 0..<largeCount {
    let file = try folder.open(
      beneath: Array("film \(number).mp4".utf8), [.writeOnly, .create, .exclusive])
    var part = [UInt8](repeating: UInt8(number), count: 1 << 20)
    for offset in 0..<(largeSize >> 20) {
      // No two parts are equal.
      part.replaceSubrange(0..<4, with: [UInt8(offset), UInt8(number), 0xC0, 0x11])
      try file.writeAll(part)
    }
  }
  let copy = try CopyCommands.copy(root, to: place.path(of: "copy"))
  try place.remove("copy")
  let daemon = try DaemonProcess(programs, place, roots: [root, replica])
  let synced = try daemon.waitUntilWatching(largeCount)
  let memory = try ProcessFigures(daemon.process).residentPeak
  try daemon.stop()
  return [
    Figure(
      "first sync of \(largeCount) × 100 MiB", largeCount, .time(synced), floor: .time(copy),
      "cp -a", goal: "1.3×"),
    Figure("  resident at its peak", largeCount, .bytes(memory)),
  ]
}
