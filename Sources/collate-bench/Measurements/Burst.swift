import LinuxSystem
import Reconciliation
import StateStore

/// What many edits cost by themselves.
struct RewritingTimes {
  /// To make the edits.
  var edits: Int64
  /// To read and hash what was written and to write it to one file.
  var recording: Int64
}

extension Bench {
  private var burst: Range<Int> { 0..<min(corpus.count, 10_000) }

  /// The edits with nobody watching; then the least that must be done to have recorded them.
  func measureRewriting() throws -> RewritingTimes {
    var edits: [Int64] = []
    var recordings: [Int64] = []
    for _ in 0..<options.repetitions {
      edits.append(try time { for index in burst { _ = try corpus.rewrite(index) } })
      recordings.append(try time { try recordOnce() })
    }
    return RewritingTimes(edits: median(edits), recording: median(recordings))
  }

  private func recordOnce() throws {
    let file = try openPath(
      place.path(of: "written"), [.writeOnly, .create, .truncate], mode: 0o600)
    for index in burst {
      let content =
        try corpus.openFolder(of: index).openDocument(corpus.name(of: index))
        .readAll(limit: 1 << 20, expected: 20_000) ?? []
      if SHA256.digest(content).words.0 == 0 { complain("a digest of zeroes") }
      try file.writeAll(content)
    }
  }

  /// Rewrites many documents as fast as it goes, and waits until the newest version of each is
  /// recorded, by its digest.
  func measureBurst(_ daemon: DaemonProcess, floor: RewritingTimes) throws -> [Figure] {
    var all: [Int64] = []
    var rests: [Int64] = []
    for repetition in 1...options.repetitions {
      complain("\(burst.count) documents at once, \(repetition) of \(options.repetitions)")
      let follower = try EventFollower(daemon.address, after: daemon.lastEvent())
      let start = steadyClock()
      for index in burst { _ = try corpus.rewrite(index) }
      let edited = steadyClock()
      let recorded = try waitUntilRecorded(follower)
      all.append(recorded - start)
      rests.append(recorded - edited)
      follower.end()
      // Longer than changes of one document are put together, and until the store is flushed.
      try pause(milliseconds: 3_000)
    }
    return [
      Figure(
        "\(burst.count) changed at once: first edit to all recorded", corpus.count,
        .time(median(all)), floor: .time(floor.edits + floor.recording),
        "the edits + read + SHA-256 + one write", goal: "1.3×"),
      Figure(
        "  last edit to all recorded", corpus.count, .time(median(rests)),
        floor: .time(floor.recording), "read + SHA-256 + one write"),
    ]
  }

  private func waitUntilRecorded(_ follower: EventFollower) throws -> Int64 {
    var expected: [String: String] = [:]
    for index in burst {
      expected[corpus.path(of: index)] = SHA256.digest(corpus.content(of: index)).description
    }
    while true {
      for arrival in try follower.next() {
        if let digest = arrival.digest, expected[arrival.path] == digest {
          expected[arrival.path] = nil
          if expected.isEmpty { return arrival.time }
        }
      }
    }
  }
}
