package import Documents

/// A checklist that is edited item by item, and can be exported as Markdown.
@MainActor @Observable
package final class ChecklistDocument: Document {
  package nonisolated static let readableContentTypes: [UTType] = [.checklist]
  package nonisolated static let writableContentTypes: [UTType] = [.checklist, .markdown]

  private var content = KeyedValue(Checklist())

  package nonisolated init() {}

  package var title: String { content.value.title }
  package var items: [Checklist.Item] { content.value.items }

  // MARK: Editing

  package func rename(_ title: String, undoManager: UndoManager?) {
    let old = self.title
    undoManager?.registerUndo(withTarget: self) { $0.rename(old, undoManager: undoManager) }
    undoManager?.setActionName("Rename List")
    content.value.title = title
  }

  /// Adds an item before the one at `index`, or at the end.
  package func add(_ item: Checklist.Item, at index: Int? = nil, undoManager: UndoManager?) {
    undoManager?.registerUndo(withTarget: self) { $0.remove(item.id, undoManager: undoManager) }
    undoManager?.setActionName("Add Item")
    content.value.items.insert(item, at: min(max(index ?? items.count, 0), items.count))
  }

  package func remove(_ id: Checklist.Item.ID, undoManager: UndoManager?) {
    guard let index = items.firstIndex(where: { $0.id == id }) else { return }
    let old = items[index]
    undoManager?.registerUndo(withTarget: self) {
      $0.add(old, at: index, undoManager: undoManager)
    }
    undoManager?.setActionName("Remove Item")
    content.value.items.remove(at: index)
  }

  /// Ticks an item, or unticks it.
  package func setDone(_ isDone: Bool, _ id: Checklist.Item.ID, undoManager: UndoManager?) {
    guard let index = items.firstIndex(where: { $0.id == id }), items[index].isDone != isDone
    else { return }
    undoManager?.registerUndo(withTarget: self) {
      $0.setDone(!isDone, id, undoManager: undoManager)
    }
    undoManager?.setActionName(isDone ? "Tick Item" : "Untick Item")
    content.value.items[index].isDone = isDone
  }

  package func setText(_ text: String, _ id: Checklist.Item.ID, undoManager: UndoManager?) {
    guard let index = items.firstIndex(where: { $0.id == id }), items[index].text != text
    else { return }
    let old = items[index].text
    undoManager?.registerUndo(withTarget: self) { $0.setText(old, id, undoManager: undoManager) }
    undoManager?.setActionName("Edit Item")
    content.value.items[index].text = text
  }

  /// Moves an item so that it is at `index` afterwards.
  package func move(_ id: Checklist.Item.ID, to index: Int, undoManager: UndoManager?) {
    guard let old = items.firstIndex(where: { $0.id == id }), items.indices.contains(index),
      index != old
    else { return }
    undoManager?.registerUndo(withTarget: self) { $0.move(id, to: old, undoManager: undoManager) }
    undoManager?.setActionName("Move Item")
    content.value.items.insert(content.value.items.remove(at: old), at: index)
  }

  // MARK: Reading and writing

  package nonisolated func reader(
    configuration: sending ReadConfiguration
  ) -> sending FileWrapperDocumentReader<KeyedValue<Checklist>> {
    FileWrapperDocumentReader(configuration)
  }

  package func apply(
    snapshot: sending KeyedValue<Checklist>, previous: sending KeyedValue<Checklist>?
  ) {
    content = snapshot
  }

  package func snapshot(contentType: UTType) -> sending KeyedValue<Checklist> { content }

  package nonisolated func writer(
    configuration: sending WriteConfiguration
  ) -> sending FileWrapperDocumentWriter<KeyedValue<Checklist>> {
    guard configuration.contentType == .markdown else {
      return FileWrapperDocumentWriter(configuration)
    }
    return FileWrapperDocumentWriter(configuration) { list, _ in file(list.value.markdown) }
  }
}
