import Reconciliation
import Testing

@testable import Documents

@Suite struct SavingNameTests {
  @Test(arguments: [SavingName.saving, SavingName.replaced], [true, false])
  func `the daemon takes nothing that a save has beside it for a document`(
    prefix: [UInt8], isDirectory: Bool
  ) throws {
    let name = SavingName.random(prefix)
    #expect(name.count > prefix.count)
    let path = try #require(RelativePath(Array("notes/".utf8) + name))
    guard case .always? = IgnoreSet().verdict(for: path, isDirectory: isDirectory) else {
      Issue.record("\(path) is no longer ignored")
      return
    }
  }
}
