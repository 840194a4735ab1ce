import FoundationEssentials
import TestSupport
import Testing

/// What libFuzzer has found stays mended, and a little more of the same (`Tests/FuzzingTests/fuzz`
/// feeds them for as long as one likes).
@Suite struct FuzzingTests {
  @Test(arguments: FuzzTarget.allCases)
  func `inputs that are kept break nothing`(_ target: FuzzTarget) async throws {
    for input in try Self.inputs(for: target) {
      #expect(throws: Never.self, "\(target), \(input.name)") { try target.take(input.bytes) }
      await Task.yield()
    }
  }

  @Test(arguments: FuzzTarget.allCases)
  func `inputs that are changed a little break nothing`(_ target: FuzzTarget) async throws {
    let seed = UInt64.random(in: 1...1_000_000)
    var chance = SeededChance(seed: seed)
    let inputs = try Self.inputs(for: target)
    for _ in 0..<200 {
      var bytes = inputs.isEmpty ? [] : inputs[chance.below(inputs.count)].bytes
      for _ in 0...chance.below(4) { change(&bytes, &chance) }
      #expect(throws: Never.self, "\(target), seed \(seed): \(bytes)") { try target.take(bytes) }
      await Task.yield()
    }
  }

  private func change(_ bytes: inout [UInt8], _ chance: inout SeededChance) {
    let place = chance.below(bytes.count + 1)
    switch chance.below(4) {
    case 0: bytes.insert(UInt8(chance.below(256)), at: place)
    case 1 where place < bytes.count: bytes[place] = UInt8(chance.below(256))
    case 2 where place < bytes.count: bytes.removeSubrange(place..<min(bytes.count, place + 8))
    default: bytes.insert(contentsOf: bytes.suffix(chance.below(32)), at: place)
    }
  }

  private static func inputs(for target: FuzzTarget) throws -> [(name: String, bytes: [UInt8])] {
    let folder = ProjectFolder.fixtures("fuzz/\(target)")
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map {
      ($0, Array(try Data(contentsOf: folder.appending(path: $0))))
    }
  }
}
