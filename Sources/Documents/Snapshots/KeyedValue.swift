public import FoundationEssentials

/// A structure of one's own as a JSON document: a mergeable snapshot that is joined by key.
///
/// What the structure knows nothing of, a newer program's members for one, stays in the document
/// where it was; so do the layout and the spelling of numbers of all that isn't edited. A new
/// document is written with sorted keys, two blanks a level and a line break at the end. Dates are
/// written in ISO 8601.
public struct KeyedValue<Value: KeyedContent>: Sendable {
  /// What the document holds. Change it, and the next writing puts the change into the text.
  public var value: Value
  private let source: Source?

  /// What it was read from.
  private struct Source: Equatable, Sendable {
    let text: [UInt8]
    let value: Value
  }

  /// A new document.
  public init(_ value: Value) {
    self.value = value
    source = nil
  }
}

extension KeyedValue: Equatable {
  /// Whether both would be written the same.
  public static func == (one: KeyedValue, other: KeyedValue) -> Bool {
    one.value == other.value && one.source == other.source
  }
}

extension KeyedValue: ContentSnapshot {
  /// Reads a JSON document. Throws where it is no JSON, lacks what the structure needs, has a key
  /// twice, or is of a newer version.
  public init(content: Data, contentType: UTType = .json) throws {
    try self.init(text: Array(content))
  }

  private init(text: [UInt8]) throws(UnreadableContent) {
    let tree = try Self.tree(text)
    try JSONReading.refuseNewerVersion(in: tree, than: Value.formatVersion)
    value = try JSONReading.decode(Value.self, from: tree)
    source = Source(text: text, value: value)
  }

  private static func tree(_ text: [UInt8]) throws(UnreadableContent) -> JSONTree {
    let tree: JSONTree
    do throws(JSONProblem) {
      tree = try JSONTree(text, depthLimit: JSONValue.depthLimit)
    } catch {
      throw UnreadableContent(reason: error.reason(in: text))
    }
    try JSONReading.refuseRepeatedKeys(in: tree)
    return tree
  }

  /// The JSON text; where nothing was changed, the bytes that were read.
  public func content(contentType: UTType = .json) throws -> Data { Data(try text()) }

  private func text() throws(UnreadableContent) -> [UInt8] {
    if let source, source.value == value { return source.text }
    var tree: JSONTree?
    if let source { tree = try Self.tree(source.text) }
    return JSONComposer.text(of: try whole(), over: tree)
  }

  /// All that the document is to hold: the value, and what else was there.
  private func whole() throws(UnreadableContent) -> JSONValue {
    let new = try JSONReading.encode(value)
    guard let source else { return new }
    return JSONOverlay.lay(
      new, over: JSONValue(JSONTree.root, of: try Self.tree(source.text)),
      knownAs: try JSONReading.encode(source.value))
  }

  /// The content's own words, else the names of what changed.
  public func changes(since previous: KeyedValue) -> [String] {
    if self == previous { return [] }
    if value != previous.value, let words = value.changes(since: previous.value), !words.isEmpty {
      return words
    }
    do {
      return JSONChanges.inWords(
        from: try Self.tree(try previous.text()), to: try Self.tree(try text()))
    } catch {
      return ["changed, and can't be written: \(error.reason)"]
    }
  }

  /// Joins two documents member by member. Both changed one member to different values: a conflict
  /// that names it. Laid out as the base is.
  public static func merging(
    base: KeyedValue?, ours: KeyedValue, theirs: KeyedValue
  ) -> SnapshotMerge<KeyedValue> {
    if ours == theirs || base == theirs { return .merged(ours) }
    if ours == base { return .merged(theirs) }
    guard let base else { return .conflict(reason: "both were created, with different content") }
    var (ours, theirs) = (ours, theirs)
    if let own = Value.joining(base: base.value, ours: ours.value, theirs: theirs.value) {
      (ours.value, theirs.value) = (own, own)
    }
    do {
      // What an older version holds is compared as the newest would hold it.
      let old = JSONOverlay.lay(
        try JSONReading.encode(base.value), over: try base.whole(), knownAs: nil)
      let joined = try JSONValueMerge.merge(
        base: old, ours: try ours.whole(), theirs: try theirs.whole())
      let text = JSONComposer.text(of: joined, over: try Self.tree(try base.text()))
      return .merged(try KeyedValue(text: text))
    } catch let refusal as JSONValueMerge.Refusal {
      return .conflict(reason: refusal.reason)
    } catch {
      return .conflict(reason: "joined by keys, they would not be readable: \(error)")
    }
  }
}
