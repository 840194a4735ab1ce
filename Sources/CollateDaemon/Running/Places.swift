import LinuxSystem
import Reconciliation

/// The folders of one user's daemon, by the XDG base directory specification.
struct Places {
  /// Where the libraries' states lie, a folder each.
  let state: [UInt8]
  /// Where the locks on roots lie: shared by all daemons of the user, whatever their state folder.
  let claims: [UInt8]
  let configuration: [UInt8]

  init(_ arguments: DaemonArguments) throws(ConfigurationError) {
    if let given = arguments.state {
      state = try absolute(given)
    } else {
      state = try Self.folder("XDG_STATE_HOME", ".local/state") + Array("/collate".utf8)
    }
    if let given = arguments.configuration {
      configuration = try absolute(given)
    } else {
      configuration =
        try Self.folder("XDG_CONFIG_HOME", ".config") + Array("/collate/config.json".utf8)
    }
    if let runtime = environmentVariable("XDG_RUNTIME_DIR"), runtime.first == UInt8(ascii: "/") {
      claims = runtime + Array("/collate".utf8)
    } else {
      claims = Array("/tmp/collate-\(currentUser())".utf8)
    }
    try makePrivateFolder(state)
    try makePrivateFolder(claims)
  }

  private static func folder(_ variable: String, _ fallback: String) throws(ConfigurationError)
    -> [UInt8]
  {
    if let value = environmentVariable(variable), value.first == UInt8(ascii: "/") { return value }
    guard let home = environmentVariable("HOME"), home.first == UInt8(ascii: "/") else {
      throw ConfigurationError(message: "neither HOME nor \(variable) is set to a directory")
    }
    return home + Array("/\(fallback)".utf8)
  }
}

/// The path with the working directory before it where it isn't absolute.
func absolute(_ path: [UInt8]) throws(ConfigurationError) -> [UInt8] {
  if path.first == UInt8(ascii: "/") { return path }
  do throws(SystemError) {
    return try workingDirectory() + [UInt8(ascii: "/")] + path
  } catch {
    throw ConfigurationError(message: "the working directory can't be told: \(error)")
  }
}

/// Makes a folder and those above it where they are missing; it must be this user's, and is closed
/// to others.
func makePrivateFolder(_ path: [UInt8]) throws(ConfigurationError) {
  do throws(SystemError) {
    var soFar: [UInt8] = []
    for component in path.split(separator: UInt8(ascii: "/")) {
      let parent = try openPath(soFar.isEmpty ? [UInt8(ascii: "/")] : soFar, [.place, .directory])
      do throws(SystemError) {
        try parent.makeDirectory(Array(component), mode: 0o700)
      } catch {
        guard error.errno == .exists || error.errno == .readOnly || error.errno == .accessDenied
        else { throw error }
      }
      soFar += [UInt8(ascii: "/")] + component
    }
    let folder = try openPath(path, [.readOnly, .directory])
    guard try folder.status().owner == currentUser() else {
      throw SystemError(
        call: "the folder belongs to another user", errno: .accessDenied, path: path)
    }
    try folder.setMode(0o700)
  } catch {
    throw ConfigurationError(message: "the folder \(displayed(path)) can't be used: \(error)")
  }
}
