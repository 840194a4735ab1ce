import LinuxSystem

/// What stands on the command line.
struct Options {
  var isFull = false
  var isJSON = false
  var wantsHelp = false
  /// How many documents; a run for each.
  var sizes: [Int] = []
  var repetitions = 3
  var seed: UInt64 = 1
  /// Where documents and state are put; nil for a memory file system where there is one.
  var folder: String?
  /// Which measurements; empty for all.
  var only: Set<String> = []

  init(_ arguments: some Sequence<String>) throws(UsageError) {
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--full": isFull = true
      case "--json": isJSON = true
      case "--help", "-h": wantsHelp = true
      case "--documents": sizes.append(try Self.number(argument, &rest))
      case "--repetitions": repetitions = try Self.number(argument, &rest)
      case "--seed": seed = UInt64(try Self.number(argument, &rest))
      case "--folder": folder = try Self.value(argument, &rest)
      case "--only":
        only.formUnion(try Self.value(argument, &rest).split(separator: ",").map(String.init))
      default:
        throw UsageError(message: "unknown argument \(argument); `--help` lists them")
      }
    }
    let unknown = only.subtracting(Measurement.allCases.map(\.rawValue))
    if let name = unknown.min() {
      throw UsageError(message: "no measurement is called \(name); `--help` lists them")
    }
    if sizes.isEmpty { sizes = isFull ? [10_000, 100_000] : [10_000] }
  }

  /// How long the daemon is watched while it has nothing to do; seconds.
  var idleTime: Int { isFull ? 60 : 10 }

  func wants(_ measurement: Measurement) -> Bool {
    // Large documents take gigabytes.
    only.isEmpty ? measurement != .large || isFull : only.contains(measurement.rawValue)
  }

  /// Whether anything is measured of a running daemon that keeps one directory.
  var wantsOneRoot: Bool {
    ([.status, .idle, .event, .burst] as [Measurement]).contains { wants($0) }
  }

  private static func value(
    _ option: String, _ rest: inout ArraySlice<String>
  ) throws(UsageError) -> String {
    guard let value = rest.popFirst() else {
      throw UsageError(message: "\(option) needs a value; `--help` says which")
    }
    return value
  }

  private static func number(
    _ option: String, _ rest: inout ArraySlice<String>
  ) throws(UsageError) -> Int {
    let text = try value(option, &rest)
    guard let number = Int(text), number > 0 else {
      throw UsageError(message: "\(option) needs a number above zero, not \(text)")
    }
    return number
  }

  static let help = """
    usage: collate-bench [--full] [--json] [--documents N]... [--only NAME,...] [--folder DIR]
                         [--repetitions N] [--seed N]

    Measures the built collated beside what the machine itself needs for the same work, each
    figure next to its floor of the same run. Says the medians.

      --full           100,000 documents too, large ones, and an idle time of a minute
      --documents N    so many documents; more than once for several runs
      --only NAME,...  \(Measurement.allCases.map(\.rawValue).joined(separator: ", "))
      --folder DIR     put documents and state there (default: /dev/shm, else /tmp)
      --repetitions N  of what is not repeated anyway (default: 3)
      --seed N         of the documents (default: 1)
      --json           print JSON

    """
}

/// What can be measured.
enum Measurement: String, CaseIterable {
  case start
  case memory
  case idle
  case status
  case event
  case burst
  case hash
  case sync
  case large
}

/// What is wrong with the command line.
struct UsageError: Error {
  var message: String
}

/// A measurement that can't be made: what happened.
struct BenchError: Error, CustomStringConvertible {
  var description: String
}
