package import Reconciliation

/// The libraries that one daemon keeps. Belongs to the engine's thread.
package final class Libraries {
  private var shelves: [Shelf] = [] { didSet { whenChanged() } }
  /// Called when another library is kept, or one in another shape: who is told of that may ask.
  var whenChanged: () -> Void = {}
  /// Events of libraries that were closed to be opened in another shape.
  private var unpublished: [(String, [Event])] = []
  private let claims: [UInt8]
  private let wake: @Sendable () -> Void

  init(claims: [UInt8], wake: @escaping @Sendable () -> Void) {
    self.claims = claims
    self.wake = wake
  }

  package var names: [String] { shelves.map(\.specification.name) }

  /// What each of them was opened as.
  package var specifications: [LibrarySpecification] { shelves.map(\.specification) }

  package func specification(of name: String) -> LibrarySpecification? {
    shelves.first { $0.specification.name == name }?.specification
  }

  /// The library of a name, if it is open.
  package func library(named name: String) -> Library? {
    shelves.first { $0.specification.name == name }?.library
  }

  /// Why a library isn't open.
  package func failure(of name: String) -> String? {
    shelves.first { $0.specification.name == name }?.failure
  }

  /// Whether a library isn't open since another daemon keeps its root.
  package func isKeptElsewhere(_ name: String) -> Bool {
    shelves.contains { $0.specification.name == name && $0.isKeptElsewhere }
  }

  /// Begins to keep a library. Returns why it can't be opened now; it is tried again then.
  @discardableResult
  package func add(_ specification: LibrarySpecification, at now: Moment) -> String? {
    let shelf = Shelf(specification, wake: wake)
    shelf.open(claims: claims, at: now)
    shelves.append(shelf)
    return shelf.failure
  }

  /// Keeps a library in another shape: other roots, or by other rules. Its state stays. Returns why
  /// it can't be opened now.
  @discardableResult
  package func reshape(
    _ name: String, to specification: LibrarySpecification, at now: Moment
  ) -> String? {
    guard let index = shelves.firstIndex(where: { $0.specification.name == name }) else {
      return add(specification, at: now)
    }
    unpublished.append((name, shelves[index].takeEvents()))
    shelves[index].close()
    let shelf = Shelf(specification, wake: wake)
    shelf.open(claims: claims, at: now)
    shelves[index] = shelf
    return shelf.failure
  }

  /// Stops keeping a library; its documents and its state stay as they are.
  package func remove(_ name: String) {
    for shelf in shelves where shelf.specification.name == name { shelf.close() }
    shelves.removeAll { $0.specification.name == name }
  }

  func cycle(at now: Moment) {
    for shelf in shelves {
      if shelf.library == nil && now.steady >= shelf.retryAt {
        shelf.open(claims: claims, at: now)
      }
      shelf.cycle(at: now)
    }
  }

  func takeEvents() -> [(String, [Event])] {
    defer { unpublished = [] }
    return unpublished.filter { !$0.1.isEmpty }
      + shelves.compactMap { shelf in
        let events = shelf.takeEvents()
        return events.isEmpty ? nil : (shelf.specification.name, events)
      }
  }

  var nextDeadline: Int64? {
    shelves.compactMap(\.nextDeadline).filter { $0 != .max }.min()
  }

  func statuses() -> [(root: [UInt8], status: LibraryStatus)] {
    shelves.map { shelf in
      (
        shelf.specification.root,
        shelf.library?.status()
          ?? .unopened(shelf.specification.name, reason: shelf.failure ?? "not opened yet")
      )
    }
  }

  func close() {
    for shelf in shelves { shelf.close() }
  }
}

extension LibraryStatus {
  /// A library that can't be opened now.
  static func unopened(_ name: String, reason: String) -> LibraryStatus {
    LibraryStatus(
      name: name, state: .failed, reason: reason, documents: 0, conflicts: 0, unreadableCount: 0,
      unreadable: [], heldCount: 0,
      held: [], directories: 0, directoriesWatched: 0, special: 0, lastEvent: 0, stored: 0,
      tooLarge: 0, progress: nil, notes: [])
  }
}
