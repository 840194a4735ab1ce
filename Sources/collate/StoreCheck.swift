import Control
import LinuxSystem
import Reconciliation
import StateStore

/// Verifies the stores on disk while no daemon has them open.
struct StoreCheck {
  var folder: StateFolder

  func run() throws(Failure) -> Check.Reply {
    var reply = Check.Reply(damage: [], contents: 0, bytes: 0)
    for name in try stores() {
      do throws(StateDiskError) {
        let disk = try DirectoryStateDisk(path: folder.path + [UInt8(ascii: "/")] + name)
        let opened = try StateStore.open(on: disk)
        let report = try opened.store.check()
        reply.damage += (opened.damage + report.damage).map { "\(displayed(name)): \($0)" }
        reply.contents += report.contents
        reply.bytes += report.bytes
      } catch {
        throw Failure(
          .inputOutput, "the store \(displayed(name)) can't be checked: \(error.message)")
      }
    }
    return reply
  }

  /// The folders of libraries: a folder each in the state folder.
  private func stores() throws(Failure) -> [[UInt8]] {
    do throws(SystemError) {
      return try openPath(folder.path, [.readOnly, .directory]).list()
        .filter { $0.kind == .directory && $0.name.first != UInt8(ascii: ".") }
        .map(\.name).sorted { $0.lexicographicallyPrecedes($1) }
    } catch {
      if error.errno == .noSuchFile { return [] }
      throw Failure(.inputOutput, "\(displayed(folder.path)) can't be read: \(error.errno)")
    }
  }
}
