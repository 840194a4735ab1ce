import Reconciliation

extension Replica {
  /// Which names its file system can hold; asked once.
  var rules: NameRules {
    if let knownRules { return knownRules }
    do throws(VolumeError) {
      let found = try volume.nameRules()
      knownRules = found
      return found
    } catch {
      // It is asked again; what can't be refuses itself meanwhile.
      return .linux
    }
  }

  /// Why a name can't be in this replica, in one line for a person; nil where it can.
  func refusal(of path: RelativePath) -> String? {
    let rules = rules
    if rules == .linux { return nil }
    return path.components.lazy.compactMap { rules.refusal(of: Array($0)) }.first
  }
}
