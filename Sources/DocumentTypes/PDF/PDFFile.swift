/// Finds a PDF's objects by its cross-reference, tables and streams (ISO 32000-1, 7.5).
///
/// What can't be followed is nil; nothing is guessed.
final class PDFFile {
  private enum Place {
    case offset(Int)
    case inStream(Int, index: Int)
  }

  private let content: any ContentBytes
  private var places: [Int: Place] = [:]
  private(set) var trailer: [String: PDFObject] = [:]
  private var objectStreams: [Int: (bytes: [UInt8], offsets: [Int])] = [:]

  /// Objects and unpacked streams are no larger in any file that a program writes.
  private static let objectLimit = 1 << 22
  private static let streamLimit = 1 << 24
  private static let objectCountLimit = 1 << 20
  private static let sectionLimit = 256

  /// - Parameter start: where the last cross-reference stands.
  init(_ content: any ContentBytes, crossReferenceAt start: Int) throws {
    self.content = content
    var pending = [start]
    var seen: Set<Int> = []
    // A newer section comes first, and what it says stays.
    while let offset = pending.popLast(), seen.insert(offset).inserted,
      seen.count <= Self.sectionLimit
    {
      guard let members = try section(at: offset) else { break }
      trailer.merge(members) { old, _ in old }
      if let previous = members["Prev"]?.number { pending.append(previous) }
      if let stream = members["XRefStm"]?.number { pending.append(stream) }
    }
  }

  /// What an object is, references followed.
  func resolved(_ object: PDFObject?) throws -> PDFObject? {
    var object = object
    for _ in 0..<16 {
      guard case .reference(let number)? = object else { return object }
      object = try self.object(number)
    }
    return nil
  }

  private func object(_ number: Int) throws -> PDFObject? {
    switch places[number] {
    case nil: return nil
    case .offset(let offset):
      guard let found = try indirectObject(at: offset), found.number == number else { return nil }
      return found.object
    case .inStream(let stream, let index):
      guard let (bytes, offsets) = try objectStream(stream), offsets.indices.contains(index) else {
        return nil
      }
      var scanner = PDFScanner(bytes, at: offsets[index])
      // What isn't an object after all is not known.
      return try? scanner.object()
    }
  }

  private func indirectObject(at offset: Int) throws -> (number: Int, object: PDFObject)? {
    guard
      let found = try scan(
        at: offset,
        { scanner throws(PDFScanner.Failure) in
          let found = try scanner.indirectObject()
          return (found, scanner.index)
        })
    else { return nil }
    guard case .stream(let members, let start) = found.object else { return found }
    return (found.number, .stream(members, start: offset + start))
  }

  /// Reads more and more of the content until what stands there is whole.
  private func scan<Value>(
    at offset: Int,
    _ body: (inout PDFScanner) throws(PDFScanner.Failure) -> (Value, Int)
  ) throws -> Value? {
    guard (0..<content.count).contains(offset) else { return nil }
    var size = 1 << 12
    while true {
      let bytes = try content.bytes(at: offset, count: size)
      let isAll = offset + bytes.count >= content.count
      do {
        var scanner = PDFScanner(bytes)
        let (value, end) = try body(&scanner)
        // What ends where the piece does may go on.
        if end < bytes.count || isAll { return value }
      } catch {
        if isAll { return nil }
      }
      guard size < Self.objectLimit else { return nil }
      size *= 8
    }
  }

  // MARK: The cross-reference

  private func section(at offset: Int) throws -> [String: PDFObject]? {
    let start = try content.bytes(at: offset, count: 64)
    var scanner = PDFScanner(start)
    if scanner.take("xref") { return try table(at: offset) }
    return try stream(at: offset)
  }

  private func table(at offset: Int) throws -> [String: PDFObject]? {
    let found = try scan(at: offset) { scanner throws(PDFScanner.Failure) in
      var entries: [(number: Int, offset: Int)] = []
      guard scanner.take("xref") else { throw PDFScanner.Failure() }
      while !scanner.take("trailer") {
        guard let first = try scanner.object().number, let count = try scanner.object().number,
          (0...Self.objectCountLimit).contains(count), (0...Self.objectCountLimit).contains(first)
        else { throw PDFScanner.Failure() }
        for number in first..<(first + count) {
          guard let place = try scanner.object().number, try scanner.object().number != nil else {
            throw PDFScanner.Failure()
          }
          if scanner.take("n") {
            entries.append((number, place))
          } else if !scanner.take("f") {
            throw PDFScanner.Failure()
          }
        }
      }
      return ((entries, try scanner.object()), scanner.index)
    }
    guard let (entries, trailer) = found, let members = trailer.members else { return nil }
    for entry in entries where places[entry.number] == nil {
      places[entry.number] = .offset(entry.offset)
    }
    return members
  }

  private func stream(at offset: Int) throws -> [String: PDFObject]? {
    guard let object = try indirectObject(at: offset)?.object, let members = object.members,
      members["Type"]?.name == "XRef", let bytes = try unpacked(object),
      let widths = members["W"]?.array?.compactMap(\.number), widths.count == 3,
      widths.allSatisfy({ (0...7).contains($0) }), let size = members["Size"]?.number
    else { return nil }
    let sections = members["Index"]?.array?.compactMap(\.number) ?? [0, size]
    let width = widths.reduce(0, +)
    guard width > 0 else { return nil }
    var place = 0
    for pair in stride(from: 0, to: sections.count - 1, by: 2) {
      let (first, count) = (sections[pair], sections[pair + 1])
      guard first >= 0, count >= 0, first <= Self.objectCountLimit else { return nil }
      for number in first..<(first + min(count, Self.objectCountLimit)) {
        guard place + width <= bytes.count else { return members }
        var fields: [Int] = []
        for width in widths {
          fields.append(bytes[place..<(place + width)].reduce(0) { $0 << 8 | Int($1) })
          place += width
        }
        guard places[number] == nil else { continue }
        switch widths[0] == 0 ? 1 : fields[0] {
        case 1: places[number] = .offset(fields[1])
        case 2: places[number] = .inStream(fields[1], index: fields[2])
        default: break
        }
      }
    }
    return members
  }

  // MARK: Streams

  private func objectStream(_ number: Int) throws -> (bytes: [UInt8], offsets: [Int])? {
    if let known = objectStreams[number] { return known }
    // One that lies in another would be no end of them.
    guard case .offset(let offset)? = places[number],
      let object = try indirectObject(at: offset)?.object, let members = object.members,
      let count = try resolved(members["N"])?.number, (0...Self.objectCountLimit).contains(count),
      let first = try resolved(members["First"])?.number, let bytes = try unpacked(object)
    else { return nil }
    var scanner = PDFScanner(bytes)
    var offsets: [Int] = []
    for _ in 0..<count {
      // An object stream that ends early has fewer.
      guard (try? scanner.object()) != nil, let offset = try? scanner.object().number,
        (0...bytes.count).contains(offset), (0...bytes.count).contains(first)
      else { break }
      offsets.append(first + offset)
    }
    objectStreams[number] = (bytes, offsets)
    return (bytes, offsets)
  }

  /// A stream's bytes as they were before they were packed; nil where they are packed in a way that
  /// isn't known.
  private func unpacked(_ object: PDFObject) throws -> [UInt8]? {
    guard case .stream(let members, let start) = object,
      let length = try resolved(members["Length"])?.number,
      (0...Self.streamLimit).contains(length)
    else { return nil }
    let packed = try content.bytes(at: start, count: length)
    guard packed.count == length else { return nil }
    let filter = try resolved(members["Filter"])
    switch filter?.name ?? filter?.array?.first?.name {
    case nil: return packed
    case "FlateDecode" where (filter?.array?.count ?? 1) == 1:
      // What isn't packed as it says is not known.
      guard let bytes = try? Inflate.unpack(packed, limit: Self.streamLimit) else { return nil }
      let parameters = try resolved(members["DecodeParms"])
      return Self.unpredicted(bytes, parameters?.members ?? parameters?.array?.first?.members)
    default: return nil
    }
  }

  /// Takes back the differences that PNG's predictors left (7.4.4.4).
  private static func unpredicted(_ bytes: [UInt8], _ parameters: [String: PDFObject]?) -> [UInt8]?
  {
    guard let parameters, let predictor = parameters["Predictor"]?.number, predictor > 1 else {
      return bytes
    }
    let columns = parameters["Columns"]?.number ?? 1
    guard predictor >= 10, parameters["Colors"]?.number ?? 1 == 1,
      parameters["BitsPerComponent"]?.number ?? 8 == 8, (1...(1 << 16)).contains(columns)
    else { return nil }
    var result: [UInt8] = []
    var above = [UInt8](repeating: 0, count: columns)
    for start in stride(from: 0, to: bytes.count - columns, by: columns + 1) {
      var row = Array(bytes[(start + 1)..<(start + 1 + columns)])
      for index in row.indices {
        let left = index > 0 ? row[index - 1] : 0
        switch bytes[start] {
        case 0: break
        case 1: row[index] &+= left
        case 2: row[index] &+= above[index]
        case 3: row[index] &+= UInt8((Int(left) + Int(above[index])) / 2)
        case 4: row[index] &+= paeth(left, above[index], index > 0 ? above[index - 1] : 0)
        default: return nil
        }
      }
      result += row
      above = row
    }
    return result
  }

  private static func paeth(_ left: UInt8, _ above: UInt8, _ corner: UInt8) -> UInt8 {
    let guess = Int(left) + Int(above) - Int(corner)
    let distances = [left, above, corner].map { abs(guess - Int($0)) }
    if distances[0] <= distances[1] && distances[0] <= distances[2] { return left }
    return distances[1] <= distances[2] ? above : corner
  }
}
