import Dispatch
import LinuxSystem

/// Does a verb's work on the main actor, where documents are, and ends the process with its answer.
///
/// The other verbs wait on the thread that the process began with, and so can take signals and have
/// a child in the terminal's foreground; on Linux the main actor's work needs that thread given up,
/// which can't be undone.
///
/// Told to end by a signal, it cancels the work, and ends soon after even where a reader or writer
/// doesn't listen; what was being made is then gone.
func endOnMainActor(
  _ call: Invocation,
  _ body: @escaping @MainActor @Sendable (Invocation) async throws(Failure) -> ExitCode
) -> Never {
  let (verb, arguments, system) = (call.verb, call.arguments, call.system)
  let task = Task { @MainActor in
    let output = standardOutput(for: arguments, system: system)
    let call = Invocation(verb: verb, arguments: arguments, system: system, output: output)
    let code = await ending(call, body)
    Interruption.shared.end(with: code)
  }
  Interruption.shared.watch { task.cancel() }
  dispatchMain()
}

@MainActor
private func ending(
  _ call: Invocation, _ body: @MainActor (Invocation) async throws(Failure) -> ExitCode
) async -> ExitCode {
  do throws(Failure) {
    do throws(Failure) {
      return try finish(call.output, with: try await body(call))
    } catch {
      call.output.flush()
      throw error
    }
  } catch {
    call.system.report(error)
    return error.code
  }
}
