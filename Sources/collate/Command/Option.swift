/// One option of a verb, or of all.
struct Option: Hashable, Sendable {
  /// Without the dashes.
  var name: String
  var letter: Character?
  /// What its value is called in help; nil for a flag.
  var value: String?
  /// What the value can be, where that is a closed set.
  var choices: [String] = []
  /// Some of what it can be, to complete it with, where that is not a closed set.
  var suggestions: [String] = []
  var help: String

  var isFlag: Bool { value == nil }

  /// What a shell completes its value with.
  var completions: [String] { choices.isEmpty ? suggestions : choices }

  /// As it is written, with its value: `--keep WHICH`.
  var usage: String {
    "--" + name + (value.map { " " + $0 } ?? "")
  }

  static let all: [Option] = [.json, .verbose, .colour, .library, .help]

  static let json = Option(
    name: "json", help: "One JSON document, as the socket has it; one entry a line")
  static let verbose = Option(
    name: "verbose", letter: "v", help: "Say more: exact times, whole digests")
  static let colour = Option(
    name: "color", value: "WHEN", choices: ["auto", "always", "never"],
    help: "Colour: auto (on a terminal), always or never")
  static let library = Option(
    name: "library", letter: "L", value: "LIBRARY",
    help: "Only this library, by its name or its directory")
  static let help = Option(name: "help", letter: "h", help: "Show this help")
}
