import Foundation
import LinuxSystem

/// The programs as they were built, beside the tests.
enum BuiltPrograms {
  static func path(of name: String) -> String {
    folder + "/" + name
  }

  private static let folder: String = {
    do {
      let tests = try resolvedPath(Array("/proc/self/exe".utf8))
      return URL(filePath: String(decoding: tests, as: UTF8.self)).deletingLastPathComponent().path
    } catch {
      // Every start then says what is missing.
      return "/nowhere-since-\(error)"
    }
  }()

  /// Whether a program that a test needs is on this machine.
  static func has(_ program: String) -> Bool {
    ["/usr/bin", "/bin", "/usr/sbin", "/usr/local/bin"].contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
    }
  }
}
