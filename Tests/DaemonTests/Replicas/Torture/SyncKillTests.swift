import LinuxSystem
import TestSupport
import Testing

/// The built daemon, killed at its system calls while it brings two or three directories into
/// agreement, and with calls that fail. Started again, it comes to the same end as if nothing had
/// been.
@Suite(.enabled(if: Rights.canInject, "strace can't be used here"))
struct SyncKillTests {
  struct Part: Sendable, CustomTestStringConvertible {
    var replicas: Int
    var chapter: Int

    var testDescription: String { "\(replicas) directories, chapter \(chapter)" }
  }

  static let parts = (2...3).flatMap { replicas in
    (0...2).map { Part(replicas: replicas, chapter: $0) }
  }

  @Test(arguments: parts)
  func `killed at any call of a sync, nothing is lost and it comes to the same end`(
    part: Part
  ) async throws {
    let count = TortureLength.count(usually: 3, full: 50)
    var calls: [(name: String, turn: Int)] = []
    try await SyncUnderTest.run(replicas: part.replicas) { sync in
      _ = try await sync.tell(failing: MutatingCalls.all, in: part.chapter, within: .seconds(30))
      calls = try MutatingCalls.ofEngine(traced: try sync.daemon.folder.read("calls") ?? "")
    }
    try #require(calls.count > count, "the daemon did next to nothing")
    var kills = 0
    for point in 0..<count {
      let (name, turn) = calls[(2 * point + 1) * calls.count / (2 * count)]
      // Threads share the work anew each time: where one makes fewer calls of a kind than it did
      // when they were counted, an earlier call is taken.
      for turn in Self.turns(upTo: turn) {
        let injection = "\(name):signal=KILL:when=\(turn)"
        var hasEnded = true
        do {
          try await SyncUnderTest.run(replicas: part.replicas) { sync in
            hasEnded = try await sync.tell(
              failing: injection, in: part.chapter, within: .seconds(30))
          }
        } catch {
          Issue.record("\(part.testDescription), \(injection): \(error)")
        }
        guard !hasEnded else {
          kills += 1
          break
        }
      }
    }
    if TortureLength.isFull {
      print("\(part.testDescription): killed at \(kills) of \(calls.count) calls")
    }
    #expect(kills >= count * 9 / 10)
  }

  /// The turn itself, half of it, and the first.
  static func turns(upTo turn: Int) -> [Int] {
    turn > 2 ? [turn, turn / 2, 1] : turn > 1 ? [turn, 1] : [turn]
  }
}

/// One failure again: `COLLATE_INJECT="2 0 renameat2:signal=KILL:when=53"` says in how many
/// directories, in which chapter, and what.
@Suite(.enabled(if: wantedAgain.count == 3, "COLLATE_INJECT names none")) struct SyncAgainTest {
  @Test func `a failure that was found before costs nothing`() async throws {
    let replicas = try #require(Int(wantedAgain[0]))
    let chapter = try #require(Int(wantedAgain[1]))
    try await SyncUnderTest.run(replicas: replicas) { sync in
      let hasEnded = try await sync.tell(
        failing: wantedAgain[2], in: chapter, within: .seconds(10))
      print(hasEnded ? "it was killed" : "it came to its end")
    }
  }
}

private let wantedAgain = String(
  decoding: environmentVariable("COLLATE_INJECT") ?? [], as: UTF8.self
).split(separator: " ").map(String.init)

/// The calls that change something that outlives the process. Between two of them, it does not
/// matter when it dies; a file that was just made is written to by the next.
private enum MutatingCalls {
  static let all =
    "renameat2,renameat,rename,linkat,unlinkat,mkdirat,write,pwrite64,writev,fsync,fdatasync,"
    + "syncfs,ftruncate,fsetxattr,setxattr,fremovexattr,fchmod,fchmodat,utimensat,"
    + "copy_file_range,symlinkat"

  /// The calls of the thread that did most of them, in order, with their numbers as strace counts:
  /// each kind of call for itself.
  static func ofEngine(traced: String) throws -> [(name: String, turn: Int)] {
    var calls: [Substring: [String]] = [:]
    for line in traced.split(separator: "\n") {
      let words = line.split(separator: " ", omittingEmptySubsequences: true)
      guard words.count > 1, let end = words[1].firstIndex(of: "("), end != words[1].startIndex
      else { continue }
      calls[words[0], default: []].append(String(words[1][..<end]))
    }
    var turns: [String: Int] = [:]
    return (calls.values.max { $0.count < $1.count } ?? []).map { name in
      turns[name, default: 0] += 1
      return (name, turns[name, default: 0])
    }
  }
}

extension SyncUnderTest {
  /// Tells the story up to the chapter in which something fails, and the rest. Returns whether the
  /// daemon ended in that chapter.
  func tell(
    failing injection: String, in faulty: Int, within limit: Duration
  ) async throws -> Bool {
    var isAlive = true
    for chapter in story.chapters.indices {
      let isFaulty = chapter == faulty
      let isRunning = chapter == story.chapters.count - 1
      if isFaulty || !isRunning { try await daemon.kill() }
      if isFaulty { try daemon.folder.write(injection, to: "inject") }
      if isRunning {
        if isFaulty {
          try daemon.launchProcess()
          isAlive = try await waitUntilWatchingOrDead()
        }
        if isAlive { try daemon.send(.stop) }
      }
      try perform(chapter)
      if !isRunning {
        try daemon.launchProcess()
      } else if isAlive {
        try daemon.send(.proceed)
      }
      if isFaulty {
        isAlive = try await waitForEndOrDeath(of: chapter, within: limit)
        try await daemon.kill()
        try daemon.folder.directory.removeFile(Array("inject".utf8))
        try await daemon.start()
      } else {
        try await daemon.waitUntilWatching()
      }
      try await waitForEnd(of: chapter, injection)
      if chapter >= faulty {
        let faults = try await faults(at: chapter)
        #expect(faults == [], "\(injection) in chapter \(chapter): \(faults)\n\(daemon.log)")
      }
    }
    return !isAlive
  }
}
