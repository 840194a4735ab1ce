import Glibc

/// A signal, by its number.
package struct Signal: RawRepresentable, Hashable, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) {
    self.rawValue = rawValue
  }
}

extension Signal {
  package static let hangUp = Signal(rawValue: SIGHUP)
  package static let interrupt = Signal(rawValue: SIGINT)
  package static let quit = Signal(rawValue: SIGQUIT)
  package static let terminate = Signal(rawValue: SIGTERM)
  package static let kill = Signal(rawValue: SIGKILL)
  package static let stop = Signal(rawValue: SIGSTOP)
  package static let proceed = Signal(rawValue: SIGCONT)
  package static let user1 = Signal(rawValue: SIGUSR1)
  package static let user2 = Signal(rawValue: SIGUSR2)
  /// A write to a pipe that nobody reads.
  package static let pipe = Signal(rawValue: SIGPIPE)
  /// A lease is asked back, or a descriptor is ready.
  package static let inputOutput = Signal(rawValue: SIGIO)
  /// A process that this one started has ended, or was stopped or continued.
  package static let child = Signal(rawValue: SIGCHLD)
  package static let urgent = Signal(rawValue: SIGURG)
  package static let fileSizeLimit = Signal(rawValue: SIGXFSZ)
}

/// Makes this process ignore signals; by default those that would end it for what a call tells
/// as an error anyway. To be called first in `main`.
///
/// Wraps `signal(2)`.
package func ignoreSignals(_ signals: [Signal] = [.pipe, .inputOutput, .fileSizeLimit]) {
  for signal in signals {
    // It fails only for numbers that aren't signals, and for KILL and STOP.
    _ = Glibc.signal(signal.rawValue, SIG_IGN)
  }
}

/// Keeps signals from this thread and those that it starts from now on, so that they wait for
/// `waitForSignal`. To be called before any thread is started.
///
/// Wraps `pthread_sigmask(3)`.
package func blockSignals(_ signals: [Signal]) throws(SystemError) {
  var set = signalSet(signals)
  try checking("pthread_sigmask") { pthread_sigmask(SIG_BLOCK, &set, nil) }
}

/// Waits for one of the signals, which must be blocked in all threads, and takes it; nil after
/// the time in milliseconds, which is for ever without one.
///
/// Wraps `sigtimedwait(2)`.
package func waitForSignal(
  in signals: [Signal], milliseconds: Int64? = nil
) throws(SystemError) -> Signal? {
  var set = signalSet(signals)
  do {
    return Signal(
      rawValue: try retrying("sigtimedwait") {
        guard let milliseconds else { return sigwaitinfo(&set, nil) }
        var time = timespec(
          tv_sec: Int(milliseconds / 1000), tv_nsec: Int(milliseconds % 1000) * 1_000_000)
        return sigtimedwait(&set, nil, &time)
      })
  } catch {
    guard error.errno == .wouldBlock else { throw error }
    return nil
  }
}

/// Sends a signal to a process.
///
/// Wraps `kill(2)`.
package func send(_ signal: Signal, to process: Int32) throws(SystemError) {
  try retrying("kill") { kill(process, signal.rawValue) }
}

func signalSet(_ signals: [Signal]) -> sigset_t {
  var set = sigset_t()
  sigemptyset(&set)
  for signal in signals { sigaddset(&set, signal.rawValue) }
  return set
}
