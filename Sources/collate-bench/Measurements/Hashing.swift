import LinuxSystem
import Reconciliation
import StateStore

/// How fast content is hashed, beside the plain code.
func measureHashing() throws -> [Figure] {
  let content = (0..<(16 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31) }
  var figures: [Figure] = []
  for (name, code) in [("SHA-256", SHA256.Code.fastest), ("SHA-256, portable code", .portable)] {
    var speeds: [Int] = []
    for _ in 0..<5 {
      let duration = time {
        if SHA256.digest(content, code: code).words.0 == 0 { complain("a digest of zeroes") }
      }
      speeds.append(Int(Double(content.count) * 1e9 / Double(max(duration, 1))))
    }
    figures.append(Figure(name, nil, .speed(median(speeds))))
  }
  return figures
}
