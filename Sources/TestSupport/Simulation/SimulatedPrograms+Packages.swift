import Engine
import Reconciliation

/// What programs do with whole packages.
extension SimulatedPrograms {
  /// Renames a package, into one of another name or to a plain directory and back.
  func movePackage(on volume: SimulatedVolume) {
    let old = Self.packages[chance.below(Self.packages.count)]
    let new = Self.packages[chance.below(Self.packages.count)]
    guard old != new, volume.look(old) != nil, volume.look(new) == nil else { return }
    _ = volume.makeDirectories(new.parent)
    guard volume.rename(old, new) else { return }
    tell("rename \(old) to \(new)", on: volume)
    writersMoved(from: old, to: new)
  }

  /// Removes a package member by member, or puts another in its place as a sync tool does: one
  /// built beside, and renamed.
  func removeOrReplacePackage(on volume: SimulatedVolume) {
    let package = Self.packages[0]
    let members = volume.files().keys.filter { $0.isBeneath(package) }.sorted()
    guard !members.isEmpty else { return }
    let links = volume.links().keys.filter { $0.isBeneath(package) }
    if chance.oneIn(2) {
      tell("remove all of \(package)", on: volume)
      for member in members + links { overtake(member, on: volume) }
      _ = volume.removeTree(package)
      return
    }
    guard let beside = RelativePath(".\(package).tmp") else { return }
    tell("put another \(package) in its place", on: volume)
    let texts = members.map { ($0, edited(volume.content($0), for: $0)) }
    for (member, text) in texts {
      let place = member.moved(from: package, to: beside)
      _ = volume.makeDirectories(place.parent)
      if volume.write(place, text) { complete(text) }
    }
    for member in members + links { overtake(member, on: volume) }
    _ = volume.removeTree(package)
    _ = volume.rename(beside, package)
  }

  /// The package as a client saves it: one member edited.
  package func edited(package content: [UInt8]?) -> (content: [UInt8], text: [UInt8]) {
    let members = content.flatMap { PackageArchive(decoding: $0) }?.members ?? []
    let files = members.indices.filter { members[$0].content.kind == .file }
    guard !files.isEmpty else {
      let text = edited(nil, for: Self.packages[0])
      let member = RelativePath("text.md").map {
        PackageArchive.Member(path: $0, content: .file(text, isExecutable: false))
      }
      let archive = PackageArchive(members + (member.map { [$0] } ?? [])) ?? .empty
      return (archive.bytes, text)
    }
    var edited = members
    let index = files[chance.below(files.count)]
    guard case .file(let old, _) = members[index].content else { return ([], []) }
    let text = self.edited(old, for: members[index].path)
    edited[index].content = .file(text, isExecutable: false)
    return ((PackageArchive(edited) ?? .empty).bytes, text)
  }
}
