import LinuxSystem
import Reconciliation

extension StateDiskError {
  /// Says what could not be done to what, and what the system said.
  init(_ error: SystemError, _ action: String, _ path: [UInt8]) {
    let isFull = error.errno == .noSpace || error.errno == .quota
    let advice = isFull ? ": make room on its file system" : ""
    self.init(
      isFull: isFull,
      message: "Can't \(action) \(displayed(path)): \(error.call) says "
        + "\(error.errno)\(advice).")
  }
}

extension DirectoryStateDisk {
  /// Does something to a file, and says so in the error.
  func about<Result>(
    _ name: String, _ action: String, _ body: () throws(SystemError) -> Result
  ) throws(StateDiskError) -> Result {
    do {
      return try body()
    } catch {
      let place = name.isEmpty ? path : path + [UInt8(ascii: "/")] + Array(name.utf8)
      throw StateDiskError(error, action, place)
    }
  }

  /// Does something to a file; nil where there is none.
  func whereThere<Result>(
    _ name: String, _ action: String, _ body: () throws(SystemError) -> Result
  ) throws(StateDiskError) -> Result? {
    try about(name, action) { () throws(SystemError) in
      do throws(SystemError) {
        return try body()
      } catch {
        guard error.errno == .noSuchFile else { throw error }
        return nil
      }
    }
  }
}
