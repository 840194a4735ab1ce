import Control
import LinuxSystem
import Reconciliation

extension Invocation {
  /// Has a person join a conflict's two versions with a command of theirs, and settles it by what
  /// that leaves in the first of its two files. Nil where it changed nothing, which settles nothing.
  func settle(
    _ conflict: Wire.Conflict, with command: [UInt8]
  ) throws(Failure) -> [Wire.Event]? {
    let sides = try sides(of: conflict)
    if PackageArchive.isArchive(sides.old.content) || PackageArchive.isArchive(sides.new.content) {
      throw Failure(
        .no, "not settled: a tool for two files can't join packages",
        advice: [
          "What differs: collate diff \(conflict.id)",
          "Join them where they lie, then: collate resolve \(conflict.id) --keep document",
        ])
    }
    if [sides.old, sides.new].contains(where: { SymbolicLink.isLink($0.content) }) {
      throw Failure(
        .no, "not settled: a tool for two files can't join symbolic links",
        advice: [
          "What differs: collate diff \(conflict.id)",
          "To keep one of them: collate resolve \(conflict.id) --keep document",
        ])
    }
    let name = try Self.name(conflict.wirePath)
    let copy = try WorkingCopy(
      of: name, content: sides.old.content,
      beside: [(try Self.name(conflict.copyPath), sides.new.content)], system: system)
    // Whatever was printed for the conflicts before belongs before what the tool shows.
    output.flush()
    let status = try ForegroundCommand(shell: command, arguments: [copy.path] + copy.besides).run()
    let content = try copy.content()
    let isChanged = content != sides.old.content
    if !isChanged { try copy.remove() }
    guard status == .exited(0) else {
      throw Failure(
        .no, "not settled, since the tool ended with \(status.code)",
        advice: isChanged ? [Self.keptAdvice(copy.path)] : [])
    }
    guard isChanged else { return nil }
    let parameters = ResolveConflict.Parameters(
      id: conflict.id, library: conflict.library, choice: .merged,
      content: Content.encoded(content))
    let reply: Wire.Events
    do {
      reply = try daemon.call(ResolveConflict.self, parameters)
    } catch {
      throw Failure(
        error.code, error.message, advice: error.advice + [Self.keptAdvice(copy.path)])
    }
    try copy.remove()
    return reply.events
  }

  private static func keptAdvice(_ path: [UInt8]) -> String {
    "The joined text is kept: \(shellQuoted(path))"
  }

  /// The last component of a path.
  private static func name(_ path: WirePath?) throws(Failure) -> [UInt8] {
    guard let path = path.flatMap({ RelativePath($0.bytes) }), !path.isRoot else {
      throw Failure(.internalError, "the daemon named a document by what is no path")
    }
    return Array(path.name)
  }
}
