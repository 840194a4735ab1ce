import LinuxSystem

/// What other programs did to a document between the look at it and the moment at which it was
/// replaced, told from what came out.
struct LateChanges {
  /// Members that go over into the new document, as paths in both.
  private(set) var carried: [[UInt8]] = []
  /// Members that both sides changed.
  private(set) var conflicts: [[UInt8]] = []

  /// Compares what came out with what was planned with. `isRenamed` says that the exchange has
  /// moved its own ctime.
  init(_ plan: FilePlan?, seen: FileRecord?, found: FileRecord?) {
    compare(plan, seen, found, at: [], isRenamed: true)
  }

  private mutating func compare(
    _ plan: FilePlan?, _ seen: FileRecord?, _ found: FileRecord?, at path: [UInt8],
    isRenamed: Bool = false
  ) {
    // What they removed in that moment is back: an edit of the package beats it.
    guard let found else { return }
    if case .directory(_, let members) = found, seen?.isDirectory ?? false {
      for (name, member) in members {
        let inner = path.isEmpty ? name : path + [UInt8(ascii: "/")] + name
        let next: FilePlan? = plan.flatMap { $0.isKeep ? .keep : $0.members[name] }
        let before = seen?.members[name]
        if next == nil, before == nil {
          // It came since. Where its directory goes too, it has no place to be carried to.
          if plan.map({ $0.isKeep || !$0.members.isEmpty }) ?? false {
            carried.append(inner)
          } else {
            conflicts.append(inner)
          }
        } else {
          compare(next, before, member, at: inner)
        }
      }
      return
    }
    if let plan, plan.isKeep, !isRenamed {
      if !found.isSameContent(as: seen) { carried.append(path) }
    } else {
      let isSame = isRenamed ? found.isSameContent(as: seen) : found.isUntouched(since: seen)
      if !isSame { conflicts.append(path) }
    }
  }
}
