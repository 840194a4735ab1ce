import LinuxSystem
import Reconciliation
import StateStore
import TestSupport

/// Two directories in agreement: the corpus, and a replica that begins empty.
extension Bench {
  private var replica: [UInt8] { place.path(of: Self.replicaName) }
  private static let replicaName = "replica"
  private static let copyName = "copy"
  private var burst: Range<Int> { 0..<min(corpus.count, 10_000) }

  func measureReplicas() throws -> [Figure] {
    var figures = try measureFirstSync()
    let daemon = try startSync()
    try daemon.waitUntilWatching(corpus.count)
    try pause(milliseconds: 3_000)
    figures += try measureChangeToSynced()
    figures += try measureBurstToSynced()
    try daemon.stop()
    for name in [Self.replicaName, DaemonProcess.stateName] { try place.remove(name) }
    return figures
  }

  private func startSync() throws -> DaemonProcess {
    try makeDirectories(replica, mode: 0o700)
    return try DaemonProcess(programs, place, roots: [corpus.root, replica])
  }

  // MARK: From nothing

  private func measureFirstSync() throws -> [Figure] {
    var syncs: [Int64] = []
    var copies: [Int64] = []
    var others: [Int64] = []
    for repetition in 1...options.repetitions {
      complain("filling an empty replica, \(repetition) of \(options.repetitions)")
      let copy = place.path(of: Self.copyName)
      copies.append(try CopyCommands.copy(corpus.root, to: copy))
      try place.remove(Self.copyName)
      if let time = try CopyCommands.synchronise(corpus.root, to: copy) { others.append(time) }
      try place.remove(Self.copyName)
      for name in [DaemonProcess.stateName, Self.replicaName] { try place.remove(name) }
      let daemon = try startSync()
      syncs.append(try daemon.waitUntilWatching(corpus.count))
      try daemon.stop()
      for index in 0..<corpus.count where try !corpus.isCurrent(index, in: replica) {
        throw BenchError(description: "\(corpus.path(of: index)) is not in the replica")
      }
    }
    return [
      Figure(
        "first sync into an empty replica", corpus.count, .time(median(syncs)),
        floor: .time(median(copies)), "cp -a", goal: "1.3×")
    ]
      + (others.isEmpty
        ? []
        : [
          Figure(
            "  beside rsync", corpus.count, .time(median(syncs)), floor: .time(median(others)),
            "rsync -a")
        ])
  }

  // MARK: One change at a time

  /// From the close of a document in one replica until the other one holds that version.
  private func measureChangeToSynced() throws -> [Figure] {
    let count = min(300, corpus.count / 2)
    complain("\(count) single edits, in both replicas in turn")
    var chance = SeededChance(seed: options.seed + 2)
    let documents = (0..<corpus.count).shuffled(using: &chance).prefix(count)
    let watch = try NotificationFloor()
    for index in documents {
      for root in [corpus.root, replica] { try watch.watch(corpus.openFolder(of: index, in: root)) }
    }
    var times: [Int64] = []
    try watch.whileReading {
      for (number, index) in documents.enumerated() {
        let ends = number % 2 == 0 ? [corpus.root, replica] : [replica, corpus.root]
        let start = try corpus.rewrite(index, in: ends[0])
        repeat { _ = try watch.nextArrival() } while try !corpus.isCurrent(index, in: ends[1])
        times.append(steadyClock() - start)
        try pause(milliseconds: 20)
      }
    }
    return [
      Figure(
        "close to synced: p50", corpus.count, .time(percentile(50, of: times)), goal: "8 ms"),
      Figure(
        "close to synced: p99", corpus.count, .time(percentile(99, of: times)), goal: "40 ms"),
    ]
  }

  // MARK: Many at once

  private func measureBurstToSynced() throws -> [Figure] {
    var all: [Int64] = []
    var rests: [Int64] = []
    var floors: [Int64] = []
    var others: [Int64] = []
    let copy = place.path(of: Self.copyName)
    _ = try CopyCommands.copy(corpus.root, to: copy)
    for repetition in 1...options.repetitions {
      complain("\(burst.count) documents at once, \(repetition) of \(options.repetitions)")
      let start = steadyClock()
      for index in burst { _ = try corpus.rewrite(index) }
      let edited = steadyClock()
      for index in burst {
        while try !corpus.isCurrent(index, in: replica) { try pause(milliseconds: 2) }
      }
      let synced = steadyClock()
      try pause(milliseconds: 3_000)
      all.append(synced - start)
      rests.append(synced - edited)
      if let time = try CopyCommands.synchronise(corpus.root, to: copy) { others.append(time) }
      floors.append(edited - start + (try time { try replaceOnce(in: copy) }))
    }
    try place.remove(Self.copyName)
    return [
      Figure(
        "\(burst.count) changed at once: first edit to all synced", corpus.count,
        .time(median(all)), floor: .time(median(floors)),
        "the edits + read + SHA-256 + write and rename", goal: "1.3×")
    ]
      + (others.isEmpty
        ? []
        : [
          Figure(
            "  last edit to all synced", corpus.count, .time(median(rests)),
            floor: .time(median(others)), "rsync -a after the last edit", goal: "1×")
        ])
  }

  /// The least that passing the burst on takes: reads, hashes, and writes each beside and renames.
  private func replaceOnce(in copy: [UInt8]) throws {
    for index in burst {
      let name = corpus.name(of: index)
      let content =
        try corpus.openFolder(of: index).openDocument(name)
        .readAll(limit: 1 << 20, expected: 20_000) ?? []
      if SHA256.digest(content).words.0 == 0 { complain("a digest of zeroes") }
      let folder = try corpus.openFolder(of: index, in: copy)
      let temporary = name + Array(".tmp".utf8)
      try folder.open(beneath: temporary, [.writeOnly, .create, .exclusive]).writeAll(content)
      try folder.rename(temporary, to: folder, as: name, .replace)
    }
  }
}
