import LinuxSystem

@testable import CollateDaemon

/// A configuration file, as a person edits it: read, or refused with words.
func fuzzConfiguration(_ bytes: [UInt8]) throws {
  let name = Array("fuzz-configuration-\(currentProcess())".utf8)
  let directory = try openPath(Array("/dev/shm".utf8), [.readOnly, .directory])
  let file = try directory.open(beneath: name, [.writeOnly, .create, .truncate], mode: 0o600)
  try file.writeAll(bytes)
  do throws(ConfigurationError) {
    let read = try Configuration.read(Array("/dev/shm/".utf8) + name, mustExist: true)
    _ = read.settings()
  } catch {
    try require(!error.message.isEmpty, "a configuration is refused without a word")
  }
}
