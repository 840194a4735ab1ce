import LinuxSystem

/// The built programs, which lie beside this one.
struct Programs {
  let daemon: [UInt8]
  let commandLine: [UInt8]

  init() throws {
    let own = try resolvedPath(Array("/proc/self/exe".utf8))
    let folder = own[...(own.lastIndex(of: UInt8(ascii: "/")) ?? 0)]
    daemon = folder + Array("collated".utf8)
    commandLine = folder + Array("collate".utf8)
    for program in [daemon, commandLine] {
      do throws(SystemError) {
        _ = try status(ofPath: program)
      } catch {
        throw BenchError(
          description: "\(String(decoding: program, as: UTF8.self)) is not built: "
            + "`swift build -c release` builds it")
      }
    }
  }
}
