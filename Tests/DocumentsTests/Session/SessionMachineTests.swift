import FoundationEssentials
import Testing

@testable import Documents

@Suite struct SessionMachineTests {
  var machine: SessionMachine

  init() {
    var policy = AutosavePolicy(quiet: .seconds(1), longest: .seconds(10))
    policy.patience = .seconds(5)
    machine = SessionMachine(policy: policy, isWritable: true)
    machine.isPlaced = true
  }

  // MARK: Saving by itself

  @Test func `nothing is done while nothing happens`() {
    #expect(machine.next(at: .seconds(1000)) == .rest(until: nil))
    #expect(machine.state == .normal)
  }

  @Test mutating func `an edit is saved after a quiet moment`() {
    machine.edited(at: .seconds(5))
    #expect(machine.state == .edited)
    #expect(machine.next(at: .seconds(5)) == .rest(until: .seconds(6)))
    #expect(machine.next(at: .seconds(6)) == .save)
    machine.savingBegan()
    #expect(machine.state == .saving)
    machine.saved(edits: 1, at: .seconds(6))
    #expect(machine.state == .normal)
    #expect(machine.next(at: .seconds(100)) == .rest(until: nil))
  }

  @Test mutating func `each edit puts the save off, up to the longest wait`() {
    for tenth in 0..<95 { machine.edited(at: .milliseconds(tenth * 100)) }
    #expect(machine.next(at: .milliseconds(9400)) == .rest(until: .seconds(10)))
    #expect(machine.next(at: .seconds(10)) == .save)
  }

  @Test mutating func `an edit that comes while saving is saved next`() {
    machine.edited(at: .zero)
    machine.savingBegan()
    machine.edited(at: .seconds(1))
    machine.saved(edits: 1, at: .seconds(2))
    #expect(machine.state == .edited)
    #expect(machine.next(at: .seconds(2)) == .save)
  }

  @Test mutating func `an edit that is undone while it is saved is saved again without it`() {
    machine.edited(at: .zero)
    let edits = machine.edits
    machine.savingBegan()
    machine.unedited()
    #expect(!machine.hasUnsavedEdits)
    machine.saved(edits: edits, at: .seconds(2))
    #expect(machine.hasUnsavedEdits)
    #expect(machine.next(at: .seconds(2)) == .save)
  }

  @Test mutating func `without autosave an edit waits for a person`() {
    machine.policy = .never
    machine.edited(at: .zero)
    #expect(machine.next(at: .seconds(1000)) == .rest(until: nil))
    #expect(machine.hasUnsavedEdits)
  }

  @Test mutating func `a document without a file is not saved by itself`() {
    machine.isPlaced = false
    machine.edited(at: .zero)
    #expect(machine.next(at: .seconds(1000)) == .rest(until: nil))
  }

  @Test func `a document that is only read is never saved`() {
    var machine = SessionMachine(policy: AutosavePolicy(), isWritable: false)
    machine.isPlaced = true
    machine.edited(at: .zero)
    #expect(machine.next(at: .seconds(1000)) == .rest(until: nil))
    machine.looked(.changed, at: .seconds(1000))
    #expect(machine.next(at: .seconds(1000)) == .reload)
  }

  // MARK: Other programs

  @Test mutating func `a hint leads to one look, once its like have come`() {
    machine.hinted(at: .seconds(1))
    machine.hinted(at: .milliseconds(1010))
    #expect(machine.next(at: .seconds(1)) == .rest(until: .milliseconds(1020)))
    #expect(machine.next(at: .milliseconds(1020)) == .look)
    machine.looked(.current, at: .milliseconds(1021))
    #expect(machine.next(at: .seconds(9)) == .rest(until: nil))
  }

  @Test mutating func `a change is read at once where nothing is edited`() {
    machine.looked(.changed, at: .seconds(1))
    #expect(machine.next(at: .seconds(1)) == .reload)
    machine.reloaded()
    #expect(machine.next(at: .seconds(1)) == .rest(until: nil))
  }

  @Test mutating func `a change is never read over unsaved edits, but joined by saving at once`() {
    machine.edited(at: .seconds(1))
    machine.looked(.changed, at: .seconds(1))
    #expect(machine.next(at: .seconds(1)) == .save)
  }

  @Test mutating func `without autosave, a change waits beside unsaved edits`() {
    machine.policy = .never
    machine.edited(at: .seconds(1))
    machine.looked(.changed, at: .seconds(1))
    #expect(machine.next(at: .seconds(100)) == .rest(until: nil))
    #expect(machine.state == .edited)
  }

  @Test mutating func `where nothing tells of changes, it looks each second`() {
    machine.isBlind = true
    #expect(machine.next(at: .milliseconds(10)) == .rest(until: .seconds(1)))
    #expect(machine.next(at: .seconds(1)) == .look)
    machine.looked(nil, at: .seconds(1))
    #expect(machine.next(at: .seconds(1)) == .rest(until: .seconds(2)))
  }

  @Test mutating func `a deleted file leaves the document, and edits make it anew`() {
    machine.looked(.gone, at: .seconds(1))
    #expect(machine.state == .deleted)
    #expect(machine.next(at: .seconds(100)) == .rest(until: nil))
    machine.edited(at: .seconds(200))
    #expect(machine.next(at: .seconds(201)) == .save)
  }

  @Test mutating func `a moved file is told until something else happens`() {
    let old = DocumentPath(Array("/a/old.md".utf8))
    machine.moved(from: old)
    #expect(machine.state == .moved(from: URL(filePath: "/a/old.md")))
    machine.edited(at: .seconds(1))
    #expect(machine.state == .edited)
  }

  // MARK: What fails

  private static let full = DocumentProblem(.full, "full")
  private static let corrupt = DocumentProblem(.unreadable, "corrupt")

  @Test mutating func `a full disk keeps the edits, and is tried again each second`() {
    machine.edited(at: .zero)
    machine.savingFailed(Self.full, at: .seconds(1))
    #expect(machine.state == .edited)
    #expect(machine.problem == Self.full)
    #expect(machine.next(at: .seconds(1)) == .rest(until: .seconds(2)))
    machine.savingFailed(Self.full, at: .seconds(2))
    #expect(machine.next(at: .seconds(2)) == .rest(until: .seconds(3)))
    machine.saved(edits: 1, at: .seconds(3))
    #expect(machine.problem == nil)
    #expect(machine.state == .normal)
  }

  @Test mutating func `other failures are tried ever less often, and at once after a hint`() {
    let denied = DocumentProblem(.denied, "denied")
    machine.edited(at: .zero)
    var waits: [Duration] = []
    var now = Duration.seconds(1)
    for _ in 0..<7 {
      machine.savingFailed(denied, at: now)
      guard case .rest(let until?) = machine.next(at: now) else { break }
      waits.append(until - now)
      now = until
    }
    #expect(waits == [1, 2, 4, 8, 16, 30, 30].map { .seconds($0) })
    machine.hinted(at: now - .seconds(20))
    machine.looked(.current, at: now - .seconds(19))
    #expect(machine.next(at: now - .seconds(19)) == .save)
  }

  @Test mutating func `what the writer refuses is tried again after the next edit`() {
    machine.edited(at: .zero)
    for second in 1...6 {
      machine.savingFailed(DocumentProblem(.unwritable, "no"), at: .seconds(second))
    }
    machine.edited(at: .seconds(7))
    #expect(machine.next(at: .seconds(7)) == .rest(until: .seconds(8)))
  }

  @Test mutating func `an unreadable version is read again, and keeps the last good one`() {
    machine.looked(.changed, at: .seconds(1))
    machine.readFailed(Self.corrupt, at: .seconds(1))
    #expect(machine.state == .unreadable(Self.corrupt))
    #expect(machine.next(at: .seconds(1)) == .rest(until: .seconds(2)))
    machine.looked(.changed, at: .milliseconds(1500))
    machine.reloaded()
    #expect(machine.state == .normal)
  }

  @Test mutating func `edits wait for an unreadable version, which may be half written`() {
    machine.edited(at: .zero)
    machine.looked(.changed, at: .seconds(1))
    machine.readFailed(Self.corrupt, at: .seconds(1))
    #expect(!machine.isPatienceOver(at: .seconds(5)))
    #expect(machine.isPatienceOver(at: .seconds(6)))
    machine.policy.longestRetry = .seconds(1)
    machine.readFailed(Self.corrupt, at: .seconds(2))
    #expect(machine.isPatienceOver(at: .seconds(6)))
  }

  @Test mutating func `a folder that can't be reached is looked for each second`() {
    let gone = DocumentProblem(.unavailable, "gone")
    machine.edited(at: .zero)
    machine.looked(.unavailable(gone), at: .seconds(1))
    #expect(machine.state == .unreadable(gone))
    #expect(machine.next(at: .seconds(1)) == .rest(until: .seconds(2)))
    #expect(machine.next(at: .seconds(2)) == .look)
    machine.looked(.current, at: .seconds(2))
    #expect(machine.state == .edited)
    #expect(machine.next(at: .seconds(2)) == .save)
  }

  // MARK: Conflicts

  @Test mutating func `a conflict is told until a person has chosen, whatever is saved meanwhile`()
  {
    let conflict = DocumentConflict(
      copy: URL(filePath: "/a/copy.md"), reason: "both changed line 3", mark: 1)
    machine.edited(at: .zero)
    machine.conflicted(conflict)
    machine.saved(edits: 1, at: .seconds(1))
    #expect(machine.state == .conflicted(conflict))
    machine.edited(at: .seconds(2))
    #expect(machine.next(at: .seconds(3)) == .save)
    machine.saved(edits: 2, at: .seconds(3))
    machine.resolved(conflict)
    #expect(machine.state == .normal)
  }

  @Test mutating func `a closed session does nothing more`() {
    machine.edited(at: .zero)
    machine.closed()
    #expect(machine.next(at: .seconds(100)) == .end)
  }

  // MARK: Anything

  @Test(arguments: 1...200) func `whatever happens, it never spins, and edits are never forgotten`(
    seed: Int
  ) {
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15
    func chance(_ count: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % UInt64(count))
    }
    var machine = machine
    var now = Duration.zero
    var edits = 0
    for _ in 0..<300 {
      now += .milliseconds(chance(500))
      switch chance(5) {
      case 0:
        machine.edited(at: now)
        edits += 1
      case 4 where machine.hasUnsavedEdits:
        machine.unedited()
        edits += 1
      case 1: machine.hinted(at: now)
      default: break
      }
      // However often it is asked, each step must lead on: nothing is done for ever at one moment.
      var steps = 0
      loop: while steps < 20 {
        switch machine.next(at: now) {
        case .rest(let until):
          if let until { #expect(until > now, "seed \(seed)") }
          break loop
        case .look: machine.looked([nil, .current, .changed, .gone][chance(4)], at: now)
        case .reload:
          #expect(!machine.hasUnsavedEdits || machine.disk != .changed, "seed \(seed)")
          if chance(2) == 0 {
            machine.reloaded()
          } else {
            machine.readFailed(Self.corrupt, at: now)
          }
        case .save:
          if chance(2) == 0 {
            machine.saved(edits: machine.edits, at: now)
          } else {
            machine.savingFailed(Self.full, at: now)
          }
        case .end: Issue.record("seed \(seed): ended")
        }
        steps += 1
      }
      #expect(steps < 20, "seed \(seed)")
      #expect(machine.edits == edits, "seed \(seed)")
    }
  }
}
