import Control
import Engine
import Reconciliation
import Synchronization

extension LibraryRoster {
  /// What there is to say of what was begun, changed or ended.
  enum Line {
    case keeping(String)
    case failure(String)
  }

  /// Brings what is kept in line with what is wanted: at the start, and when the configuration was
  /// read anew. A library that has a root of a wanted one takes its shape, and keeps its state;
  /// what was wanted before and is no more isn't kept any longer. What was added meanwhile stays.
  func keep(_ wanted: [LibraryShape], in libraries: Libraries, at now: Moment) -> [Line] {
    var lines: [Line] = []
    let before = lastWanted.withLock { last in
      defer { last = wanted }
      return last
    }
    var ended = libraries.specifications.filter { kept in
      before.contains(kept.shape) && !wanted.contains(kept.shape)
    }.map(\.name)
    for shape in wanted where !libraries.specifications.contains(where: { $0.shape == shape }) {
      let place = ended.first { name in
        libraries.specification(of: name).map { shape.sharesRoot(with: $0.shape) } ?? false
      }
      // Others that it takes a root of have to let go of it first.
      for name in ended where name != place {
        guard let other = libraries.specification(of: name), shape.sharesRoot(with: other.shape)
        else { continue }
        libraries.remove(name)
      }
      ended.removeAll { $0 == place || libraries.specification(of: $0) == nil }
      lines.append(begin(shape, inPlaceOf: place, in: libraries, at: now))
    }
    for name in ended {
      libraries.remove(name)
      lines.append(.keeping("\(name) is not kept any more; its documents stay as they are"))
    }
    return lines
  }

  private func begin(
    _ shape: LibraryShape, inPlaceOf place: String?, in libraries: Libraries, at now: Moment
  ) -> Line {
    do throws(DaemonError) {
      let specification = try specification(for: shape, inPlaceOf: place, beside: libraries)
      let failure =
        place.map { libraries.reshape($0, to: specification, at: now) }
        ?? libraries.add(specification, at: now)
      if let failure { return .failure("\(specification.name): \(failure)") }
      let places = shape.roots.map { displayed($0) }.joined(separator: " and ")
      return .keeping("keeping \(places)" + (shape.roots.count > 1 ? " in agreement" : ""))
    } catch {
      return .failure("\(error)")
    }
  }
}

extension LibraryShape {
  fileprivate func sharesRoot(with other: LibraryShape) -> Bool {
    !Set(roots).isDisjoint(with: other.roots)
  }
}
