import LinuxSystem
import Reconciliation

extension Verb {
  static let lock = Verb(
    name: "lock",
    usage: "[--shared] [--no-wait] DOC -- COMMAND…",
    summary: "Run a command while nobody else writes a document",
    about: """
      Takes the advisory lock (flock) on the document, or on its directory where it is not
      there yet, runs the command and gives back its exit code. Collate, and every program
      that takes the same lock, leaves the document alone meanwhile. The lock follows the
      name: an editor that saves by renaming keeps it. No daemon is needed for that.
      """,
    examples: ["collate lock notes/plan.md -- vim notes/plan.md"],
    options: [
      Option(name: "shared", letter: "s", help: "Share the lock with other readers"),
      Option(
        name: "no-wait", letter: "n", help: "Exit with 75 when another holds it, instead of waiting"
      ),
    ],
    operands: 1...1,
    operand: .document,
    takesCommand: true
  ) { call throws(Failure) in
    let operand = call.arguments.operands[0]
    let path = try call.resolution().document(operand)
    let mode: LockMode = call.arguments.has("shared") ? .shared : .exclusive
    let isPatient = !call.arguments.has("no-wait")
    var lock = try FollowedLock(path, mode) { holder throws(Failure) in
      let who = holder.map { harmless($0.description.utf8) } ?? "another process"
      guard isPatient else {
        throw Failure(
          .tryAgain, "\(displayed(operand)) is locked by \(who)",
          advice: ["Without --no-wait the command waits for it"])
      }
      call.system.say("collate: waiting for the lock on \(displayed(operand)), held by \(who)")
    }
    let status = try ForegroundCommand(words: call.arguments.command)
      .run(every: 250) { lock.follow() }
    return ExitCode(rawValue: status.code)
  }
}
