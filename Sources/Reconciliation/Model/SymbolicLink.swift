/// A symbolic link as a document: what it holds is where it leads, as that is written, and nothing
/// else of what it leads to.
///
/// As a content it is a zero byte and `symlink`, and then where it leads: no text begins so, nor any
/// format that is known, so that a content tells by itself that it is a link's.
package struct SymbolicLink: Hashable, Sendable {
  /// Where it leads: relative or absolute, and perhaps nowhere.
  package let target: [UInt8]

  private static let magic: [UInt8] = [0] + Array("symlink".utf8)
  /// Linux has no longer ones.
  private static let longest = 4095

  /// Nil for what no link can hold: nothing, a NUL, or more than a path may have.
  package init?(to target: [UInt8]) {
    guard !target.isEmpty, target.count <= Self.longest, !target.contains(0) else { return nil }
    self.target = target
  }

  /// Nil for any other content than a link's.
  package init?(decoding content: [UInt8]) {
    guard content.starts(with: Self.magic) else { return nil }
    self.init(to: Array(content.dropFirst(Self.magic.count)))
  }

  /// What stands for it wherever a document's bytes do.
  package var content: [UInt8] { Self.magic + target }

  /// Whether a content is a link's.
  package static func isLink(_ content: [UInt8]) -> Bool { Self(decoding: content) != nil }
}
