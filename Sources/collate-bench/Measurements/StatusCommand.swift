import LinuxSystem

extension Bench {
  /// `collate status` as a process, beside the smallest program there is.
  func measureStatus(_ daemon: DaemonProcess) throws -> [Figure] {
    let variables =
      daemon.environment + [Array("COLLATE_SOCKET=".utf8) + place.path(of: "socket")]
    let status = [programs.commandLine, Array("status".utf8)]
    var times: [Int64] = []
    var floors: [Int64] = []
    for _ in 0..<40 {
      floors.append(try time { try runToEnd([Array("/bin/true".utf8)], variables) })
      times.append(try time { try runToEnd(status, variables) })
    }
    return [
      Figure(
        "collate status", corpus.count, .time(median(times)), floor: .time(median(floors)),
        "/bin/true", goal: "15 ms")
    ]
  }
}
