import Foundation
import TestSupport
import Testing

/// What `systemd-analyze` says of the units, and the units of each other.
@Suite struct `The systemd units` {
  static let analyzer = "/usr/bin/systemd-analyze"
  static let hasAnalyzer = FileManager.default.isExecutableFile(atPath: analyzer)

  @Test(.enabled(if: hasAnalyzer, "systemd-analyze is not installed"))
  func `are valid`() throws {
    try withHome { home in
      let said = try analyze(
        ["verify"] + ["collated.service", "collated.socket"].map(unit), home: home)
      // The unit says `Type=notify` first for the systemd that doesn't know the better one.
      let complaints = said.output.split(separator: "\n").filter {
        !$0.contains("Failed to parse service type, ignoring: notify-reload")
      }
      #expect(complaints == [])
      #expect(said.status == 0)
    }
  }

  @Test(.enabled(if: hasAnalyzer, "systemd-analyze is not installed"))
  func `a wrong unit is noticed`() throws {
    try withHome { home in
      let wrong = home.appending(path: "wrong.service")
      try Data("[Service]\nExecStart=/bin/true\nRestrat=yes\n".utf8).write(to: wrong)
      let said = try analyze(["verify", wrong.path], home: home)
      #expect(said.output.contains("Restrat"))
    }
  }

  @Test func `the socket is the one that clients look for`() throws {
    let socket = try text("collated.socket")
    #expect(socket.contains("\nListenStream=%t/collate/socket\n"))
    #expect(socket.contains("\nSocketMode=0600\n"))
    #expect(socket.contains("\nDirectoryMode=0700\n"))
  }

  @Test func `the service is told about reloads, watched and restarted`() throws {
    let service = try text("collated.service")
    for line in [
      "Type=notify\nType=notify-reload", "WatchdogSec=120", "Restart=on-failure",
      "NoNewPrivileges=yes", "RestrictAddressFamilies=AF_UNIX", "KillMode=mixed",
    ] {
      #expect(service.contains("\n" + line + "\n"), "\(line)")
    }
  }

  @Test func `the kernel's limits are set to numbers, each with its reason above`() throws {
    let lines = try text("sysctl.d/60-collate.conf").split(
      separator: "\n", omittingEmptySubsequences: false)
    var names: [Substring] = []
    for (index, line) in lines.enumerated() where line.hasPrefix("fs.") {
      let parts = line.split(separator: " = ")
      names.append(parts[0])
      #expect(parts.count == 2 && UInt32(parts[1]) != nil, "\(line)")
      #expect(index > 0 && lines[index - 1].hasPrefix("# "), "\(line)")
    }
    #expect(
      names == [
        "fs.inotify.max_user_watches", "fs.inotify.max_user_instances",
        "fs.inotify.max_queued_events",
      ])
  }

  private func unit(_ name: String) -> String {
    ProjectFolder.root.appending(path: "systemd").appending(path: name).path
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: unit(name), encoding: .utf8)
  }

  /// A home with a `collated` in its place, since a unit whose program is missing is not valid.
  private func withHome(_ body: (URL) throws -> Void) throws {
    let home = FileManager.default.temporaryDirectory.appending(path: "units-\(UUID())")
    let programs = home.appending(path: ".local/bin")
    try FileManager.default.createDirectory(at: programs, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: home) }
    try FileManager.default.createSymbolicLink(
      atPath: programs.appending(path: "collated").path, withDestinationPath: "/bin/true")
    try body(home)
  }

  private func analyze(_ arguments: [String], home: URL) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: Self.analyzer)
    process.arguments = ["--user", "--man=no", "--generators=no"] + arguments
    process.environment = [
      "HOME": home.path, "XDG_RUNTIME_DIR": home.path, "PATH": "/usr/bin:/bin", "LC_ALL": "C",
    ]
    let pipe = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }
}
