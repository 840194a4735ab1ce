import LinuxSystem

/// The place of a socket's file: its directory, held open.
final class SocketPlace: Sendable {
  private let address: DaemonAddress
  private let systemAddress: SocketAddress
  private let directory: Descriptor

  /// Makes the directory where it is missing.
  init(_ address: DaemonAddress) throws(ListeningError) {
    self.address = address
    /// Whether the directory is this user's and closed to others.
    let isPrivate: Bool
    do {
      systemAddress = try SocketAddress(path: address.path)
      directory = try Self.openDirectory(of: address)
      let status = try directory.status()
      isPrivate = status.owner == currentUser() && status.mode & 0o077 == 0
    } catch {
      throw error.errno == .nameTooLong ? .pathTooLong(address) : .system(error)
    }
    guard !address.isInSharedPlace || isPrivate else { throw .directoryNotPrivate(address) }
  }

  /// A socket that listens here.
  func listen() throws(ListeningError) -> Descriptor {
    do {
      // RACE: two daemons that start at once would each take the other's new socket for a dead
      // one's, since nobody listens on it yet; so they take turns.
      try directory.waitForLock(.exclusive)
    } catch {
      throw .system(error)
    }
    try removeStale()
    do {
      let socket = try makeSocket(.stream, nonBlocking: true)
      // The file gets the socket's own mode, so that it is never open to others.
      try socket.setMode(0o600)
      try socket.bind(to: systemAddress)
      try socket.listen(waiting: 4096)
      try directory.unlock()
      return socket
    } catch {
      throw .system(error)
    }
  }

  /// The socket's file.
  func file() throws(ListeningError) -> FileStatus {
    do {
      return try directory.status(of: address.name)
    } catch {
      throw .system(error)
    }
  }

  /// Removes the file, unless another is in its place or it has gone.
  func remove(_ file: FileStatus) throws(SystemError) {
    do {
      guard try directory.status(of: address.name).isSameFile(as: file) else { return }
      try directory.removeFile(address.name)
    } catch {
      guard error.errno == .noSuchFile else { throw error }
    }
  }
}

extension SocketPlace {
  private static func openDirectory(of address: DaemonAddress) throws(SystemError) -> Descriptor {
    let path = DaemonAddress(address.directory)
    let isShared = address.isInSharedPlace
    do {
      if !isShared { return try openPath(path.path, [.readOnly, .directory]) }
    } catch {
      guard error.errno == .noSuchFile else { throw error }
    }
    let above = try openPath(path.directory, [.readOnly, .directory])
    do {
      try above.makeDirectory(path.name, mode: 0o700)
    } catch {
      guard error.errno == .exists else { throw error }
    }
    // Where others may write, a link would lead wherever they like.
    return isShared
      ? try above.openDirectory(path.name) : try openPath(path.path, [.readOnly, .directory])
  }

  /// Removes what has the name, where it is a socket on which nobody listens.
  private func removeStale() throws(ListeningError) {
    do {
      let kind = try directory.status(of: address.name).kind
      guard kind == .special else { throw ListeningError.notASocket(address) }
      guard try !isAnswered() else { throw ListeningError.alreadyRunning(address) }
      try directory.removeFile(address.name)
    } catch let error as SystemError {
      guard error.errno == .noSuchFile else { throw .system(error) }
    } catch let error as ListeningError {
      throw error
    } catch {
      throw .notASocket(address)
    }
  }

  /// Whether somebody serves a connection. A daemon that was killed a moment ago seems to listen
  /// until its last descriptor is closed, and hangs up then; one that is too busy to answer stays.
  private func isServed(_ socket: borrowing Descriptor) throws(SystemError) -> Bool {
    let deadline = steadyClock() + 1_000_000_000
    _ = try socket.send(Array(#"{"method":"org.varlink.service.GetInfo"}"#.utf8)[...] + [0])
    while true {
      var entries = [PollEntry(socket.raw, .readable)]
      let left = (deadline - steadyClock()) / 1_000_000
      if left <= 0 { return true }
      try wait(for: &entries, milliseconds: Int32(clamping: left))
      if let bytes = try socket.receive(upTo: 1) { return !bytes.isEmpty }
    }
  }

  private func isAnswered() throws(SystemError) -> Bool {
    do {
      let socket = try makeSocket(.stream, nonBlocking: true)
      try socket.connect(to: systemAddress)
      return try isServed(socket)
    } catch {
      switch error.errno {
      case .connectionRefused, .connectionReset, .brokenPipe: return false
      // So many wait that no more may: that is a daemon, if a busy one.
      case .wouldBlock: return true
      default: throw error
      }
    }
  }
}
