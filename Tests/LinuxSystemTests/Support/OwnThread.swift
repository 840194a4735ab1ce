import Glibc
import LinuxSystem
import Synchronization

/// Runs something on a thread of its own, so that what it does to its thread (credentials,
/// signals, descriptors) stays there, and returns what it returned.
func onOwnThread<Result: Sendable>(
  _ body: @escaping @Sendable () -> Result
) throws(SystemError) -> Result? {
  let box = Box<Result>()
  try DedicatedThread(name: "test") { box.value.withLock { $0 = body() } }.join()
  return box.value.withLock { $0 }
}

private final class Box<Value: Sendable>: Sendable {
  let value = Mutex<Value?>(nil)
}

/// Makes this thread an ordinary user's as far as files go; tests often run as root.
func becomeOrdinaryUser() {
  // Glibc's Swift module lacks it.
  if let function = dlsym(nil, "setfsuid") {
    let call = unsafeBitCast(function, to: (@convention(c) (UInt32) -> Int32).self)
    _ = call(65_534)
  }
}

/// Gives this thread a table of descriptors of its own and fills it, so that it can open no
/// more; the table goes with the thread.
func useUpDescriptors() {
  guard let function = dlsym(nil, "unshare") else { return }
  let call = unsafeBitCast(function, to: (@convention(c) (Int32) -> Int32).self)
  let files: Int32 = 0x400
  guard call(files) == 0 else { return }
  while dup(0) != -1 {}
}
