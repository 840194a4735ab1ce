import Documents
import FoundationEssentials
import TestSupport
import Testing

@Suite struct DynamicTypeTests {
  @Test func `an extension that nobody knows makes a type`() throws {
    let type = try #require(UTType(filenameExtension: "Unheard"))
    #expect(type.identifier.hasPrefix("dyn."))
    #expect(type.isDynamic && !type.isDeclared)
    #expect(type.conforms(to: .data) && type.supertypes == [.data, .item])
    #expect(type.tags == [.filenameExtension: ["unheard"]])
    #expect(type.preferredFilenameExtension == "unheard" && type.preferredMIMEType == nil)
    #expect(UTType(filenameExtension: "unheard") == type)
    #expect(type.localizedDescription == nil)
  }

  @Test func `a media type that nobody knows makes a type`() throws {
    let type = try #require(UTType(mimeType: "application/x-unheard; a=b", conformingTo: .text))
    #expect(type.preferredMIMEType == "application/x-unheard")
    #expect(type.conforms(to: .text) && type.conforms(to: .content))
  }

  @Test func `it is the same type wherever its identifier goes`() throws {
    let type = try #require(UTType(filenameExtension: "unheard", conformingTo: .package))
    #expect(UTType(type.identifier) == type)
    let decoded = try JSONDecoder().decode([UTType].self, from: JSONEncoder().encode([type]))
    #expect(decoded == [type])
    #expect(try #require(decoded.first).conforms(to: .package))
  }

  @Test func `an extension may be of any letters`() throws {
    for name in ["é", "日本", "a b", "a.b", String(repeating: "x", count: 255)] {
      let type = try #require(UTType(filenameExtension: name))
      #expect(type.preferredFilenameExtension == name)
      #expect(UTType(type.identifier) == type)
    }
    #expect(UTType(filenameExtension: String(repeating: "x", count: 256)) == nil)
    #expect(UTType(filenameExtension: "a\u{0}b") == nil)
  }

  @Test(arguments: UInt64(1)...20)
  func `no identifier does harm`(seed: UInt64) {
    var chance = SeededChance(seed: seed)
    let letters = Array("abcdefghijklmnopqrstuvwxyz234567AB.=")
    for _ in 0..<200 {
      let tail = (0..<chance.below(60)).map { _ in letters[chance.below(letters.count)] }
      let identifier = "dyn." + String(tail)
      if let type = UTType(identifier) {
        #expect(type.identifier == identifier && type.isDynamic, "seed \(seed)")
      }
    }
  }
}
