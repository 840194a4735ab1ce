/// Unpacks what zlib packed (RFC 1950, RFC 1951).
struct Inflate {
  /// It is not what zlib writes, or unpacks to more than it may.
  struct Failure: Error {}

  private let input: [UInt8]
  private var position: Int
  private var bits: UInt32 = 0
  private var bitCount = 0
  private var output: [UInt8] = []
  private let limit: Int

  /// - Parameter limit: how many bytes it may unpack to.
  static func unpack(_ bytes: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
    guard bytes.count > 2, bytes[0] & 0x0F == 8, bytes[1] & 0x20 == 0 else { throw Failure() }
    var inflate = Inflate(bytes, limit: limit)
    try inflate.run()
    return inflate.output
  }

  private init(_ input: [UInt8], limit: Int) {
    self.input = input
    self.limit = limit
    position = 2
  }

  private mutating func run() throws(Failure) {
    var isLast = false
    while !isLast {
      isLast = try take(1) == 1
      switch try take(2) {
      case 0: try copyStored()
      case 1: try unpackBlock(Self.fixedLiterals, Self.fixedDistances)
      case 2:
        let codes = try readCodes()
        try unpackBlock(codes.literals, codes.distances)
      default: throw Failure()
      }
    }
  }

  private mutating func take(_ count: Int) throws(Failure) -> Int {
    while bitCount < count {
      guard position < input.count else { throw Failure() }
      bits |= UInt32(input[position]) << UInt32(bitCount)
      position += 1
      bitCount += 8
    }
    let value = bits & ((1 << UInt32(count)) - 1)
    bits >>= UInt32(count)
    bitCount -= count
    return Int(value)
  }

  private mutating func copyStored() throws(Failure) {
    (bits, bitCount) = (0, 0)
    guard position + 4 <= input.count else { throw Failure() }
    let length = Int(input[position]) | Int(input[position + 1]) << 8
    position += 4
    guard position + length <= input.count, output.count + length <= limit else { throw Failure() }
    output += input[position..<(position + length)]
    position += length
  }

  // MARK: Codes

  /// A Huffman code as the number of codes of each length, and their symbols in order.
  private struct Code {
    var counts = [Int](repeating: 0, count: 16)
    var symbols: [Int] = []

    init(lengths: ArraySlice<Int>) {
      for length in lengths { counts[length] += 1 }
      counts[0] = 0
      symbols = (1...15).flatMap { length in
        lengths.indices.filter { lengths[$0] == length }.map { $0 - lengths.startIndex }
      }
    }
  }

  private static let fixedLiterals = Code(
    lengths: ([Int](repeating: 8, count: 144) + [Int](repeating: 9, count: 112)
      + [Int](repeating: 7, count: 24) + [Int](repeating: 8, count: 8))[...])
  private static let fixedDistances = Code(lengths: [Int](repeating: 5, count: 30)[...])

  private mutating func symbol(of code: Code) throws(Failure) -> Int {
    var (value, first, index) = (0, 0, 0)
    for length in 1...15 {
      value |= try take(1)
      let count = code.counts[length]
      if value - first < count { return code.symbols[index + value - first] }
      index += count
      first = (first + count) << 1
      value <<= 1
    }
    throw Failure()
  }

  private static let lengthOrder = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]

  private mutating func readCodes() throws(Failure) -> (literals: Code, distances: Code) {
    let literalCount = try take(5) + 257
    let distanceCount = try take(5) + 1
    let lengthCount = try take(4) + 4
    var lengths = [Int](repeating: 0, count: 19)
    for index in 0..<lengthCount { lengths[Self.lengthOrder[index]] = try take(3) }
    let lengthCode = Code(lengths: lengths[...])
    var all: [Int] = []
    while all.count < literalCount + distanceCount {
      switch try symbol(of: lengthCode) {
      case 16:
        guard let last = all.last else { throw Failure() }
        all += [Int](repeating: last, count: try take(2) + 3)
      case 17: all += [Int](repeating: 0, count: try take(3) + 3)
      case 18: all += [Int](repeating: 0, count: try take(7) + 11)
      case let length: all.append(length)
      }
    }
    guard all.count == literalCount + distanceCount else { throw Failure() }
    return (Code(lengths: all[..<literalCount]), Code(lengths: all[literalCount...]))
  }

  private static let lengthBases = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
    163, 195, 227, 258,
  ]
  private static let lengthBits = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]
  private static let distanceBases = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537,
    2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577,
  ]
  private static let distanceBits = [
    0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13,
    13,
  ]

  private mutating func unpackBlock(_ literals: Code, _ distances: Code) throws(Failure) {
    while true {
      let symbol = try symbol(of: literals)
      if symbol == 256 { return }
      if symbol < 256 {
        guard output.count < limit else { throw Failure() }
        output.append(UInt8(symbol))
        continue
      }
      guard symbol - 257 < Self.lengthBases.count else { throw Failure() }
      let length = Self.lengthBases[symbol - 257] + (try take(Self.lengthBits[symbol - 257]))
      let distanceSymbol = try self.symbol(of: distances)
      guard distanceSymbol < Self.distanceBases.count else { throw Failure() }
      let distance =
        Self.distanceBases[distanceSymbol] + (try take(Self.distanceBits[distanceSymbol]))
      guard distance <= output.count, output.count + length <= limit else { throw Failure() }
      for _ in 0..<length { output.append(output[output.count - distance]) }
    }
  }
}
