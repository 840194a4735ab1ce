import LinuxSystem
import Reconciliation

/// Where bases, contents and history are kept.
struct StateFolder {
  var path: [UInt8]

  init(system: System) {
    let base =
      system.environment("XDG_STATE_HOME").flatMap { $0.first == UInt8(ascii: "/") ? $0 : nil }
      ?? (system.environment("HOME") ?? []) + Array("/.local/state".utf8)
    path = base + Array("/collate".utf8)
  }

  func findings() -> [Finding] {
    let subject = "state"
    let shown = displayed(path)
    do {
      let folder = try openPath(path, [.readOnly, .directory])
      let status = try folder.status()
      let fileSystem = try folder.fileSystemStatus()
      let room = "\(size(Int64(clamping: fileSystem.available))) available"
      if status.mode & 0o077 != 0 {
        return [
          Finding(
            level: .problem, subject: subject,
            text: "\(shown) is open to others, and your documents' contents are in it",
            advice: ["chmod 700 \(shellQuoted(path))"])
        ]
      }
      if fileSystem.available < fileSystem.size / 50 {
        return [
          Finding(
            level: .problem, subject: subject, text: "\(shown): only \(room)",
            advice: ["Without room no old version can be kept: make some"])
        ]
      }
      return [Finding(level: .good, subject: subject, text: "\(shown), \(room)")]
    } catch {
      if error.errno == .noSuchFile {
        return [Finding(level: .good, subject: subject, text: "\(shown), made when first needed")]
      }
      return [
        Finding(
          level: .problem, subject: subject, text: "\(shown) can't be opened: \(error.errno)")
      ]
    }
  }
}
