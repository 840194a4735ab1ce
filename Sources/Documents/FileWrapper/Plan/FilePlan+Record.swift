import LinuxSystem

extension FilePlan {
  /// What the writer knows once the plan is carried out: what it wrote, and of what it kept, what
  /// it knew before. What it doesn't know is left out, so that it is noticed as new.
  ///
  /// - Parameters:
  ///   - seen: what stood there before.
  ///   - now: what stands there now. Something else than what was kept is another program's.
  ///   - written: what was written, by path, as it was when complete.
  func record(
    known: FileRecord?, seen: FileRecord?, now: FileRecord?, written: [[UInt8]: FileRecord],
    at path: [UInt8] = []
  ) -> FileRecord? {
    switch self {
    case .keep:
      return Self.kept(known: known, seen: seen, now: now, written: written, at: path)
    case .write, .copy, .symbolicLink:
      return written[path]
    case .directory(let plans, _):
      var members: [[UInt8]: FileRecord] = [:]
      for (name, plan) in plans {
        members[name] = plan.record(
          known: known?.members[name], seen: seen?.members[name], now: now?.members[name],
          written: written, at: path.isEmpty ? name : path + [UInt8(ascii: "/")] + name)
      }
      guard let status = now?.status ?? written[path]?.status else { return nil }
      return .directory(status, members)
    }
  }

  private static func kept(
    known: FileRecord?, seen: FileRecord?, now: FileRecord?, written: [[UInt8]: FileRecord],
    at path: [UInt8]
  ) -> FileRecord? {
    // Kept for the others, who changed or made it: what is known of it is older, or nothing.
    guard let known, let seen, known.isSameContent(as: seen) else { return known }
    guard case .directory(let status, let members) = known else {
      // Where it was copied, it is another file now; where not, a further name and the loss of
      // one have moved its ctime.
      return written[path] ?? now.flatMap { $0.isSameContent(as: known) ? $0 : nil } ?? known
    }
    var result: [[UInt8]: FileRecord] = [:]
    for (name, member) in members {
      result[name] = kept(
        known: member, seen: seen.members[name], now: now?.members[name], written: written,
        at: path.isEmpty ? name : path + [UInt8(ascii: "/")] + name)
    }
    return .directory(now?.status ?? status, result)
  }
}
