/// Joins two packages member by member, each against what both came from.
///
/// A member that one side alone changed is taken from it. What both changed is for `joining`, which
/// knows a member's type; where it can't join them, where one side removed what the other changed,
/// or where the sides would not make a tree, nothing is joined: the reason names the member.
package func mergePackages(
  base: PackageArchive, ours: PackageArchive, theirs: PackageArchive,
  joining: (RelativePath, _ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8]) -> MergeOutcome
) -> PackageMergeOutcome {
  let paths = Set((ours.members + theirs.members).map(\.path))
  var members: [PackageArchive.Member] = []
  for path in paths.sorted() {
    switch joinedMember(
      base[path], ours[path], theirs[path], joining: { joining(path, $0, $1, $2) })
    {
    case .success(let content):
      if let content { members.append(.init(path: path, content: content)) }
    case .failure(let refusal): return .conflict(reason: "\(path): \(refusal.reason)")
    }
  }
  guard let merged = PackageArchive(members) else {
    let present = Set(members.filter { $0.content == .directory }.map(\.path))
    let orphan = members.first { !$0.path.parent.isRoot && !present.contains($0.path.parent) }
    let place = orphan.map { "\($0.path)" } ?? "a member"
    return .conflict(reason: "\(place): one side put it where the other removed the directory")
  }
  return .merged(merged)
}

/// What came of joining two packages.
package enum PackageMergeOutcome: Hashable, Sendable {
  case merged(PackageArchive)
  case conflict(reason: String)
}

private struct Refusal: Error {
  var reason: String
}

private typealias Content = PackageArchive.Member.Content

/// Nil for a member that is to be no more.
private func joinedMember(
  _ base: Content?, _ ours: Content?, _ theirs: Content?,
  joining: (_ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8]) -> MergeOutcome
) -> Result<Content?, Refusal> {
  if ours == theirs || theirs == base { return .success(ours) }
  if ours == base { return .success(theirs) }
  switch (base, ours, theirs) {
  case (
    .file(let old, let wasExecutable)?, .file(let one, let isOne)?, .file(let other, let isOther)?
  ):
    let isExecutable = isOne == wasExecutable ? isOther : isOne
    if one == other { return .success(.file(one, isExecutable: isExecutable)) }
    if one == old { return .success(.file(other, isExecutable: isExecutable)) }
    if other == old { return .success(.file(one, isExecutable: isExecutable)) }
    switch joining(old, one, other) {
    case .merged(let content): return .success(.file(content, isExecutable: isExecutable))
    case .conflict(let reason): return .failure(Refusal(reason: reason))
    }
  case (_, nil, _), (_, _, nil):
    return .failure(Refusal(reason: "one side removed it, the other changed it"))
  case (nil, _, _):
    return .failure(Refusal(reason: "both sides made it, with different content"))
  default:
    return .failure(Refusal(reason: "both sides changed what it is"))
  }
}
