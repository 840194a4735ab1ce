import Engine
import Reconciliation

/// Programs that change what belongs to a document besides its content.
extension SimulatedPrograms {
  /// A person makes it executable, private, or neither any more.
  func changeMode(_ path: RelativePath, on volume: SimulatedVolume) {
    // A package with an executable member can't be held everywhere.
    guard builtInPackages.package(holding: path) == nil else { return }
    let modes: [UInt32] = [0o644, 0o755, 0o600, 0o664]
    let mode = modes[chance.below(modes.count)]
    tell("chmod \(String(mode, radix: 8)) \(path)", on: volume)
    _ = volume.setMode(path, mode)
  }

  /// A program tags it, or takes the tag away.
  func changeAttribute(_ path: RelativePath, on volume: SimulatedVolume) {
    let name = Array((chance.oneIn(2) ? "user.tag" : "user.origin").utf8)
    past.version += 1
    let value = chance.oneIn(4) ? nil : Array("\(past.version)".utf8)
    tell(
      "attribute \(displayed(name)) of \(path): \(value.map { displayed($0) } ?? "none")",
      on: volume)
    _ = volume.setAttribute(path, name, value)
  }
}
