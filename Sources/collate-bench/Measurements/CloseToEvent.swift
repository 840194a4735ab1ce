import LinuxSystem
import TestSupport

/// How long it took until edits were known, by the two ways to save.
struct EditTimes {
  var inPlace: [Int64] = []
  var renamed: [Int64] = []
}

extension Bench {
  private var editCount: Int { min(300, corpus.count / 2) }

  /// Each document once, so that no two edits are one report.
  private func editedDocuments(_ seed: UInt64) -> [Int] {
    var chance = SeededChance(seed: seed)
    return Array((0..<corpus.count).shuffled(using: &chance).prefix(editCount))
  }

  /// From the close, or the rename, until a program that only reads the kernel's queue knows.
  func measureNotification() throws -> EditTimes {
    let documents = editedDocuments(options.seed)
    let floor = try NotificationFloor()
    for index in documents { try floor.watch(corpus.openFolder(of: index)) }
    var times = EditTimes()
    try floor.whileReading {
      times = try edit(documents) { _, _ in try floor.nextArrival() }
    }
    return times
  }

  /// The same until the daemon's event is at a subscriber.
  func measureEvents(_ daemon: DaemonProcess, floor: EditTimes) throws -> [Figure] {
    complain("\(editCount) single edits")
    let follower = try EventFollower(daemon.address, after: daemon.lastEvent())
    let times = try edit(editedDocuments(options.seed + 1)) { path, _ in
      while true {
        if let arrival = try follower.next().first(where: { $0.path == path }) {
          return arrival.time
        }
      }
    }
    follower.end()
    return figures("written in place", times.inPlace, floor.inPlace)
      + figures("renamed into place", times.renamed, floor.renamed)
  }

  private func edit(
    _ documents: [Int], arrival: (_ path: String, _ time: Int64) throws -> Int64
  ) throws -> EditTimes {
    var times = EditTimes()
    for (number, index) in documents.enumerated() {
      let isRenamed = number % 2 == 1
      let start = isRenamed ? try corpus.replace(index) : try corpus.rewrite(index)
      let time = try arrival(corpus.path(of: index), start) - start
      if isRenamed { times.renamed.append(time) } else { times.inPlace.append(time) }
      try pause(milliseconds: 5)
    }
    return times
  }

  private func figures(_ how: String, _ times: [Int64], _ floor: [Int64]) -> [Figure] {
    [
      Figure(
        "close to event, \(how): p50", corpus.count, .time(percentile(50, of: times)),
        floor: .time(percentile(50, of: floor)), "close to inotify event, alone",
        goal: "own share 1 ms"),
      Figure(
        "close to event, \(how): p99", corpus.count, .time(percentile(99, of: times)),
        floor: .time(percentile(99, of: floor)), "close to inotify event, alone",
        goal: "own share 5 ms"),
    ]
  }
}
