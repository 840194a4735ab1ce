import LinuxSystem
import TestSupport
import Testing

@testable import Documents

@Suite struct ComparisonTests {
  @Test func `what is compared or copied for long is given up with the task`() async throws {
    let folder = try TemporaryFolder()
    for name in ["a", "b"] {
      try folder.directory.open(
        beneath: Array(name.utf8), [.writeOnly, .create], mode: 0o600
      ).truncate(to: 1 << 20)
    }
    let (one, other) = (Array("a".utf8), Array("b".utf8))
    #expect(try Comparison.isSame(folder.directory, one, folder.directory, other))
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try await onThreads {
        try Comparison.isSame(folder.directory, one, folder.directory, other)
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
