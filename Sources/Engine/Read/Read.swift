import Documents
import Reconciliation
import StateStore

/// What reading a document found: one version, whole.
struct Find {
  /// Where it was found.
  var replica: Replica
  var path: RelativePath
  var version: Version
  /// Nil where it is too large to be kept.
  var content: [UInt8]?
  /// Its user xattrs; none in a library of one replica, where they travel nowhere.
  var attributes: Attributes = [:]
  /// Why its reader rejects it.
  var reason: String?
}

/// A large document that is being read in slices, so that small ones don't wait for it.
struct LargeRead {
  var path: RelativePath
  var fingerprint: Fingerprint
  var offset: Int64
  var hash: SHA256
}

private enum ReadLimits {
  /// How many bytes one cycle reads of small documents, and of the large one whose turn it is.
  static let bytes = 32 << 20
  static let slice = 16 << 20
}

extension Replica {
  /// Reads what was seen to have changed, each once: digest, reader and history share the bytes.
  func read() -> [Find] {
    var finds: [Find] = []
    if fullScan != nil, setBack.stage == .unproven { return finds }
    var bytes = 0
    while bytes < ReadLimits.bytes, finds.count < 512, let sighting = sightings.popLast() {
      bytes += Int(clamping: min(sighting.entry.fingerprint.size, Int64(settings.contentLimit)))
      if let find = read(sighting.path) { finds.append(find) }
    }
    if sightings.isEmpty, let find = readLarge() { finds.append(find) }
    return finds
  }

  /// One document's version as it is now, or nil where it can't be had; then it is looked at again.
  func read(_ path: RelativePath) -> Find? {
    let reading: Reading
    var attributes: Attributes = [:]
    do throws(VolumeError) {
      reading = try volume.contents(
        path, limit: settings.contentLimit, evenIfOpen: isLongOpen(path))
      // One that is set since moves the ctime, and is told.
      if case .content = reading { attributes = try self.attributes(path) }
    } catch {
      if error.kind == .missing {
        settling.vanish(path, now: now.steady)
      } else {
        fail(path, error)
      }
      return nil
    }
    switch reading {
    case .content(let content, let fingerprint):
      return find(path, content, fingerprint, attributes)
    case .tooLarge(let fingerprint):
      beginLargeRead(path, fingerprint)
    case .beingWritten(let fingerprint):
      hold(path, .beingWritten, fingerprint)
    case .unsteady:
      settling.look(at: path, after: Nanoseconds.milliseconds(20), now: now.steady)
    case .locked(let holder):
      hold(path, .locked(by: holder), nil)
    case .gone:
      settling.vanish(path, now: now.steady)
    }
    return nil
  }

  func find(
    _ path: RelativePath, _ content: [UInt8], _ fingerprint: Fingerprint,
    _ attributes: Attributes = [:]
  ) -> Find {
    let digest = library.digest(content)
    library.inHand[digest] = content
    if let base = agreed(path), base.digest == digest {
      return Find(
        replica: self, path: path,
        version: Version(
          digest: digest, fingerprint: fingerprint, readability: base.readability),
        content: content, attributes: attributes)
    }
    let type = library.types.type(forName: Array(path.name))
    var reason: String?
    if case .unreadable(let why) = type.inspect(content) { reason = why }
    return Find(
      replica: self, path: path,
      version: Version(
        digest: digest, fingerprint: fingerprint,
        readability: reason == nil ? .readable : .unreadable),
      content: content, attributes: attributes, reason: reason)
  }

  /// Whether a program has kept it open for so long without a change that it is read all the same.
  private func isLongOpen(_ path: RelativePath) -> Bool {
    guard let attention = attention[path], attention.hold == .beingWritten else { return false }
    return now.steady - attention.since >= settings.openPatience
  }

  // MARK: Large documents

  private func beginLargeRead(_ path: RelativePath, _ fingerprint: Fingerprint) {
    largeReads.removeAll { $0.path == path }
    largeReads.append(
      LargeRead(path: path, fingerprint: fingerprint, offset: 0, hash: SHA256()))
  }

  private func readLarge() -> Find? {
    guard var large = largeReads.first else { return nil }
    do throws(VolumeError) {
      let slice = try volume.slice(
        large.path, expecting: large.fingerprint, offset: large.offset, count: ReadLimits.slice)
      guard let slice else {
        largeReads.removeFirst()
        settling.look(at: large.path, after: Nanoseconds.seconds(1), now: now.steady)
        return nil
      }
      large.hash.update(slice)
      large.offset += Int64(slice.count)
      if large.offset < large.fingerprint.size && !slice.isEmpty {
        largeReads[0] = large
        return nil
      }
      largeReads.removeFirst()
      let attributes = try attributes(large.path)
      return Find(
        replica: self, path: large.path,
        version: Version(
          digest: large.hash.finish(), fingerprint: large.fingerprint, readability: .tooLarge),
        content: nil, attributes: attributes)
    } catch {
      largeReads.removeAll { $0.path == large.path }
      fail(large.path, error)
      return nil
    }
  }
}
