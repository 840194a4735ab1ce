import Foundation
import LinuxSystem
import TestSupport
import Testing

@testable import Documents

/// Programs that are killed while a wrapper writes. Who writes or opens a document there next puts
/// things right.
@Suite struct WrapperCrashTests {
  private static let isFull = environmentVariable("COLLATE_TORTURE") == Array("full".utf8)

  /// What the killed program has done to the names, by the kernel's calls alone.
  enum Death: CaseIterable {
    case beforeExchange
    case afterExchange
    /// Where two names can't be exchanged.
    case halfExchanged
    case almostExchanged
  }

  private func write(_ content: String, _ place: PackageFolder, _ name: String) throws {
    try FileWrapper(regularFileWithContents: Data(content.utf8))
      .write(to: place.url(name), originalContentsURL: nil)
  }

  @Test(arguments: Death.allCases, ["old", "theirs"])
  func `what a crash caught is where it was, or beside, or was replaced`(
    death: Death, content: String
  ) async throws {
    let place = try PackageFolder()
    let path = String(decoding: place.folder.path, as: UTF8.self)
    try place.folder.write("old", to: "a.md")
    let isAnother = content == "theirs"
    let number = try #require(Death.allCases.firstIndex(of: death))
    await #expect(processExitsWith: .signal(9)) {
      [
        path = path as String, number = number as Int,
        isAnother = isAnother as Bool
      ] in
      try KilledWrapper.write(in: path, Death.allCases[number], isAnother)
    }
    #expect(try place.folder.names().count { $0.hasPrefix(".collate-installing-") } == 1)
    try write("b", place, "b.md")
    let names = try place.folder.names()
    let isInstalled = death == .afterExchange || death == .almostExchanged
    #expect(try place.folder.read("a.md") == (isInstalled ? "mine" : content))
    let copies = names.filter { $0.hasPrefix("a (conflict ") }
    #expect(names == (["Trip.notebook"] + copies + ["a.md", "b.md"]).sorted())
    #expect(copies.count == (isInstalled && isAnother ? 1 : 0))
    #expect(try copies.allSatisfy { try place.folder.read($0) == "theirs" })
  }

  @Test func `a program that is killed at any moment leaves documents whole, and nothing for long`()
    async throws
  {
    let place = try PackageFolder()
    let path = String(decoding: place.folder.path, as: UTF8.self)
    try write("0", place, "a.md")
    for page in ["1", "2", "3"] {
      try place.folder.write("0", to: "Trip.notebook/pages/\(page).txt")
    }
    for round in 1...(Self.isFull ? 200 : 5) {
      let delay = Int.random(in: 1...60)
      await #expect(processExitsWith: .signal(9)) { [path = path as String, delay = delay as Int] in
        try KilledWrapper.write(in: path, killedAfter: delay)
      }
      let pages = try Set(
        (1...3).map { try place.folder.read("Trip.notebook/pages/\($0).txt") })
      #expect(pages.count == 1, "round \(round), killed after \(delay) ms")
      #expect(Int(try place.folder.read("a.md") ?? "") != nil)
      try write("\(round)", place, "b.md")
      #expect(try place.folder.names() == ["Trip.notebook", "a.md", "b.md"])
    }
  }
}

/// What runs in the processes that are killed.
private enum KilledWrapper {
  static func die() {
    _ = Result { () throws(SystemError) in try send(.kill, to: currentProcess()) }
  }

  static func write(in path: String, _ death: WrapperCrashTests.Death, _ isAnother: Bool) throws {
    let directory = try openPath(Array(path.utf8), .directory)
    let name = Array("a.md".utf8)
    let place = try FilePlace(path: Array((path + "/a.md").utf8))
    _ = try DocumentWriting(
      place: place, wanted: .file(.data(Data("mine".utf8)), mode: nil), known: nil, source: nil,
      beforeExchange: {
        _ = Result {
          if isAnother { try Data("theirs".utf8).write(to: URL(filePath: path + "/a.md")) }
          let folder = try #require(
            try directory.list().first { $0.name.starts(with: SavingFolder.prefix) }?.name)
          let inner = try directory.openDirectory(folder)
          switch death {
          case .beforeExchange: break
          case .afterExchange: try inner.rename(name, to: directory, as: name, .exchange)
          case .halfExchanged, .almostExchanged:
            try directory.rename(name, to: inner, as: SavingFolder.replaced, .noReplace)
            if death == .almostExchanged {
              try inner.rename(name, to: directory, as: name, .noReplace)
            }
          }
          die()
        }
      }
    ).run()
  }

  static func write(in path: String, killedAfter milliseconds: Int) throws {
    let package = URL(filePath: path + "/Trip.notebook")
    let thread = try DedicatedThread(name: "killer") {
      _ = Result { () throws(SystemError) in try pause(milliseconds: Int32(milliseconds)) }
      die()
    }
    for number in 1... {
      let wrapper = try FileWrapper(url: package)
      let pages = try #require(wrapper.fileWrappers?["pages"])
      for page in ["1.txt", "2.txt", "3.txt"] { replace(page, in: pages, by: "\(number)") }
      try wrapper.write(to: package, originalContentsURL: package)
      try FileWrapper(regularFileWithContents: Data("\(number)".utf8))
        .write(to: URL(filePath: path + "/a.md"), originalContentsURL: nil)
    }
    try thread.join()
  }
}
