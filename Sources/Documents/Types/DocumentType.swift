package import Reconciliation

/// One kind of document, its snapshots' type forgotten: what a daemon knows of it.
///
/// Every answer is a function of the contents alone, the same on every machine. None of them
/// fails: what a reader rejects is compared and kept as bytes.
public struct DocumentType: Sendable {
  /// What the daemon calls it, and how it knows it by name.
  public let contentType: UTType
  /// How names of such documents end, without the dot; empty where they are a built-in type's.
  public let fileNameExtensions: [String]
  /// Whether each is a directory.
  let isPackage: Bool
  private let inspecting: @Sendable ([UInt8]) -> Inspection
  private let remarking: @Sendable ([UInt8]) -> String?
  private let comparing: @Sendable ([UInt8], [UInt8]) -> [String]?
  private let merging: @Sendable ([UInt8]?, [UInt8], [UInt8]) -> MergeOutcome
  private let suspecting: @Sendable ([UInt8], [UInt8]) -> String?
  private let suspiciousZeroes: Int

  /// A type whose snapshots say themselves how they are read, compared and joined.
  ///
  /// - Parameters:
  ///   - type: what it is called.
  ///   - snapshot: what is made of a content.
  ///   - fileNameExtensions: how names of such documents end, without the dot, in any case. With
  ///     none, these are the documents that have the names of a built-in type, or that a declared
  ///     type's extensions tell.
  public init<Snapshot: ContentSnapshot>(
    _ type: UTType, _ snapshot: Snapshot.Type, fileNameExtensions: [String] = []
  ) {
    self.init(
      type, SnapshotFormat<Snapshot>(contentType: type), fileNameExtensions: fileNameExtensions)
  }

  /// A type of packages, whose snapshots say themselves how they are read, compared and joined.
  ///
  /// Members that a snapshot doesn't write are joined each by its own type, and stay.
  ///
  /// - Parameters:
  ///   - type: what it is called.
  ///   - snapshot: what is made of a package.
  ///   - fileNameExtensions: how names of such packages end, without the dot, in any case. With
  ///     none, as a declared type's do.
  public init<Snapshot: DocumentSnapshot>(
    _ type: UTType, _ snapshot: Snapshot.Type, fileNameExtensions: [String] = []
  ) {
    self.init(
      type, TypedPackageFormat<Snapshot>(contentType: type), isPackage: true,
      fileNameExtensions: fileNameExtensions)
  }

  init(
    _ type: UTType, _ format: some DocumentFormat, isPackage: Bool = false,
    fileNameExtensions: [String] = []
  ) {
    contentType = type
    self.isPackage = isPackage
    let isNamed = fileNameExtensions.isEmpty && !ContentTypes.builtIn.isBuiltIn(type)
    self.fileNameExtensions =
      isNamed ? ContentTypes.system.fileNameExtensions(of: type) : fileNameExtensions
    inspecting = { format.inspect($0) }
    remarking = { format.remark(on: $0) }
    comparing = { Self.changes(from: $0, to: $1, in: format) }
    merging = { Self.merge(base: $0, ours: $1, theirs: $2, in: format) }
    suspecting = { format.suspicion(previous: $0, new: $1) }
    suspiciousZeroes = format.suspiciousZeroes
  }

  /// The content type's identifier.
  package var identifier: String { contentType.identifier }

  ///
  /// A symbolic link is none of the type's: whatever its name, it is where it leads.
  package func inspect(_ content: [UInt8]) -> Inspection {
    SymbolicLink.isLink(content) ? .readable : inspecting(content)
  }

  /// What is worth saying of a readable content in a status; nil for nothing.
  package func remark(on content: [UInt8]) -> String? {
    SymbolicLink.isLink(content) ? nil : remarking(content)
  }

  /// What differs between two versions, in the type's own words, one line each; empty where they
  /// are the same. Without an old one: that it was created. A version that the reader rejects is
  /// spoken of as bytes, with the reason.
  package func changes(from old: [UInt8]?, to new: [UInt8]) -> [String] {
    if old == new { return [] }
    if let words = linkChangeInWords(from: old, to: new) { return [words] }
    guard let old else { return ["created, " + byteCount(new.count)] }
    return comparing(old, new) ?? bytesInWords(old: old, new: new) + reasons(old: old, new: new)
  }

  /// Joins two versions. The result is one of them, or one that this type's reader accepts.
  ///
  /// Without a base nobody can say which side changed what: different contents are a conflict.
  package func merge(base: [UInt8]?, ours: [UInt8], theirs: [UInt8]) -> MergeOutcome {
    if ours == theirs { return .merged(ours) }
    guard let base else { return .conflict(reason: "both were created, with different content") }
    if ours == base { return .merged(theirs) }
    if theirs == base { return .merged(ours) }
    if [base, ours, theirs].contains(where: SymbolicLink.isLink) {
      return .conflict(reason: "a symbolic link can't be joined with another version")
    }
    let outcome = merging(base, ours, theirs)
    guard case .merged(let content) = outcome,
      case .unreadable(let reason) = inspecting(content)
    else { return outcome }
    return .conflict(reason: "joined, they would not be readable: " + reason)
  }

  /// Why a version looks as if it had been cut off or were still being written, compared with the
  /// one before; nil where it doesn't. Such a version may be meant, so that it is only held.
  /// `isReadable` says that the reader is known to take it, and need not be asked.
  package func suspicion(
    previous: [UInt8], new: [UInt8], isReadable: Bool = false
  ) -> String? {
    if previous == new || previous.isEmpty { return nil }
    if SymbolicLink.isLink(previous) || SymbolicLink.isLink(new) { return nil }
    if new.isEmpty { return "emptied: it held " + byteCount(previous.count) }
    let zeroes = trailingZeroes(of: new)
    if zeroes >= suspiciousZeroes, trailingZeroes(of: previous) == 0 {
      return zeroes == new.count
        ? "nothing but zero bytes, \(zeroes) of them"
        : "ends in \(zeroes) zero byte\(zeroes == 1 ? "" : "s") from byte \(new.count - zeroes) on"
    }
    if !isReadable, case .unreadable(let reason) = inspecting(new) {
      return inspecting(previous).isReadable ? reason : nil
    }
    return suspecting(previous, new)
  }

  private func reasons(old: [UInt8], new: [UInt8]) -> [String] {
    switch (inspecting(old), inspecting(new)) {
    case (_, .unreadable(let reason)): ["not readable: " + reason]
    case (.unreadable, .readable): ["readable again"]
    case (.readable, .readable): []
    }
  }

  /// Nil where a version can't be read.
  private static func changes<Format: DocumentFormat>(
    from old: [UInt8], to new: [UInt8], in format: Format
  ) -> [String]? {
    do {
      return try format.read(new).changes(since: format.read(old)).map(harmless)
    } catch {
      return nil
    }
  }

  private static func merge<Format: DocumentFormat>(
    base: [UInt8]?, ours: [UInt8], theirs: [UInt8], in format: Format
  ) -> MergeOutcome {
    do {
      var agreed: Format.Snapshot?
      if let base { agreed = try format.read(base) }
      let merge = Format.Snapshot.merging(
        base: agreed, ours: try format.read(ours), theirs: try format.read(theirs))
      switch merge {
      case .merged(let snapshot): return written(snapshot, in: format)
      case .conflict(let reason): return .conflict(reason: harmless(reason))
      }
    } catch {
      return .conflict(reason: "a version can't be read: " + error.reason)
    }
  }
}

private func written<Format: DocumentFormat>(
  _ snapshot: Format.Snapshot, in format: Format
) -> MergeOutcome {
  do {
    return .merged(try format.write(snapshot))
  } catch {
    return .conflict(reason: "joined, they can't be written: " + error.reason)
  }
}

/// What became of a symbolic link; nil where neither version is one.
private func linkChangeInWords(from old: [UInt8]?, to new: [UInt8]) -> String? {
  let before = old.flatMap { SymbolicLink(decoding: $0) }
  guard let after = SymbolicLink(decoding: new) else {
    return before == nil ? nil : "a file now; it was a symbolic link"
  }
  let target = displayed(after.target)
  if before != nil { return "leads to \(target) now" }
  return old == nil ? "created, leads to \(target)" : "a symbolic link to \(target) now"
}

private func trailingZeroes(of content: [UInt8]) -> Int {
  content.count - (content.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0)
}
