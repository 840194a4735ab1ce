import LinuxSystem

/// The names that a document has beside its own while it is written. They begin as the daemon's
/// own do, so that it takes nothing there for a document.
enum SavingName {
  /// What is being made, or is no longer needed: may be removed once nobody holds its lock.
  static let saving = Array(".collate-building-".utf8)
  /// What was replaced and not looked at yet: it may hold what another program wrote.
  static let replaced = Array(".collate-replaced-".utf8)

  static func random(_ prefix: [UInt8]) -> [UInt8] {
    prefix + Array(String(UInt64.random(in: .min ... .max), radix: 36).utf8)
  }
}
