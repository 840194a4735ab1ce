import LinuxSystem

/// Does what a command line asks, and says what to end with.
func run(_ words: [[UInt8]], system: System) -> ExitCode {
  do throws(Failure) {
    switch try Request(words) {
    case .help(let verb):
      let output = standardOutput(colour: .auto, system: system)
      output.lines(
        verb.map { helpLines(for: $0, paint: output.paint) } ?? overview(paint: output.paint))
      return try finish(output, with: .done)
    case .run(let verb, let arguments):
      let output = standardOutput(for: arguments, system: system)
      let invocation = Invocation(
        verb: verb, arguments: arguments, system: system, output: output)
      return try finish(output, with: try answer(invocation))
    }
  } catch {
    system.report(error)
    return error.code
  }
}

/// What was printed before a failure is an answer too, and comes before its message.
private func answer(_ invocation: Invocation) throws(Failure) -> ExitCode {
  do {
    return try invocation.verb.run(invocation)
  } catch {
    invocation.output.flush()
    throw error
  }
}

func finish(_ output: Output, with code: ExitCode) throws(Failure) -> ExitCode {
  output.flush()
  if case .failed(let reason) = output.outcome {
    throw Failure(.inputOutput, "the answer could not be written: \(reason)")
  }
  return code
}

func standardOutput(for arguments: Arguments, system: System) -> Output {
  let colour = arguments.text("color").flatMap { ColourChoice(rawValue: $0) } ?? .auto
  return standardOutput(colour: colour, system: system)
}

private func standardOutput(colour: ColourChoice, system: System) -> Output {
  let isTerminal = StandardStream.output.isTerminal
  var environment: [String: String] = [:]
  for name in ["NO_COLOR", "TERM"] {
    environment[name] = system.environment(name).map { String(decoding: $0, as: UTF8.self) }
  }
  let paint = Paint(isOn: colour.isOn(isTerminal: isTerminal, environment: environment))
  return Output(paint: paint, isTerminal: isTerminal) { bytes in
    do throws(SystemError) {
      try StandardStream.output.write(bytes)
      return .written
    } catch {
      return error.errno == .brokenPipe ? .closed : .failed(error.errno.description)
    }
  }
}
