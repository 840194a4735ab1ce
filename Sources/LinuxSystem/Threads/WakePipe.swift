import CLinux
import Glibc

/// Wakes a thread that waits in `wait(for:milliseconds:)`, from any thread or signal handler.
package final class WakePipe: Sendable {
  private let descriptor: Descriptor

  /// Wraps `eventfd(2)`.
  package init() throws(SystemError) {
    descriptor = Descriptor(owning: try retrying("eventfd") { clinux_eventfd() })
  }

  /// To be waited for until readable.
  package var entry: PollEntry { PollEntry(descriptor.raw, .readable) }

  /// Makes the next wait, or the one that is on, return. Many wakes before it are one.
  package func wake() {
    var one: UInt64 = 1
    // It fails only where 2⁶⁴ wakes are pending: then it is awake anyway.
    _ = write(descriptor.raw, &one, MemoryLayout<UInt64>.size)
  }

  /// Takes the wakes that came so far. Before the work that they ask for, so that a wake during
  /// the work isn't lost.
  package func drain() {
    var count: UInt64 = 0
    _ = Glibc.read(descriptor.raw, &count, MemoryLayout<UInt64>.size)
  }
}
