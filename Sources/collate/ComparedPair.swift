import Control
import Reconciliation

/// The two contents that are compared, and what each is.
struct ComparedPair: Sendable {
  struct Side: Sendable {
    var path: String
    var label: String
    var content: [UInt8]
  }

  var old: Side
  var new: Side

  /// The same, with a line that says where it leads for what is a symbolic link.
  var withTargets: ComparedPair {
    var pair = self
    for side in [\ComparedPair.old, \ComparedPair.new] {
      guard let link = SymbolicLink(decoding: pair[keyPath: side].content) else { continue }
      pair[keyPath: side].content = link.target + [UInt8(ascii: "\n")]
    }
    return pair
  }

  var header: [String] {
    ["--- \(old.path)\t\(old.label)", "+++ \(new.path)\t\(new.label)"]
  }

  var binaryLine: String {
    let sizes = [old, new].map { size(Int64($0.content.count)) }
    return "Binary contents differ: \(sizes[0]) and \(sizes[1])"
  }
}

/// A difference for people: harmless, in colour.
func diffLines(_ lines: [[UInt8]], of pair: ComparedPair, paint: Paint) -> [String] {
  let header = pair.header.map { paint($0, .bold) }
  guard let first = lines.first else { return header + ["They are the same."] }
  // Where the contents have no lines, what comes says that alone.
  guard first.first == UInt8(ascii: "@") else { return header + [pair.binaryLine] }
  return header + lines.map { paintedDiffLine($0, paint: paint) }
}

extension Invocation {
  /// A conflict's document and its copy, each as it is now.
  func sides(of conflict: Wire.Conflict) throws(Failure) -> ComparedPair {
    ComparedPair(
      old: try side(conflict.ours, at: conflict.wirePath, conflict.path, of: conflict),
      new: try side(conflict.theirs, at: conflict.copyPath, conflict.copy, of: conflict))
  }

  private func side(
    _ side: Wire.Side, at wire: WirePath?, _ text: String, of conflict: Wire.Conflict
  ) throws(Failure) -> ComparedPair.Side {
    let view = try view()
    var content: [UInt8]?
    if let path = wire.flatMap({ RelativePath($0.bytes) }) {
      content = try currentContent(DocumentPlace(library: conflict.library, path: path))
    }
    let origin = side.origin.isEmpty ? "" : ", from " + harmless(side.origin.utf8)
    return ComparedPair.Side(
      path: view.places.shown(library: conflict.library, wire, text: text),
      label: "changed " + view.moments.said(side.modified) + origin,
      content: try self.content(content, orOf: side.digest, in: conflict.library))
  }
}
