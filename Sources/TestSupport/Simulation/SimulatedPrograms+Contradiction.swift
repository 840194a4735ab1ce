import Engine
import Reconciliation

extension SimulatedPrograms {
  /// Two people rearrange the same directories at the same time, in contradictory ways, each in a
  /// replica of their own.
  func contradict(
    on volume: SimulatedVolume, _ others: SimulatedPrograms, on other: SimulatedVolume
  ) {
    guard let one = someDirectory(on: volume) else { return }
    let new = (0..<2).map { _ in Self.directories[chance.below(Self.directories.count)] }
    switch chance.below(6) {
    case 0:
      moveDirectory(one, to: new[0], on: volume)
      others.moveDirectory(one, to: new[1], on: other)
    case 1:
      guard let two = someDirectory(on: volume) else { return }
      moveDirectory(one, into: two, on: volume)
      others.moveDirectory(two, into: one, on: other)
    case 2:
      guard let two = someDirectory(on: volume) else { return }
      moveDirectory(one, to: new[0], on: volume)
      others.moveDirectory(two, to: new[0], on: other)
    case 3:
      moveDirectory(one, to: new[0], on: volume)
      others.removeDirectory(one, on: other)
    case 4:
      moveDirectory(one, to: new[0], on: volume)
      if let directory = RelativePath("\(one)/three") { _ = other.makeDirectories(directory) }
    default:
      moveDirectory(one, to: new[0], on: volume)
      others.act(on: other)
    }
  }
}
