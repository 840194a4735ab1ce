package import Documents

extension UTType {
  /// A notebook: a package of a manifest and pages, named `.notebook`.
  package static let notebook = UTType(
    exportedAs: "org.collate.notebook", conformingTo: .package)
}

/// A notebook: `metadata.json`, which names the pages, and `pages/ID.txt` for each.
///
/// Pages are read when they are asked for. What else is in the package is none of its business, and
/// stays: other members, pages that the manifest doesn't name, members of `metadata.json` that
/// aren't known here.
package struct NotebookSnapshot: DocumentSnapshot {
  package var manifest: KeyedValue<NotebookManifest>
  /// By their ids, those of the manifest.
  package var pages: [String: NotebookPage]

  static let manifestName = "metadata.json"
  static let folderName = "pages"

  package init(title: String = "") {
    manifest = KeyedValue(NotebookManifest(title: title))
    pages = [:]
  }

  private init(_ manifest: KeyedValue<NotebookManifest>, _ pages: [String: NotebookPage]) {
    self.manifest = manifest
    self.pages = pages
  }

  package init(file: FileWrapper, contentType: UTType) throws {
    guard let members = file.fileWrappers else {
      throw UnreadableContent(reason: "a file, and a notebook is a directory")
    }
    guard let content = members[Self.manifestName]?.fileContents else {
      throw UnreadableContent(
        reason: "not complete yet: `\(Self.manifestName)` has not arrived")
    }
    do {
      manifest = try KeyedValue(content: try content.data())
    } catch let error as UnreadableContent {
      throw UnreadableContent(reason: "`\(Self.manifestName)`: \(error.reason)")
    }
    let files = members[Self.folderName]?.fileWrappers ?? [:]
    pages = [:]
    for entry in manifest.value.pages {
      guard let contents = files[Self.fileName(entry.id)]?.fileContents else {
        let missing = manifest.value.pages.count { files[Self.fileName($0.id)] == nil }
        throw UnreadableContent(
          reason: "not complete yet: page `\(Self.folderName)/\(Self.fileName(entry.id))`, which "
            + "`\(Self.manifestName)` names, has not arrived"
            + (missing > 1
              ? ", nor \(missing == 2 ? "has another" : "have \(missing - 1) others")" : ""))
      }
      pages[entry.id] = NotebookPage(unread: contents)
    }
  }

  package func fileWrapper(contentType: UTType, existing: FileWrapper?) throws -> FileWrapper {
    let package =
      existing?.isDirectory == true
      ? existing ?? FileWrapper(directoryWithFileWrappers: [:])
      : FileWrapper(directoryWithFileWrappers: [:])
    let folder =
      package.fileWrappers?[Self.folderName] ?? FileWrapper(directoryWithFileWrappers: [:])
    // Of what lies there, only what the old manifest names was ours to take away.
    let before = package.fileWrappers?[Self.manifestName].flatMap(Self.entries(of:)) ?? []
    for entry in before where pages[entry.id] == nil {
      if let page = folder.fileWrappers?[Self.fileName(entry.id)] { folder.removeFileWrapper(page) }
    }
    for entry in manifest.value.pages {
      let page = pages[entry.id] ?? NotebookPage()
      let name = Self.fileName(entry.id)
      let old = folder.fileWrappers?[name]
      let new = try page.fileWrapper(existing: old)
      Self.put(new, in: folder, as: name, insteadOf: old)
    }
    Self.put(
      folder, in: package, as: Self.folderName, insteadOf: package.fileWrappers?[Self.folderName])
    let old = package.fileWrappers?[Self.manifestName]
    Self.put(
      try manifest.fileWrapper(contentType: .json, existing: old), in: package,
      as: Self.manifestName, insteadOf: old)
    return package
  }

  /// What an old manifest names; nothing where it can't be read, so that nothing is taken away.
  private static func entries(of file: FileWrapper) -> [NotebookManifest.Entry]? {
    do {
      return try KeyedValue<NotebookManifest>(file: file, contentType: .json).value.pages
    } catch {
      return nil
    }
  }

  private static func put(
    _ new: FileWrapper, in folder: FileWrapper, as name: String, insteadOf old: FileWrapper?
  ) {
    if let old {
      if new === old { return }
      folder.removeFileWrapper(old)
    }
    new.preferredFilename = name
    folder.addFileWrapper(new)
  }

  static func fileName(_ id: String) -> String { id + ".txt" }
}

// MARK: Comparing and joining

extension NotebookSnapshot {
  package func changes(since previous: NotebookSnapshot) -> [String] {
    let (new, old) = (manifest.value, previous.manifest.value)
    var lines: [String] = []
    if new.title != old.title { lines.append("title now “\(new.title)”") }
    let difference = KeyedDifference(from: old.pages, to: new.pages)
    if !difference.added.isEmpty { lines.append(pageCount(difference.added.count) + " added") }
    if !difference.removed.isEmpty {
      lines.append(pageCount(difference.removed.count) + " removed")
    }
    for (before, after) in difference.edited {
      lines.append("page “\(before.title)” now called “\(after.title)”")
    }
    for (index, entry) in new.pages.enumerated() {
      guard let before = previous.pages[entry.id], let after = pages[entry.id],
        !after.isKnownSame(as: before)
      else { continue }
      let name = entry.title.isEmpty ? "page \(index + 1)" : "page “\(entry.title)”"
      do {
        let words = try after.text().changes(since: before.text())
        if !words.isEmpty { lines.append("\(name): " + words.joined(separator: ", ")) }
      } catch {
        lines.append("\(name) can't be read: \(error)")
      }
    }
    if difference.isReordered { lines.append("pages reordered") }
    if lines.isEmpty {
      lines = manifest.changes(since: previous.manifest).map { "`\(Self.manifestName)`: \($0)" }
    }
    return lines
  }

  private func pageCount(_ count: Int) -> String { count == 1 ? "1 page" : "\(count) pages" }

  package static func merging(
    base: NotebookSnapshot?, ours: NotebookSnapshot, theirs: NotebookSnapshot
  ) -> SnapshotMerge<NotebookSnapshot> {
    guard let base else {
      return isSame(ours, theirs)
        ? .merged(ours) : .conflict(reason: "both were created, with different content")
    }
    // A page that one side removed and the other wrote in stays, as any other item does.
    let (one, other) = (revived(ours, from: theirs, base), revived(theirs, from: ours, base))
    let manifest: KeyedValue<NotebookManifest>
    switch KeyedValue.merging(
      base: base.manifest, ours: one.manifest, theirs: other.manifest)
    {
    case .merged(let joined): manifest = joined
    case .conflict(let reason): return .conflict(reason: "`\(manifestName)`: \(reason)")
    }
    var pages: [String: NotebookPage] = [:]
    for entry in manifest.value.pages {
      switch page(base.pages[entry.id], one.pages[entry.id], other.pages[entry.id]) {
      case .merged(let page): pages[entry.id] = page
      case .conflict(let reason):
        let name = entry.title.isEmpty ? "page `\(fileName(entry.id))`" : "page “\(entry.title)”"
        return .conflict(reason: "\(name): \(reason)")
      }
    }
    return .merged(NotebookSnapshot(manifest, pages))
  }

  private static func isSame(_ one: NotebookSnapshot, _ other: NotebookSnapshot) -> Bool {
    one.manifest == other.manifest
      && one.pages.allSatisfy { other.pages[$0.key]?.isKnownSame(as: $0.value) ?? false }
  }

  /// A side with the pages put back that it removed and the other side wrote in.
  private static func revived(
    _ side: NotebookSnapshot, from other: NotebookSnapshot, _ base: NotebookSnapshot
  ) -> NotebookSnapshot {
    var side = side
    for (index, entry) in other.manifest.value.pages.enumerated() where side.pages[entry.id] == nil
    {
      guard let before = base.pages[entry.id], let after = other.pages[entry.id],
        !isSameText(before, after)
      else { continue }
      side.pages[entry.id] = after
      let count = side.manifest.value.pages.count
      side.manifest.value.pages.insert(entry, at: min(index, count))
    }
    return side
  }

  private static func isSameText(_ one: NotebookPage, _ other: NotebookPage) -> Bool {
    if one.isKnownSame(as: other) { return true }
    do {
      return try one.text() == other.text()
    } catch {
      // What can't be read may be anything: it stays.
      return false
    }
  }

  private static func page(
    _ base: NotebookPage?, _ ours: NotebookPage?, _ theirs: NotebookPage?
  ) -> SnapshotMerge<NotebookPage> {
    guard let ours, let theirs else { return .merged(ours ?? theirs ?? NotebookPage()) }
    if ours.isKnownSame(as: theirs) { return .merged(ours) }
    if let base, ours.isKnownSame(as: base) { return .merged(theirs) }
    if let base, theirs.isKnownSame(as: base) { return .merged(ours) }
    do {
      let joined = LineText.merging(
        base: try base?.text(), ours: try ours.text(), theirs: try theirs.text())
      switch joined {
      case .merged(let text): return .merged(NotebookPage(text))
      case .conflict(let reason): return .conflict(reason: reason)
      }
    } catch {
      return .conflict(reason: "can't be read: \(error)")
    }
  }
}
