import LinuxSystem
package import Reconciliation
import StateStore

/// Which replicas a library's state knows, where their roots were last, and by what they are known:
/// a file beside the state, read to find the state of given roots without opening it.
///
/// A line a replica: its number, its mark and the path, both in hexadecimal, since they may hold
/// anything. The marks in the state itself are what counts.
package struct ReplicaPlaces: Equatable, Sendable {
  package var replicas: [KnownReplica]

  static let name = "replicas"
  private static let firstLine = "collate replicas 1"

  package init(_ replicas: [KnownReplica]) {
    self.replicas = replicas
  }

  /// What a state folder says; nil where it says nothing, as that of a library of one directory.
  package init?(of folder: [UInt8]) {
    let path = folder + Array("/\(Self.name)".utf8)
    guard
      case .success(let content?) = Result(catching: { () throws(SystemError) in
        try openPath(path, [.readOnly]).readAll(limit: 1 << 20)
      })
    else { return nil }
    self.init(parsing: content)
  }

  /// Nil for what is no such file, or one that a newer version wrote.
  init?(parsing content: [UInt8]) {
    let lines = String(decoding: content, as: UTF8.self).split(separator: "\n")
    guard lines.first.map(String.init) == Self.firstLine else { return nil }
    replicas = lines.dropFirst().compactMap { line in
      let words = line.split(separator: " ", omittingEmptySubsequences: false)
      guard words.count == 3, let number = Int(words[0]), (0..<64).contains(number) else {
        return nil
      }
      return KnownReplica(
        number: number, mark: bytes(hexadecimal: words[1]) ?? [], path: bytes(hexadecimal: words[2])
      )
    }
  }

  var content: [UInt8] {
    let lines = replicas.map { replica in
      "\(replica.number) \(hexadecimal(replica.mark)) \(hexadecimal(replica.path ?? []))"
    }
    return Array((([Self.firstLine] + lines).joined(separator: "\n") + "\n").utf8)
  }
}

private func hexadecimal(_ bytes: [UInt8]) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

/// Nil for none, and for what isn't pairs of digits.
private func bytes(hexadecimal text: Substring) -> [UInt8]? {
  let digits = Array(text)
  guard !digits.isEmpty, digits.count % 2 == 0 else { return nil }
  var bytes: [UInt8] = []
  for index in stride(from: 0, to: digits.count, by: 2) {
    guard let byte = UInt8(String(digits[index...(index + 1)]), radix: 16) else { return nil }
    bytes.append(byte)
  }
  return bytes
}

/// What the directory at a path is known by; nil where it has no mark, or can't be looked at.
package func replicaMark(ofRoot path: [UInt8]) -> [UInt8]? {
  guard
    case .success(let mark) = Result(catching: { () throws(SystemError) in
      try readReplicaMark(of: try openPath(path, [.readOnly, .directory]))
    })
  else { return nil }
  return mark
}
