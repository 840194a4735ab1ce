import Documents
import Testing

@Suite struct ProgressPropertyTests {
  @Test func `a property is added up over all parts`() {
    let whole = ProgressManager(totalCount: 2)
    whole.totalFileCount = 3
    let part = whole.subprogress(assigningCount: 1).start(totalCount: 1)
    part.totalFileCount = 4
    part.completedByteCount += 100
    part.completedByteCount += 50
    #expect(whole.totalFileCount == 3)
    #expect(whole.summary(of: ProgressManager.Properties.TotalFileCount.self) == 7)
    #expect(whole.reporter.summary(of: ProgressManager.Properties.CompletedByteCount.self) == 150)
    #expect(part.reporter.completedByteCount == 150)
  }

  @Test func `what a part had is kept when it goes, as the property says`() {
    let whole = ProgressManager(totalCount: 2)
    do {
      let part = whole.subprogress(assigningCount: 1).start(totalCount: 1)
      let grain = part.subprogress(assigningCount: 1).start(totalCount: 1)
      grain.completedFileCount = 2
      part.completedFileCount = 1
      part.throughput = 5
      part.estimatedTimeRemaining = .seconds(9)
      let summary = whole.summary(of: ProgressManager.Properties.EstimatedTimeRemaining.self)
      #expect(summary == .seconds(9))
    }
    #expect(whole.summary(of: ProgressManager.Properties.CompletedFileCount.self) == 3)
    #expect(whole.summary(of: ProgressManager.Properties.Throughput.self) == [5])
    #expect(whole.summary(of: ProgressManager.Properties.EstimatedTimeRemaining.self) == .zero)
  }

  @Test func `a program adds its own`() {
    let whole = ProgressManager(totalCount: 1)
    let part = whole.subprogress(assigningCount: 1).start(totalCount: 1)
    #expect(whole.pageName == nil)
    whole.pageName = "contents"
    part.pageName = "one"
    #expect(whole.summary(of: PageName.self) == ["contents", "one"])
  }
}

private enum PageName: ProgressManager.Property {
  static var key: String { "org.example.pageName" }
  static var defaultValue: String? { nil }
  static var defaultSummary: [String?] { [] }
  static func reduce(into summary: inout [String?], value: String?) { summary.append(value) }
  static func merge(_ summary1: [String?], _ summary2: [String?]) -> [String?] {
    summary1 + summary2
  }
  static func finalSummary(_ parentSummary: [String?], _ selfSummary: [String?]) -> [String?] {
    parentSummary
  }
}

extension ProgressManager.Properties {
  fileprivate var pageName: PageName.Type { PageName.self }
}
