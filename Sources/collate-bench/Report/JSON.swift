import FoundationEssentials

/// The figures for programs.
func json(_ figures: [Figure]) throws -> String {
  struct Row: Encodable {
    var what: String
    var documents: Int?
    var measured: Double
    var unit: String
    var floor: Double?
    var floorName: String?
    var ratio: Double?
    var goal: String?
  }
  let rows = figures.map {
    Row(
      what: $0.what.trimmingPrefix { $0 == " " }.description, documents: $0.documents,
      measured: $0.measured.value, unit: $0.measured.unit, floor: $0.floor?.value,
      floorName: $0.floorName, ratio: $0.ratio, goal: $0.goal)
  }
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
  return String(decoding: try encoder.encode(rows), as: UTF8.self) + "\n"
}
