package import LinuxSystem

/// The socket that clients connect to. Closed when it goes.
package final class ListeningSocket: Sendable {
  private let socket: Descriptor
  /// Where its file is; nil where systemd made it.
  private let place: SocketPlace?
  /// The file as it was made, to know it from what another may have put in its place.
  private let file: FileStatus?
  private let users: Set<UInt32> = [0, currentUser()]

  /// Takes over a socket that systemd made and listens on.
  package init(passed socket: consuming Descriptor) throws(SystemError) {
    try socket.setNonBlocking()
    self.socket = socket
    place = nil
    file = nil
  }

  /// Makes the socket, for this user alone whatever the umask, and its directory where that is
  /// missing. What a daemon that died left there is removed.
  package init(at address: DaemonAddress) throws(ListeningError) {
    let place = try SocketPlace(address)
    socket = try place.listen()
    file = try place.file()
    self.place = place
  }

  var raw: Int32 { socket.raw }

  /// The next client, nil where none waits. Throws where the system has no room for one.
  func accept() throws(SystemError) -> Descriptor? {
    try socket.accept()
  }

  /// Only this user and root are served.
  func serves(_ user: UInt32) -> Bool { users.contains(user) }

  /// Removes the socket's file, unless another is in its place, and lets go who waits to be
  /// accepted. Who waits at a socket that systemd made is left to the next daemon.
  func retire() throws(SystemError) {
    guard let place, let file else { return }
    try place.remove(file)
    while try socket.accept() != nil {}
  }
}
