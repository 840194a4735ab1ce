import Control
import LinuxSystem
import Reconciliation

extension Verb {
  static let doctor = Verb(
    name: "doctor",
    usage: "[DIRECTORY…]",
    summary: "Whether everything is as Collate needs it",
    about: """
      Looks at the daemon and its socket, the kernel's limits for watching, the folder for
      Collate's state, and what the file systems of the directories given (of the libraries,
      without any) can do, by trying it out in a .collate folder there that is removed again.
      The exit code is 1 when something is not as it should be.
      """,
    options: [.json],
    operands: 0...Int.max,
    operand: .directory
  ) { call throws(Failure) in
    var status: GetStatus.Reply?
    var findings: [Finding] = []
    do throws(Failure) {
      status = try call.status()
      findings += daemonFindings(try call.status(), address: call.daemon.address)
    } catch {
      findings.append(
        Finding(level: .problem, subject: "daemon", text: error.message, advice: error.advice))
    }
    let directories = status?.libraries.reduce(0) { $0 + $1.directories } ?? 0
    findings += WatchLimits().findings(directories: directories)
    findings += StateFolder(system: call.system).findings()
    findings += fileSystemFindings(roots(call, status))
    if call.isJSON {
      var listing = JSONListing("findings", output: call.output)
      for finding in findings { try listing.add(finding) }
      listing.end()
    } else {
      call.output.lines(findingLines(findings, paint: call.paint))
    }
    return findings.contains { $0.level == .problem } ? .no : .done
  }
}

/// The daemon, its socket, and each library that is in trouble.
func daemonFindings(_ status: GetStatus.Reply, address: DaemonAddress) -> [Finding] {
  let version = harmless(status.version.utf8)
  var findings = [
    Finding(level: .good, subject: "daemon", text: "collated \(version), process \(status.pid)"),
    Finding(level: .good, subject: "socket", text: displayed(address.path)),
  ]
  if status.version != collateVersion {
    findings.append(
      Finding(
        level: .note, subject: "version",
        text: "this is collate \(collateVersion), the daemon is \(version)",
        advice: ["systemctl --user restart collated"]))
  }
  for library in status.libraries where library.directoriesWatched < library.directories {
    findings.append(
      Finding(
        level: .problem, subject: "watching",
        text: "\(harmless(library.name.utf8)): \(library.directoriesWatched) of "
          + "\(library.directories) directories live, the others looked at every few seconds",
        advice: library.notes.map { harmless($0.utf8) }))
  }
  for library in status.libraries {
    for replica in library.replicas ?? [] where !replica.present {
      findings.append(
        Finding(
          level: .problem, subject: "directory",
          text: "\(harmless(library.name.utf8)): \(harmless(replica.root.utf8)) is absent",
          advice: replica.reason.map { [harmless($0.utf8)] } ?? []))
    }
  }
  for library in status.libraries where library.state == .failed || library.state == .absent {
    let name = harmless(library.name.utf8)
    findings.append(
      Finding(
        level: .problem, subject: "library",
        text: "\(name) is \(harmless(library.state.rawValue.utf8))"
          + (library.reason.map { ": " + harmless($0.utf8) } ?? "")))
  }
  return findings
}

/// A directory whose file system is tried out.
private struct Examined {
  var path: [UInt8]
  var subject: String
  /// Why nothing may be written there; nil where it may.
  var oneWay: String?
}

private func roots(_ call: Invocation, _ status: GetStatus.Reply?) -> [Examined] {
  let given = call.arguments.operands
  if !given.isEmpty { return given.map { Examined(path: $0, subject: displayed($0)) } }
  return (status?.libraries ?? []).flatMap { library -> [Examined] in
    guard let replicas = library.replicas else {
      return library.rootPath.map { [Examined(path: $0.bytes, subject: displayed($0.bytes))] } ?? []
    }
    return replicas.filter(\.present).map { replica in
      Examined(
        path: replica.rootBytes, subject: displayed(replica.rootBytes),
        oneWay: replica.way == "gives" ? replica.oneWay : nil)
    }
  }
}

private func fileSystemFindings(_ roots: [Examined]) -> [Finding] {
  roots.flatMap { root in
    do throws(SystemError) {
      if let oneWay = root.oneWay {
        let kind = try openPath(root.path, [.readOnly, .directory]).fileSystemStatus().type
        return [
          Finding(
            level: .note, subject: root.subject,
            text: "\(kind); one-way, \(harmless(oneWay.utf8)): nothing is tried out there")
        ]
      }
      return try FileSystemProbe(of: root.path).findings(subject: root.subject)
    } catch {
      let level: Finding.Level =
        error.errno == .accessDenied || error.errno == .readOnly ? .note : .problem
      return [
        Finding(
          level: level, subject: root.subject, text: "can't be tried out: \(error.errno)")
      ]
    }
  }
}
