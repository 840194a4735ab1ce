import LinuxSystem

/// How much the torture tests do: little in an ordinary run, all with `COLLATE_TORTURE=full`.
enum TortureLength {
  static let isFull = environmentVariable("COLLATE_TORTURE") == Array("full".utf8)

  static func count(usually few: Int, full: Int) -> Int { isFull ? full : few }

  /// The seed of a random test: a failure names it, and `COLLATE_SEED` replays it.
  static func seed() -> UInt64 {
    environmentVariable("COLLATE_SEED")
      .flatMap { UInt64(String(decoding: $0, as: UTF8.self)) } ?? .random(in: 0..<1_000_000)
  }
}

/// What the user that runs the tests may do on this machine.
enum Rights {
  static let isRoot = currentUser() == 0

  /// Whether a file system can be mounted, as a container mostly forbids.
  static let canMount =
    isRoot
    && succeeds(#"d=$(mktemp -d) && mount -t tmpfs tmpfs "$d" && umount "$d" && rmdir "$d""#)

  /// Whether another program's system calls can be made to fail.
  static let canInject = succeeds("strace -D -qq -o /dev/null -e trace=none true")

  /// Whether the built daemon can be run as the user nobody.
  static let canBecomeNobody =
    isRoot && succeeds("\(asNobody) \(BuiltPrograms.path(of: "collated")) --version >/dev/null")

  /// Words before a command that make the modes of files bind it.
  static let boundByModes = isRoot ? "setpriv --bounding-set=-dac_override,-dac_read_search" : ""

  static let canBeBound = succeeds(
    "file=$(mktemp) && chmod 000 $file && ! \(boundByModes) cat $file; code=$?; rm $file; exit $code"
  )

  static let asNobody = "setpriv --reuid=65534 --regid=65534 --clear-groups"

  /// Whether a shell's line ends well.
  static func succeeds(_ command: String) -> Bool {
    do {
      let process = try spawn(
        ["/bin/sh", "-c", command + " 2>/dev/null"].map { Array($0.utf8) }, silent: true)
      return try waitForExit(of: process) == .exited(0)
    } catch {
      return false
    }
  }
}
