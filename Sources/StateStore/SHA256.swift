import CSHA256
package import Reconciliation

/// The SHA-256 of bytes (FIPS 180-4), by the CPU's own instructions where it has them.
package struct SHA256 {
  /// Which code does the work.
  package enum Code: Hashable, Sendable {
    /// The CPU's instructions where it has them.
    case fastest
    /// The plain one, which runs everywhere.
    case portable
  }

  /// Whether the CPU has instructions for it. Asked once, since a virtual machine is slow to say.
  package static let hasInstructions = collate_sha256_has_instructions() != 0

  private var running = collate_sha256()

  package init(code: Code = .fastest) {
    collate_sha256_start(&running, code == .fastest && Self.hasInstructions ? 1 : 0)
  }

  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    collate_sha256_update(&running, bytes.baseAddress, bytes.count)
  }

  package mutating func update(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { update($0) }
  }

  package mutating func update(_ bytes: ArraySlice<UInt8>) {
    bytes.withUnsafeBytes { update($0) }
  }

  /// The digest of what was taken so far; more can be taken afterwards.
  package func finish() -> Digest {
    var ended = running
    collate_sha256_finish(&ended)
    let state = ended.state
    func pair(_ high: UInt32, _ low: UInt32) -> UInt64 { UInt64(high) << 32 | UInt64(low) }
    return Digest(
      words: (
        pair(state.0, state.1), pair(state.2, state.3), pair(state.4, state.5),
        pair(state.6, state.7)
      ))
  }

  package static func digest(
    _ bytes: UnsafeRawBufferPointer, code: Code = .fastest
  ) -> Digest {
    var sha = SHA256(code: code)
    sha.update(bytes)
    return sha.finish()
  }

  package static func digest(_ bytes: [UInt8], code: Code = .fastest) -> Digest {
    bytes.withUnsafeBytes { digest($0, code: code) }
  }

  package static func digest(_ bytes: ArraySlice<UInt8>, code: Code = .fastest) -> Digest {
    bytes.withUnsafeBytes { digest($0, code: code) }
  }
}
