import Reconciliation

extension Verb {
  static let help = Verb(
    name: "help",
    usage: "[VERB]",
    summary: "What a verb does and takes",
    operands: 0...1,
    operand: .verb
  ) { call throws(Failure) in
    guard let word = call.arguments.operands.first else {
      call.output.lines(overview(paint: call.paint))
      return .done
    }
    let name = String(decoding: word, as: UTF8.self)
    guard let verb = Verb.named(name) else {
      let near = nearest(to: name, among: Verb.all.map(\.name))
      throw .usage(
        "there is no verb \(displayed(name))",
        advice: near.map { ["Did you mean: collate help \($0)"] } ?? [])
    }
    call.output.lines(helpLines(for: verb, paint: call.paint))
    return .done
  }
}

/// What `collate help` prints.
func overview(paint: Paint) -> [String] {
  var table = Table([.left, .left])
  for verb in Verb.all {
    table.add([Table.Cell(verb.name, .bold), Table.Cell(verb.summary)])
  }
  return [
    "collate asks the daemon, collated, that keeps documents in agreement.", "",
    "Usage: collate VERB [ARGUMENTS]", "",
  ] + table.lines(indent: 2, paint: paint) + [
    "", "A verb's own help: collate help VERB",
    "Exit codes: 0 done, 1 the answer is \"no\", 64 and up as sysexits.h has them.",
  ]
}

/// What `collate help VERB` prints.
func helpLines(for verb: Verb, paint: Paint) -> [String] {
  let usage = verb.usage.isEmpty ? "" : " " + verb.usage
  var lines = [verb.summary, "", "Usage: " + paint("collate \(verb.name)\(usage)", .bold)]
  if !verb.about.isEmpty {
    lines.append("")
    lines += verb.about.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
  if !verb.examples.isEmpty {
    lines += ["", "Examples:"] + verb.examples.map { "  " + $0 }
  }
  var table = Table([.left, .left])
  for option in verb.everyOption {
    let letter = option.letter.map { "-\($0), " } ?? "    "
    table.add([Table.Cell(letter + option.usage, .bold), Table.Cell(option.help)])
  }
  return lines + ["", "Options:"] + table.lines(indent: 2, paint: paint)
}
