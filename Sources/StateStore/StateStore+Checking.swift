import Reconciliation

extension StateStore {
  /// Reads all of the state and verifies every record and every content.
  ///
  /// What is damaged is not used any more: a broken journal is written anew from memory, the
  /// broken one set aside; a broken content counts as not kept.
  package func check() throws(StateDiskError) -> CheckReport {
    var report = CheckReport()
    report.damage = try checkJournal()
    try contents.check(&report)
    report.damage += takeDamage()
    report.basesWithoutContent = facts.bases.values.count {
      $0.readability != .tooLarge && !has($0.digest)
    }
    return report
  }

  private func checkJournal() throws(StateDiskError) -> [String] {
    guard journal.end > 0 else { return [] }
    let bytes = try disk.read(Journal.name, from: 0, count: Int(journal.end)) ?? []
    let scan = JournalScan(bytes)
    if scan.isWhole, !scan.isTorn, scan.end == journal.end, scan.sequence == journal.sequence {
      return []
    }
    let good = scan.batches.reduce(0) { $0 + $1.count + Frame.size }
    let line = "\(Journal.name): \(Int(journal.end) - good) bytes are damaged; nothing is lost"
    return [line] + repair(bytes)
  }
}

extension Contents {
  /// Verifies every content that is kept.
  mutating func check(_ report: inout CheckReport) throws(StateDiskError) {
    var bySegment: [UInt32: Set<Digest>] = [:]
    for digest in index.kept {
      guard let place = index.place(of: digest) else { continue }
      bySegment[place.segment, default: []].insert(digest)
    }
    for digest in (bySegment[0] ?? []).sorted() {
      if let content = try content(digest) {
        report.contents += 1
        report.bytes += Int64(content.count)
      }
    }
    for number in segments.keys.sorted() {
      var expected = bySegment[number] ?? []
      let scan = try SegmentScan(number, on: disk) { record, _, _ in
        guard expected.remove(record.digest) != nil else { return }
        report.contents += 1
        report.bytes += Int64(record.length)
      }
      for digest in expected.sorted() { lose(digest, in: number) }
      if !scan.isWhole || scan.isTorn && segments[number]?.hasRest == false { suspect(number) }
    }
  }
}
