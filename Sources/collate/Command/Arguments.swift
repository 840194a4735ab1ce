import Reconciliation

/// What was asked of a verb: its options, its operands and, for `lock`, the command.
///
/// Operands and values are bytes, since a document's name need not be UTF-8.
struct Arguments: Sendable {
  private(set) var values: [String: [[UInt8]]] = [:]
  private(set) var operands: [[UInt8]] = []
  private(set) var command: [[UInt8]] = []

  /// Reads what stands behind the verb.
  init(_ words: [[UInt8]], for verb: Verb) throws(Failure) {
    var rest = words[...]
    var endedOptions = false
    while let word = rest.popFirst() {
      if endedOptions || word == Array("-".utf8) || word.first != UInt8(ascii: "-") {
        operands.append(word)
      } else if word == Array("--".utf8) {
        endedOptions = true
        if verb.takesCommand, operands.count == verb.operands.upperBound { break }
      } else {
        try readOption(word, rest: &rest, verb: verb)
      }
      // As with flock(1) and env(1): options behind the command's name are the command's.
      if verb.takesCommand, operands.count == verb.operands.upperBound {
        if rest.first == Array("--".utf8) {
          rest = rest.dropFirst()
          break
        }
        if rest.first?.first != UInt8(ascii: "-") || endedOptions { break }
      }
    }
    if verb.takesCommand { command = Array(rest) }
    // Help is answered whatever else is missing.
    if !has("help") { try checkOperands(of: verb) }
  }

  func has(_ option: String) -> Bool { values[option] != nil }

  /// The last value given, as text.
  func text(_ option: String) -> String? {
    bytes(option).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The last value given.
  func bytes(_ option: String) -> [UInt8]? { values[option]?.last }

  /// The last value given, as a number from zero up.
  func number(_ option: String, verb: String) throws(Failure) -> Int64? {
    try numbers(option, verb: verb).last
  }

  /// Every value given, as numbers from zero up.
  func numbers(_ option: String, verb: String) throws(Failure) -> [Int64] {
    var numbers: [Int64] = []
    for value in values[option] ?? [] {
      guard let number = Int64(String(decoding: value, as: UTF8.self)), number >= 0 else {
        throw .usage("--\(option) takes a number, not \(displayed(value))", verb: verb)
      }
      numbers.append(number)
    }
    return numbers
  }

  private mutating func readOption(
    _ word: [UInt8], rest: inout ArraySlice<[UInt8]>, verb: Verb
  ) throws(Failure) {
    let dashes = word.starts(with: Array("--".utf8)) ? 2 : 1
    let body = word.dropFirst(dashes)
    let equals = dashes == 2 ? body.firstIndex(of: UInt8(ascii: "=")) : nil
    let name = String(decoding: body[..<(equals ?? body.endIndex)], as: UTF8.self)
    let known =
      dashes == 2
      ? verb.option(named: name)
      : verb.everyOption.first { $0.letter.map(String.init) == name }
    guard let option = known else { throw Self.unknown(word, verb: verb) }
    if option.isFlag {
      guard equals == nil else {
        throw .usage("--\(option.name) takes no value", verb: verb.name)
      }
      values[option.name, default: []].append([])
      return
    }
    let value = equals.map { Array(body[($0 + 1)...]) } ?? rest.popFirst()
    guard let value else {
      throw .usage("--\(option.name) needs a value: \(option.usage)", verb: verb.name)
    }
    try Self.check(value, of: option, verb: verb)
    values[option.name, default: []].append(value)
  }

  private static func check(_ value: [UInt8], of option: Option, verb: Verb) throws(Failure) {
    guard !option.choices.isEmpty else { return }
    let text = String(decoding: value, as: UTF8.self)
    guard option.choices.contains(text) else {
      let choices = option.choices.joined(separator: ", ")
      throw .usage(
        "--\(option.name) is one of \(choices), not \(displayed(value))", verb: verb.name)
    }
  }

  private static func unknown(_ word: [UInt8], verb: Verb) -> Failure {
    let name = String(decoding: word.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
    let near = nearest(to: name, among: verb.everyOption.map { "--" + $0.name })
    return .usage(
      "collate \(verb.name) has no option \(displayed(name))", verb: verb.name,
      advice: near.map { ["Did you mean \($0)?"] } ?? [])
  }

  private func checkOperands(of verb: Verb) throws(Failure) {
    if operands.count < verb.operands.lowerBound {
      throw .usage("too little: collate \(verb.name) \(verb.usage)", verb: verb.name)
    }
    if operands.count > verb.operands.upperBound {
      let extra = displayed(operands[verb.operands.upperBound])
      throw .usage("too much: collate \(verb.name) does not take \(extra)", verb: verb.name)
    }
    if verb.takesCommand, command.isEmpty {
      throw .usage("no command to run: collate \(verb.name) \(verb.usage)", verb: verb.name)
    }
  }
}
