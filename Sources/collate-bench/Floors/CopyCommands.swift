import LinuxSystem

/// The usual programs that copy a tree, which everybody has: the least that a first sync can take.
enum CopyCommands {
  /// Copies the tree to a new place with `cp -a`.
  static func copy(_ root: [UInt8], to target: [UInt8]) throws -> Int64 {
    try time { try runToEnd([Array("cp".utf8), Array("-a".utf8), root, target]) }
  }

  /// Brings `target` up to date with `rsync -a`; nil where that isn't installed.
  static func synchronise(_ root: [UInt8], to target: [UInt8]) throws -> Int64? {
    let slash = Array("/".utf8)
    do {
      return try time {
        try runToEnd([Array("rsync".utf8), Array("-a".utf8), root + slash, target + slash])
      }
    } catch let error as SystemError where error.errno == .noSuchFile {
      return nil
    }
  }
}

/// Runs a program, and throws where it fails.
func runToEnd(_ arguments: [[UInt8]], _ environment: [[UInt8]] = []) throws {
  let process = try spawn(arguments, environment: environment, silent: true)
  let status = try waitForExit(of: process)
  guard status == .exited(0) else {
    throw BenchError(
      description: "\(String(decoding: arguments[0], as: UTF8.self)) failed: \(status)")
  }
}
