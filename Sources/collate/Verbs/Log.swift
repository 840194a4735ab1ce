import Control
import Reconciliation

extension Verb {
  static let log = Verb(
    name: "log",
    usage: "DOC",
    summary: "A document's versions, newest first",
    about: """
      Works for a deleted document too. The numbers and the digests are what show, diff and
      restore take.
      """,
    examples: ["collate log notes/plan.md"],
    options: [.json],
    operands: 1...1,
    operand: .document
  ) { call throws(Failure) in
    let place = try call.document()
    let versions = try call.daemon.call(ListVersions.self, call.parameters(place)).versions
    if call.isJSON {
      var listing = JSONListing("versions", output: call.output)
      for version in versions { try listing.add(version) }
      listing.end()
    } else {
      let view = try call.view()
      call.output.lines(versionLines(VersionList(versions), place: place, view: view))
    }
    return .done
  }
}

func versionLines(_ versions: VersionList, place: DocumentPlace, view: View) -> [String] {
  var table = Table([.right, .left, .left, .right, .left, .left])
  if let current = versions.current {
    table.add(cells(current, number: "now", what: "", view: view))
  }
  for (index, version) in versions.past.enumerated() {
    let what = words(for: version.reason) + " " + view.moments.said(version.time)
    table.add(cells(version, number: String(index + 1), what: what, view: view))
  }
  guard !table.isEmpty else { return ["No versions are kept."] }
  var lines = table.lines(paint: view.paint)
  if versions.current == nil {
    let command = "collate restore \(view.places.word(place))"
    lines.append("It is deleted. To bring it back: \(command)")
  }
  return lines
}

private func cells(
  _ version: Wire.DocumentVersion, number: String, what: String, view: View
) -> [Table.Cell] {
  let origin = version.origin.isEmpty ? "" : "from " + harmless(version.origin.utf8)
  return [
    Table.Cell(number, .bold), Table.Cell(view.digest(version.digest), .name),
    Table.Cell("written " + view.moments.said(version.modified)),
    Table.Cell(size(version.size)), Table.Cell(what),
    Table.Cell(origin, .faint),
  ]
}

/// Why a version is not the content any more, in words.
private func words(for reason: String) -> String {
  switch reason {
  case "replaced": "replaced"
  case "deleted": "deleted"
  case "displaced": "displaced by another version"
  case "merged": "merged with another"
  case "settled": "a conflict copy, settled"
  case "conflict": "put into a conflict copy"
  default: harmless(reason.utf8)
  }
}
