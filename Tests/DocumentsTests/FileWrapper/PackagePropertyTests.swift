import Documents
import Foundation
import LinuxSystem
import TestSupport
import Testing

/// A wrapper and another program change one package at random, in turns.
@Suite struct PackagePropertyTests {
  @Test(arguments: 1...30 as ClosedRange<UInt64>)
  func `what either side wrote last is there, or the save is refused`(seed: UInt64) throws {
    var chance = SeededChance(seed: seed)
    let notebook = try PackageFolder()
    var wrapper = try FileWrapper(url: notebook.package)
    for round in 1...12 {
      var mine: [String: String] = [:]
      var theirs: [String: String] = [:]
      for step in 0..<Int.random(in: 0...3, using: &chance) {
        let name = "\(Int.random(in: 1...6, using: &chance)).txt"
        mine[name] = "mine \(round) \(step)"
        if let pages = wrapper.fileWrappers?["pages"] {
          replace(name, in: pages, by: mine[name] ?? "")
        }
      }
      for step in 0..<Int.random(in: 0...2, using: &chance) {
        let name = "\(Int.random(in: 1...6, using: &chance)).txt"
        theirs[name] = "by another \(round) \(step)"
        try notebook.folder.write(theirs[name] ?? "", to: "Trip.notebook/pages/" + name)
      }
      let both = Set(mine.keys).intersection(theirs.keys)
      do {
        try wrapper.write(to: notebook.package, originalContentsURL: notebook.package)
        #expect(both.isEmpty, "seed \(seed), round \(round)")
        for (name, text) in mine.merging(theirs, uniquingKeysWith: { $1 }) {
          let found = try notebook.folder.read("Trip.notebook/pages/" + name)
          #expect(found == text, "seed \(seed), round \(round)")
        }
      } catch let error as FileChangedError {
        #expect(
          error.members.sorted() == both.map { "pages/" + $0 }.sorted(),
          "seed \(seed), round \(round)")
        for (name, text) in theirs {
          let found = try notebook.folder.read("Trip.notebook/pages/" + name)
          #expect(found == text, "seed \(seed), round \(round)")
        }
      }
      #expect(try notebook.folder.names() == ["Trip.notebook"], "seed \(seed), round \(round)")
      wrapper = try FileWrapper(url: notebook.package)
    }
  }
}
