import Control
import Reconciliation

extension Verb {
  static let version = Verb(
    name: "version",
    summary: "The versions of collate and of the running daemon",
    options: [.json]
  ) { call throws(Failure) in
    var daemon: String?
    do throws(Failure) {
      daemon = try call.status().version
    } catch {
      // That no daemon runs is an answer too.
      guard error.code == .unavailable else { throw error }
    }
    if call.isJSON {
      try call.printJSON(Versions(collate: collateVersion, collated: daemon))
      return .done
    }
    call.output.line("collate \(collateVersion)")
    call.output.line(daemon.map { "collated \(harmless($0.utf8))" } ?? "collated is not running")
    return .done
  }
}

private struct Versions: Encodable {
  var collate: String
  var collated: String?
}
