import LinuxSystem
package import Reconciliation

extension DirectoryVolume {
  /// By what the root's file system says it is. A nested mount may differ.
  package func nameRules() throws(VolumeError) -> NameRules {
    let root = try openRoot()
    do throws(SystemError) {
      switch try root.openDirectory([]).fileSystemStatus().type {
      case .fat: return .vfat
      case .exfat: return .exfat
      case .cifs, .smb2: return .smb
      default: return .linux
      }
    } catch {
      throw VolumeError(error, "look at", .root)
    }
  }

  /// What the root's file system can do. A nested mount may differ.
  package func traits() throws(VolumeError) -> VolumeTraits {
    let root = try openRoot()
    do throws(SystemError) {
      let directory = try root.openDirectory([])
      let type = try directory.fileSystemStatus().type
      let isSameDevice = stateDevice == volumeRoot.device
      return VolumeTraits(
        fileSystem: "\(type)", isShared: type.isShared,
        exchanges: exchanges[volumeRoot.device],
        hasFineStamps: stamps.isFine(on: volumeRoot.device),
        stagesInState: isSameDevice
          ? try stateSide.staging.canRename(into: directory) : false,
        watchProblem: watcher.problem())
    } catch {
      throw VolumeError(error, "look at", .root)
    }
  }
}
