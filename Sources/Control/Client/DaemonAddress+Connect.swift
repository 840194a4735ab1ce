import LinuxSystem

extension DaemonAddress {
  /// A socket, non-blocking, that is connected to this user's daemon or root's.
  ///
  /// Whoever has the address first could listen there and be told what is in documents; so
  /// nothing is said to another user's process.
  func connect() throws(ClientError) -> Descriptor {
    do {
      let address = try SocketAddress(path: path)
      let socket = try makeSocket(.stream)
      try socket.connect(to: address)
      let user = try socket.peerCredentials().user
      guard user == 0 || user == currentUser() else { throw ClientError.notAllowed(self) }
      try socket.setNonBlocking()
      return socket
    } catch let error as SystemError {
      throw explanation(of: error)
    } catch let error as ClientError {
      throw error
    } catch {
      throw .connectionLost
    }
  }

  private func explanation(of error: SystemError) -> ClientError {
    switch error.errno {
    case .connectionRefused, .noSuchFile: .notRunning(self)
    case .accessDenied, .notPermitted: .notAllowed(self)
    case .nameTooLong: .addressTooLong(self)
    default: .system(error)
    }
  }
}
