import Engine
import Reconciliation

/// What stands on the daemon's command line.
struct DaemonArguments: Equatable {
  var roots: [[UInt8]] = []
  /// Whether they are the replicas of one library.
  var isSync = false
  var state: [UInt8]?
  var socket: [UInt8]?
  var configuration: [UInt8]?
  /// For all libraries of which the configuration says nothing else.
  var flush: FlushPolicy?
  var isQuiet = false
  var wantsHelp = false
  var wantsVersion = false

  /// Reads the arguments after the program's name; their bytes are what a path is.
  init(_ arguments: [[UInt8]]) throws(UsageError) {
    var rest = arguments[...]
    var isOptions = true
    while let argument = rest.popFirst() {
      let text = String(decoding: argument, as: UTF8.self)
      switch text {
      case "--" where isOptions: isOptions = false
      case "--help" where isOptions, "-h" where isOptions: wantsHelp = true
      case "--version" where isOptions: wantsVersion = true
      case "--quiet" where isOptions, "-q" where isOptions: isQuiet = true
      case "--state" where isOptions: state = try Self.value(of: text, &rest)
      case "--socket" where isOptions: socket = try Self.value(of: text, &rest)
      case "--config" where isOptions: configuration = try Self.value(of: text, &rest)
      case "--flush" where isOptions:
        let policy = String(decoding: try Self.value(of: text, &rest), as: UTF8.self)
        flush = FlushPolicy(rawValue: policy)
        guard flush != nil else {
          throw UsageError(message: "--flush \(displayed(policy)) is neither full nor fast")
        }
      case _ where isOptions && text.hasPrefix("-") && text != "-":
        throw UsageError(message: "unknown option \(text); `collated --help` lists them")
      default:
        guard !argument.isEmpty else { throw UsageError(message: "a directory's name is empty") }
        roots.append(argument)
      }
    }
    try takeVerb()
  }

  /// `sync` before directories has them hold the same; alone it is a directory's name.
  private mutating func takeVerb() throws(UsageError) {
    guard roots.count > 1, roots[0] == Array("sync".utf8) else { return }
    roots.removeFirst()
    isSync = true
    guard roots.count > 1 else {
      throw UsageError(
        message: "`sync` needs two directories or more; a directory of that name is ./sync")
    }
    guard roots.count <= 64 else {
      throw UsageError(message: "a library lives in 64 directories at most")
    }
  }

  private static func value(
    of option: String, _ rest: inout ArraySlice<[UInt8]>
  ) throws(UsageError) -> [UInt8] {
    guard let value = rest.popFirst(), !value.isEmpty else {
      throw UsageError(message: "\(option) needs a value; `collated --help` says which")
    }
    return value
  }

  static let help = """
    usage: collated [DIR ...] [--quiet] [--state DIR] [--socket PATH] [--config FILE]
           collated sync DIR DIR ... [the same options]

    Keeps the documents in each DIR in agreement while several programs edit them: notices every
    change, keeps every version, joins what can be joined and keeps both side by side where it
    can't. Without DIR it keeps the libraries of the configuration and those that `collate add`
    added. It runs until it is stopped (Ctrl-C).

    With `sync`, the directories hold the same documents: what is changed, made, renamed or
    deleted in one of them is so in the others. One that is away is left alone until it is back.

      --quiet         print nothing but problems
      --state DIR     keep its state there (default: $XDG_STATE_HOME/collate)
      --socket PATH   listen there (default: $XDG_RUNTIME_DIR/collate/socket)
      --config FILE   read that (default: $XDG_CONFIG_HOME/collate/config.json)
      --flush POLICY  full: wait for the disk before a document takes its name (the default);
                      fast: only once a second
      --version       print the version
      --help          print this

    `collate help` says how to ask it.

    """
}

/// What is wrong with the command line.
struct UsageError: Error, Equatable {
  var message: String
}
