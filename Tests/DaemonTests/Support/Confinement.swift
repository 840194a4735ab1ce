import LinuxSystem

/// Shells' words that start the daemon with less than the tests have; for `Launch.shell`.
enum Confinement {
  /// As a user whom permissions concern, even where the tests run as root.
  static let asOrdinaryUser =
    currentUser() == 0
    ? #"exec setpriv --bounding-set=-dac_override,-dac_read_search,-fowner "$@""#
    : #"exec "$@""#

  static var canBeOrdinaryUser: Bool { currentUser() != 0 || BuiltPrograms.has("setpriv") }

  /// With so few descriptors, and no way to more; those that the tests' process passed on by
  /// mistake are closed.
  static func openFiles(_ count: Int) -> String {
    let close = #"for f in /proc/$$/fd/*; do test ${f##*/} -gt 2 && eval "exec ${f##*/}>&-"; done"#
    return "exec bash -c '\(close); ulimit -n \(count); " + #"exec "$@"'"#
  }

  /// In a name space of its own, with so few inotify watches.
  static func watches(_ count: Int) -> String {
    #"exec unshare -Ur sh -c 'echo \#(count) > /proc/sys/user/max_inotify_watches; exec "$@"'"#
  }

  /// Whether a shell's line succeeds here, to know what the machine lets tests do.
  static func isPossible(_ line: String) -> Bool {
    do {
      let process = try spawn(
        ["/bin/sh", "-c", line + " >/dev/null 2>&1"].map { Array($0.utf8) })
      return try waitForExit(of: process) == .exited(0)
    } catch {
      return false
    }
  }

  static let canLimitWatches = isPossible(
    "unshare -Ur sh -c 'echo 4 > /proc/sys/user/max_inotify_watches'")
  static let canMount = isPossible("unshare -rm mount -t tmpfs none /mnt")
  /// Whether a file can be made a disk of its own, as root on a machine with loop devices.
  static let canMountFiles = isPossible(
    "f=$(mktemp) && truncate -s 1M $f && PATH=$PATH:/usr/sbin:/sbin && mkfs.ext4 -q $f "
      + "&& unshare -m mount -o loop $f /mnt; code=$?; rm -f $f; exit $code")
  static let canInject = isPossible("strace -e inject=renameat2:signal=SIGKILL true")
}
