/// An amount with its unit.
enum Amount {
  /// Nanoseconds.
  case time(Int64)
  case bytes(Int)
  case count(Int)
  /// Bytes a second.
  case speed(Int)

  /// In `unit`.
  var value: Double {
    switch self {
    case .time(let nanoseconds): Double(nanoseconds) / 1e6
    case .bytes(let bytes): Double(bytes) / 1e6
    case .count(let count): Double(count)
    case .speed(let speed): Double(speed) / 1e9
    }
  }

  var unit: String {
    switch self {
    case .time: "ms"
    case .bytes: "MB"
    case .count: ""
    case .speed: "GB/s"
    }
  }
}

/// One thing that was measured, beside its floor in the same run.
struct Figure {
  let what: String
  /// How many documents there were.
  let documents: Int?
  let measured: Amount
  let floor: Amount?
  /// What the floor is.
  let floorName: String?
  let goal: String?

  init(
    _ what: String, _ documents: Int?, _ measured: Amount, floor: Amount? = nil,
    _ floorName: String? = nil, goal: String? = nil
  ) {
    self.what = what
    self.documents = documents
    self.measured = measured
    self.floor = floor
    self.floorName = floorName
    self.goal = goal
  }

  var ratio: Double? {
    guard let floor, floor.value > 0 else { return nil }
    return measured.value / floor.value
  }
}
