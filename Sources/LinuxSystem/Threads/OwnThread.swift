/// Does work that blocks on a thread of its own, so that no task of Swift's pool waits with it,
/// and returns what it gives.
///
/// Starting one costs some tens of microseconds: for whole files, not for single calls. Throws a
/// `SystemError` where there can be no more threads.
package func onOwnThread<Value: Sendable>(
  name: String, _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    do throws(SystemError) {
      _ = try DedicatedThread(name: name) { continuation.resume(with: Result(catching: work)) }
    } catch {
      continuation.resume(throwing: error)
    }
  }
}
