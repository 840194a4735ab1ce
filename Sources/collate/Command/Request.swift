import Reconciliation

/// What the words of a command line ask for.
enum Request: Sendable {
  case run(Verb, Arguments)
  case help(Verb?)

  /// Reads the words behind the program's name.
  ///
  /// Options that every verb takes may stand before the verb as well.
  init(_ words: [[UInt8]]) throws(Failure) {
    var before: [[UInt8]] = []
    var rest = words[...]
    while let word = rest.first, word.first == UInt8(ascii: "-") {
      rest = rest.dropFirst()
      switch String(decoding: word, as: UTF8.self) {
      case "--version": rest = [Array("version".utf8)] + rest
      case "--help", "-h":
        self = .help(rest.first.flatMap { Verb.named(String(decoding: $0, as: UTF8.self)) })
        return
      default: try Self.take(word, into: &before, rest: &rest)
      }
    }
    guard let word = rest.popFirst() else {
      throw .usage("no verb was given", advice: ["To see what is going on: collate status"])
    }
    let name = String(decoding: word, as: UTF8.self)
    guard let verb = Verb.named(name) else { throw Self.unknown(name) }
    let arguments = try Arguments(before + rest, for: verb)
    self = arguments.has("help") ? .help(verb) : .run(verb, arguments)
  }

  /// Moves an option that stands before the verb, and its value, to where the verb's stand.
  private static func take(
    _ word: [UInt8], into before: inout [[UInt8]], rest: inout ArraySlice<[UInt8]>
  ) throws(Failure) {
    let text = String(decoding: word.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
    let known = Option.all.first {
      "--" + $0.name == text || $0.letter.map { "-" + String($0) } == text
    }
    guard let option = known else {
      throw .usage("no verb was given before \(displayed(word))")
    }
    before.append(word)
    if !option.isFlag, !word.contains(UInt8(ascii: "=")), let value = rest.popFirst() {
      before.append(value)
    }
  }

  private static func unknown(_ name: String) -> Failure {
    let near = nearest(to: name, among: Verb.all.map(\.name))
    return .usage(
      "there is no verb \(displayed(name))",
      advice: near.map { ["Did you mean: collate \($0)"] } ?? [])
  }
}
