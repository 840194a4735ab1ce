import Reconciliation

/// A name of Collate's own among a person's files, which no scan and no hint shows.
///
/// Only names that Collate makes: a person's `.collate` that isn't at the root, or a file that
/// merely looks alike, is a document like any other.
enum OwnName: Equatable {
  /// The folder at the root for what the state folder can't take.
  case folder
  /// A staged file in its target's own directory.
  case staged(UInt64)
  /// A displaced file in its target's own directory.
  case displaced(UInt64)

  static let folderName = Array(".collate".utf8)
  private static let stagedPrefix = Array(".collate-staged-".utf8)
  private static let displacedPrefix = Array(".collate-displaced-".utf8)

  /// Nil for any other name.
  init?(_ name: [UInt8], atRoot: Bool) {
    guard name.starts(with: Self.folderName) else { return nil }
    if atRoot, name == Self.folderName {
      self = .folder
    } else if let id = Self.id(of: name, after: Self.stagedPrefix) {
      self = .staged(id)
    } else if let id = Self.id(of: name, after: Self.displacedPrefix) {
      self = .displaced(id)
    } else {
      return nil
    }
  }

  /// The name as it stands on disk.
  var bytes: [UInt8] {
    switch self {
    case .folder: Self.folderName
    case .staged(let id): Self.stagedPrefix + Self.name(of: id)
    case .displaced(let id): Self.displacedPrefix + Self.name(of: id)
    }
  }

  /// How an id stands as a name, in the folders that hold nothing but such names.
  static func name(of id: UInt64) -> [UInt8] {
    Array(String(id).utf8)
  }

  /// The id that a name stands for; nil where Collate would not have written it so.
  static func id(of name: some Collection<UInt8>) -> UInt64? {
    guard let id = UInt64(String(decoding: name, as: UTF8.self)),
      Self.name(of: id).elementsEqual(name)
    else { return nil }
    return id
  }

  private static func id(of name: [UInt8], after prefix: [UInt8]) -> UInt64? {
    name.starts(with: prefix) ? id(of: name.dropFirst(prefix.count)) : nil
  }
}
