import Engine
import Glibc
import Reconciliation
import TestSupport
import Testing

/// What the simulation proves is worth as much as the simulated volume is like the real one.
@Suite struct `The simulated volume and the real one` {
  @Test(arguments: Replica.Disks.allCases)
  func `answer and tell the same, whatever is done`(disks: Replica.Disks) throws {
    try compare(
      disks, names: ["a", "b", "c", "d", "e", "d/x", "d/y", "d/e", "e/x", "e/d", "d/e/x"])
  }

  @Test(arguments: Replica.Disks.allCases)
  func `answer and tell the same of packages`(disks: Replica.Disks) throws {
    try compare(
      disks,
      names: [
        "a", "d", "p.rtfd", "d/q.rtfd", "p.rtfd/x", "p.rtfd/d", "p.rtfd/d/y", "p.rtfd/.x.swp",
        "p.rtfd/n.rtfd", "d/q.rtfd/x", "p.rtfd",
      ])
  }

  private func compare(_ disks: Replica.Disks, names: [String]) throws {
    var (told, toldLess) = (0, 0)
    for seed in 0..<30 as Range<UInt64> {
      var run = try Run(disks, seed: seed, names: names)
      for _ in 0..<120 {
        try run.step()
        if !run.agrees {
          Issue.record(
            "seed \(seed) on \(disks):\n\(run.trace.suffix(40).joined(separator: "\n"))")
          return
        }
      }
      told += run.told
      toldLess += run.toldLess
    }
    #expect(told > 400)
    #expect(toldLess * 20 < told)
  }

  private struct Run {
    private let volumes: TwoVolumes
    private var chance: SeededChance
    private let names: [String]
    private var id: UInt64 = 0
    private(set) var agrees = true
    private(set) var told = 0
    private(set) var toldLess = 0
    private(set) var trace: [String] = []

    init(_ disks: Replica.Disks, seed: UInt64, names: [String]) throws {
      volumes = try TwoVolumes(disks)
      self.names = names
      if names.contains("p.rtfd") { volumes.limit = 90 }
      chance = SeededChance(seed: seed)
      take("list of the root", try volumes.list(""))
    }

    mutating func step() throws {
      if chance.oneIn(2) { try engineActs() } else { try programActs() }
      compareHints()
    }

    /// The simulated volume never tells more than the real one. It may tell less: then the engine
    /// has to do with less in the simulation than it has to.
    private mutating func compareHints() {
      let (simulated, first) = volumes.hints()
      var real = first
      // A process that another test starts at this moment has what is open here open until it is
      // another program: then a close is told a little later.
      for _ in 0..<100 where !isPart(simulated, of: real) {
        usleep(10_000)
        real += volumes.hints().real
      }
      let rest = real.count - simulated.count
      let isTold = isPart(simulated, of: real)
      let watched = volumes.watched
      if isTold, watched.simulated <= watched.real {
        if !real.isEmpty { trace.append("told: \(real)") }
        if rest > 0 { toldLess += 1 }
        if !real.isEmpty { told += 1 }
      } else {
        trace.append("told: simulated \(simulated); real \(real); watched: \(watched)")
        agrees = false
      }
    }

    private func isPart(_ simulated: [Hint], of real: [Hint]) -> Bool {
      var rest = real[...]
      return simulated.allSatisfy { hint in
        guard let place = rest.firstIndex(of: hint) else { return false }
        rest = rest[(place + 1)...]
        return true
      }
    }

    private mutating func programActs() throws {
      let (name, other, text) = (anyName(), anyName(), anyText())
      switch chance.below(15) {
      case 0, 1: take("write \(name) “\(text)”", try volumes.write(name, text))
      case 2: take("append to \(name) “\(text)”", try volumes.append(name, text))
      case 3: take("open \(name)", try volumes.beginWriting(name))
      case 4:
        guard volumes.openHandles > 0 else { return }
        let number = chance.below(volumes.openHandles)
        take("write to open \(number) “\(text)”", volumes.writeChunk(number, text))
      case 5:
        guard volumes.openHandles > 0 else { return }
        let number = chance.below(volumes.openHandles)
        volumes.close(number)
        trace.append("close open \(number)")
      case 6, 7: take("rename \(name) to \(other)", try volumes.rename(name, other))
      case 8: take("exchange \(name) and \(other)", try volumes.exchange(name, other))
      case 9: take("link \(name) as \(other)", try volumes.link(name, other))
      case 10: take("remove \(name)", try volumes.remove(name))
      case 11: take("make the directory \(name)", try volumes.makeDirectory(name))
      case 12, 13:
        if volumes.heldLocks > 1 || chance.oneIn(3) {
          volumes.unlock()
          trace.append("unlock")
        } else {
          let shared = chance.oneIn(2)
          take("lock \(name), shared: \(shared)", try volumes.lock(name, shared: shared))
        }
      default:
        if chance.oneIn(3) {
          take("make the symbolic link \(name)", try volumes.makeSymbolicLink(name))
        }
      }
    }

    private mutating func engineActs() throws {
      let name = anyName()
      let text =
        name.hasSuffix(".rtfd") && !chance.oneIn(4)
        ? anyPackage() : chance.oneIn(4) ? anyLink() : anyText()
      switch chance.below(8) {
      case 0: take("list of the root", try volumes.list(""))
      case 1: take("list of \(name)", try volumes.list(name))
      case 2: take("stamp of \(name)", try volumes.stamp(name))
      case 3:
        let evenIfOpen = chance.oneIn(4)
        take(
          "contents of \(name), even if open: \(evenIfOpen)",
          try volumes.contents(name, evenIfOpen: evenIfOpen))
      case 4, 5:
        id += 1
        let expected = chance.oneIn(5) ? nil : try volumes.text(name)
        take(
          "install \(id) at \(name) “\(displayed(text))” over \(displayed(expected ?? "nothing"))",
          try volumes.install(id, name, text, expecting: expected))
      case 6:
        id += 1
        let expected = chance.oneIn(5) ? text : try volumes.text(name) ?? text
        take(
          "remove \(id) at \(name) “\(displayed(expected))”",
          try volumes.remove(id, name, expecting: expected))
      default:
        take("displaced", volumes.displaced())
        if let (id, text) = volumes.aside().first {
          take("discard \(id)", volumes.discard(id, expecting: text))
        }
      }
    }

    private mutating func take(_ what: String, _ answers: TwoVolumes.Answers) {
      if answers.simulated == answers.real {
        if answers.real.isEmpty { return }
        trace.append("\(what): \(answers.real)")
      } else {
        trace.append("\(what): simulated \(answers.simulated); real \(answers.real)")
        agrees = false
      }
    }

    private mutating func anyName() -> String {
      names[chance.below(names.count)]
    }

    /// A small package's archive, which happens to be UTF-8.
    private mutating func anyPackage() -> String {
      var files: [String: String] = [:]
      for name in ["x", "d/y", "d/", "z"] where chance.oneIn(2) { files[name] = anyText() }
      return String(decoding: PackageArchive(files).bytes, as: UTF8.self)
    }

    private mutating func anyLink() -> String {
      let link = SymbolicLink(to: Array(["a", "d/x", "nowhere"][chance.below(3)].utf8))
      return String(decoding: link?.content ?? [], as: UTF8.self)
    }

    private mutating func anyText() -> String {
      ["", "one", "two", "three and four", "five", "six"][chance.below(6)]
    }
  }
}
