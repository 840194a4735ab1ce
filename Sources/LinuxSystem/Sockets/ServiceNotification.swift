import Glibc

/// The sockets that systemd opened for this process (`.socket` units), as raw numbers that the
/// caller takes over; none where they were meant for another process or there are none. They
/// are not passed on to programs that this one starts.
///
/// As `sd_listen_fds(3)`, without its library.
package func takeServiceSockets() throws(SystemError) -> [Int32] {
  let numbers = serviceSockets(
    process: environmentVariable("LISTEN_PID"), count: environmentVariable("LISTEN_FDS"),
    ownProcess: currentProcess())
  for number in numbers {
    try retrying("fcntl") { fcntl(number, F_SETFD, FD_CLOEXEC) }
  }
  return Array(numbers)
}

/// The numbers that the two variables name: from 3 on, if the process is this one.
func serviceSockets(process: [UInt8]?, count: [UInt8]?, ownProcess: Int32) -> Range<Int32> {
  guard let process = process.flatMap(number), let count = count.flatMap(number),
    process == Int64(ownProcess), (1...1024).contains(count)
  else { return 3..<3 }
  return 3..<(3 + Int32(count))
}

/// Tells systemd how the service is (`READY=1`, `STATUS=…`, `WATCHDOG=1`, one a line); false
/// where nothing listens, since the service wasn't started by it.
///
/// As `sd_notify(3)`, without its library.
@discardableResult
package func notifyServiceManager(_ state: String) throws(SystemError) -> Bool {
  try notifyServiceManager(state, at: environmentVariable("NOTIFY_SOCKET") ?? [])
}

func notifyServiceManager(_ state: String, at path: [UInt8]) throws(SystemError) -> Bool {
  guard !path.isEmpty else { return false }
  let isAbstract = path.first == UInt8(ascii: "@")
  let address =
    try isAbstract
    ? SocketAddress(abstract: Array(path.dropFirst())) : SocketAddress(path: path)
  try makeSocket(.datagram).send(Array(state.utf8), to: address)
  return true
}

/// How often systemd wants to hear `WATCHDOG=1`, in nanoseconds, or it restarts the service; nil
/// where it doesn't. Half of it is a good pace.
///
/// As `sd_watchdog_enabled(3)`, without its library.
package func watchdogInterval() -> Int64? {
  watchdogInterval(
    microseconds: environmentVariable("WATCHDOG_USEC"),
    process: environmentVariable("WATCHDOG_PID"), ownProcess: currentProcess())
}

func watchdogInterval(
  microseconds: [UInt8]?, process: [UInt8]?, ownProcess: Int32
) -> Int64? {
  guard let microseconds = microseconds.flatMap(number), microseconds > 0,
    microseconds <= .max / 1000
  else { return nil }
  if let process, number(process) != Int64(ownProcess) { return nil }
  return microseconds * 1000
}

private func number(_ text: [UInt8]) -> Int64? {
  Int64(String(decoding: text, as: UTF8.self))
}
