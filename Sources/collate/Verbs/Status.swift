import Control
import Reconciliation

extension Verb {
  static let status = Verb(
    name: "status",
    usage: "[LIBRARY]",
    summary: "What each library is doing",
    about: """
      Says for each library how many documents it has, what is in conflict, which documents
      are held and why, and whether every directory is watched. It answers at once, whatever
      the daemon is doing.
      """,
    examples: ["collate status", "collate status --json"],
    options: [.json, Option(name: "wait", help: "Wait until nothing is being scanned")],
    operands: 0...1,
    operand: .library
  ) { call throws(Failure) in
    if call.arguments.has("wait") { try waitForScans(call) }
    let status = try call.status()
    let libraries = try call.chosenLibraries()
    if call.isJSON {
      var answer = status
      answer.libraries = libraries
      try call.printJSON(answer)
      return .done
    }
    call.output.lines(statusLines(status, libraries: libraries, view: try call.view()))
    return .done
  }
}

private func waitForScans(_ call: Invocation) throws(Failure) {
  while try call.freshStatus().libraries.contains(where: {
    $0.state == .starting || $0.state == .scanning
  }) {
    call.system.pause(milliseconds: 200)
  }
}

/// The whole answer to `collate status`.
func statusLines(
  _ status: GetStatus.Reply, libraries: [Wire.Library], view: View
) -> [String] {
  let running = view.moments.relative(status.started).replacingSuffix(" ago", by: "")
  var lines = [
    "collated \(harmless(status.version.utf8)), process \(status.pid), "
      + (running == "just now" ? "just started" : "running for \(running)")
  ]
  if status.libraries.isEmpty {
    lines.append("It keeps no library yet. To begin with one: collate add DIRECTORY")
  }
  for library in libraries {
    lines.append("")
    lines += libraryLines(library, view: view)
  }
  return lines
}

/// What one library is doing.
func libraryLines(_ library: Wire.Library, view: View) -> [String] {
  let paint = view.paint
  let root = displayed(library.rootPath?.bytes ?? Array(library.root.utf8))
  var lines = [
    paint(harmless(library.name.utf8), .heading) + "  " + root + "  "
      + paint(harmless(library.state.rawValue.utf8), style(of: library.state))
  ]
  var body: [String] = []
  if let reason = library.reason { body.append(paint(harmless(reason.utf8), .bad)) }
  body += replicaLines(library, paint: paint)
  body += progressLines(library)
  body.append(
    counted(library.documents, "document") + " in "
      + counted(library.directories, "directory", plural: "directories") + ", "
      + "\(size(library.stored)) kept for merges and history")
  body += troubleLines(library, view: view)
  body += coverageLines(library, paint: paint)
  if library.tooLarge > 0 {
    body.append(
      counted(library.tooLarge, "document")
        + " over the size limit: kept in step, but old contents are not kept")
  }
  if library.special > 0 {
    body.append(
      counted(library.special, "FIFO, socket or device", plural: "special files")
        + " left alone")
  }
  body += library.notes.map { "note: " + harmless($0.utf8) }
  lines += body.map { "  " + $0 }
  return lines
}

/// The directories of a library that has several, and what is wrong with those that are away.
func replicaLines(_ library: Wire.Library, paint: Paint) -> [String] {
  (library.replicas ?? []).flatMap { replica in
    let root = displayed(replica.rootBytes)
    guard replica.present else {
      return [
        "in " + root + "  " + paint("absent", .bad) + ": "
          + harmless((replica.reason ?? "it is not there").utf8)
      ]
    }
    let isWaiting = replica.behind > 0 && replica.way == "gives"
    var line = "in " + root + "  " + paint("present", replica.behind > 0 ? .attention : .good)
    if isWaiting {
      line += ", " + counted(replica.behind, "document") + " different there"
    } else if replica.behind > 0 {
      line += ", " + counted(replica.behind, "document") + " still to be brought there"
    }
    guard let oneWay = replica.oneWay else { return [line] }
    return [line, "  one-way: " + harmless(oneWay.utf8)]
  }
}

private func style(of state: Wire.LibraryState) -> Style {
  switch state {
  case .watching: .good
  case .absent, .failed: .bad
  default: .attention
  }
}

private func progressLines(_ library: Wire.Library) -> [String] {
  guard let progress = library.progress else { return [] }
  let activity = harmless(progress.activity.utf8)
  guard let bar = progressBar(done: progress.done, total: progress.total) else {
    return ["\(activity): \(grouped(progress.done)) so far"]
  }
  return ["\(activity): \(grouped(progress.done)) of \(grouped(progress.total))  \(bar)"]
}

/// Conflicts, holds and what can't be read.
private func troubleLines(_ library: Wire.Library, view: View) -> [String] {
  var lines: [String] = []
  let name = view.libraryOption(library.name)
  if library.conflicts > 0 {
    lines.append(
      view.paint(counted(library.conflicts, "conflict"), .attention) + ": collate conflicts" + name)
  }
  if library.held > 0 {
    lines.append(
      view.paint(counted(library.held, "document"), .attention) + " held, left alone for now:")
    lines += holdLines(library, view: view).map { "  " + $0 }
  }
  if library.unreadable > 0 {
    lines.append(
      view.paint(counted(library.unreadable, "document"), .attention)
        + " not readable: collate list --state unreadable" + name)
  }
  return lines
}

private func holdLines(_ library: Wire.Library, view: View) -> [String] {
  let shown = view.isVerbose ? library.holds[...] : library.holds.prefix(10)
  var table = Table([.left, .left])
  for hold in shown {
    var reason = harmless(hold.reason.utf8)
    if let replica = hold.replica, !hold.reason.contains(replica) {
      reason = "in \(harmless(replica.utf8)): " + reason
    }
    if let holder = hold.holder, !hold.reason.contains(holder) {
      reason += " (\(harmless(holder.utf8)))"
    }
    table.add([Table.Cell(view.path(hold, in: library.name), .name), Table.Cell(reason)])
  }
  var lines = table.lines(paint: view.paint)
  if library.held > shown.count {
    let more = grouped(Int64(library.held - shown.count))
    lines.append("and \(more) more: collate list --state held" + view.libraryOption(library.name))
  }
  return lines
}

/// How many directories are live, and what to do where not all are.
func coverageLines(_ library: Wire.Library, paint: Paint) -> [String] {
  // Before the first scan has ended, fewer are watched than there are without any limit.
  guard library.directoriesWatched < library.directories,
    library.state == .watching || library.state == .paused
  else { return [] }
  let live = grouped(Int64(library.directoriesWatched))
  let all = grouped(Int64(library.directories))
  return [
    paint("\(live) of \(all) directories live", .attention)
      + "; changes in the others are found on a timer, later",
    "to watch them all: sudo sysctl fs.inotify.max_user_watches="
      + String(watchLimit(for: library.directories)),
  ]
}

/// A watch limit with room for as many directories again, and for other programs.
func watchLimit(for directories: Int) -> Int {
  var limit = 524_288
  while limit < directories * 2, limit < 1 << 40 { limit *= 2 }
  return limit
}

extension String {
  /// Without an ending that it may have.
  fileprivate func replacingSuffix(_ suffix: String, by ending: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) + ending : self
  }
}
