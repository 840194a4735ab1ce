import Testing

/// The built daemon, with system calls that fail while it brings directories into agreement. While
/// they do it may get no further; once they don't, it comes to the same end as if nothing had been.
@Suite(.enabled(if: Rights.canInject, "strace can't be used here"))
struct SyncFailureTests {
  /// What is made to fail, as strace has it: the calls, the error, and which of them.
  private static let some = [
    "pwrite64,ftruncate:error=ENOSPC:when=3+4", "renameat2:error=EIO:when=2+3",
    "openat2:error=EMFILE:when=20+7", "fsync,fdatasync:error=EIO:when=2+2",
    "openat2,renameat2,unlinkat,mkdirat:error=EACCES:when=5+6",
    "getdents64,pread64,newfstatat:error=ENOMEM:when=9+8",
    "read,write,pread64,pwrite64,openat2,openat,flock,fsync,getdents64:error=EINTR:when=3+5",
  ]

  private static let all: [String] = {
    let calls: [String: [String]] = [
      "ENOSPC": ["pwrite64", "write", "renameat2", "mkdirat", "linkat", "fsync", "ftruncate"],
      "EIO": [
        "pread64", "pwrite64", "renameat2", "renameat", "unlinkat", "fsync", "fdatasync",
        "newfstatat", "fstat", "getdents64", "openat", "openat2", "utimensat", "fchmod", "flock",
        "fgetxattr",
      ],
      "EACCES": ["openat2", "renameat2", "unlinkat", "mkdirat", "fchmod", "openat"],
      "EMFILE": ["openat", "openat2", "inotify_add_watch"],
      "ENOMEM": ["openat2", "renameat2", "getdents64", "pread64", "newfstatat", "mkdirat"],
      "EINTR": ["read", "pread64", "pwrite64", "openat2", "flock", "fsync", "getdents64", "poll"],
    ]
    return calls.keys.sorted().flatMap { error in
      (calls[error] ?? []).flatMap { call in
        // Now and then; often; and from some time on, always.
        ["4+9", "2+2", "25+"].map { "\(call):error=\(error):when=\($0)" }
      }
    }
  }()

  @Test(arguments: TortureLength.isFull ? all : some)
  func `calls that fail cost nothing, and once they don't it comes to the same end`(
    injection: String
  ) async throws {
    let parts = TortureLength.isFull ? [0, 1, 2] : [1]
    for chapter in parts {
      try await SyncUnderTest.run(replicas: 2 + chapter % 2) { sync in
        _ = try await sync.tell(failing: injection, in: chapter, within: .seconds(4))
      }
    }
  }
}
