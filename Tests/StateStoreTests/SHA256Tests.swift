import Reconciliation
import StateStore
import Testing

@Suite struct SHA256Tests {
  /// FIPS 180-4's examples, as NIST's example values have them.
  static let vectors: [(text: String, times: Int, digest: String)] = [
    ("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmno"
        + "ijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu", 1,
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
    ("a", 1_000_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
  ]

  @Test(arguments: [SHA256.Code.fastest, .portable])
  func `NIST's examples have NIST's digests`(code: SHA256.Code) {
    for vector in Self.vectors {
      let text = Array(repeating: Array(vector.text.utf8), count: vector.times).flatMap { $0 }
      #expect(SHA256.digest(text, code: code).description == vector.digest)
    }
  }

  @Test func `both codes agree on every length up to 200`() {
    for length in 0...200 {
      let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ length) }
      #expect(SHA256.digest(bytes, code: .fastest) == SHA256.digest(bytes, code: .portable))
    }
  }

  @Test(arguments: [SHA256.Code.fastest, .portable])
  func `pieces give the digest of the whole, wherever they are cut`(code: SHA256.Code) {
    let bytes = (0..<300).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let whole = SHA256.digest(bytes, code: code)
    for cut in 0...300 {
      var sha = SHA256(code: code)
      sha.update(bytes[..<cut])
      sha.update(Array(bytes[cut...]))
      #expect(sha.finish() == whole)
    }
    var sha = SHA256(code: code)
    for byte in bytes { sha.update([byte]) }
    #expect(sha.finish() == whole)
  }

  @Test func `a slice has the digest of its own bytes`() {
    let bytes = Array("xxabcxx".utf8)
    #expect(SHA256.digest(bytes[2..<5]) == SHA256.digest(Array("abc".utf8)))
  }

  @Test func `a digest on its way can be finished and go on`() {
    var sha = SHA256()
    sha.update(Array("ab".utf8))
    #expect(sha.finish() == SHA256.digest(Array("ab".utf8)))
    sha.update(Array("c".utf8))
    #expect(sha.finish() == SHA256.digest(Array("abc".utf8)))
  }
}
