/// Makes a system call, again for as long as a signal interrupts it, and throws what it says
/// where it returns -1. The whole policy for EINTR is here; `close` and `poll` are the exceptions,
/// and say so.
@discardableResult
func retrying<Result: SignedInteger>(
  _ call: String, path: [UInt8]? = nil, _ body: () -> Result
) throws(SystemError) -> Result {
  while true {
    let result = body()
    if result != -1 { return result }
    let errno = Errno.current
    if errno != .interrupted { throw SystemError(call: call, errno: errno, path: path) }
  }
}

/// As `retrying`, for the calls of the pthread family, which return their error number.
func checking(_ call: String, _ body: () -> Int32) throws(SystemError) {
  let code = body()
  if code != 0 { throw SystemError(call: call, errno: Errno(rawValue: code)) }
}
