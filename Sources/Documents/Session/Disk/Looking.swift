import LinuxSystem

/// What a look at a document's place found.
struct Sighting: Sendable {
  enum Found: Sendable {
    case version(DiskVersion)
    /// Something that can't be a document: a symbolic link, a device.
    case otherKind
    case nothing
    /// The folder can't be reached.
    case lost
  }

  var found: Found
  /// Where it was found, where that isn't where it was.
  var place: DocumentPlace?
}

extension DocumentPlace {
  /// How long a name without a file is given: some programs move a file away and then write the new
  /// one.
  private static let graceMilliseconds: Int32 = 150

  /// Finds out what is at the place, or where the document has gone.
  ///
  /// The name counts first: a program that saves by renaming leaves the document to another inode.
  /// Only where nothing has the name, the item that had it is looked for.
  func look(for item: HeldItem?) throws(SystemError) -> Sighting {
    if let sighting = try lookOnce(for: nil) { return sighting }
    try pause(milliseconds: Self.graceMilliseconds)
    return try lookOnce(for: item) ?? Sighting(found: .nothing)
  }

  /// Looks whether a folder that was lost is back, with the document in it. An empty folder at its
  /// path may be what its device was mounted on.
  static func lookAgain(at path: DocumentPath) throws(SystemError) -> Sighting {
    let place = try DocumentPlace(path)
    guard var sighting = try place.version(for: nil) else { return Sighting(found: .lost) }
    sighting.place = place
    return sighting
  }

  private func lookOnce(for item: HeldItem?) throws(SystemError) -> Sighting? {
    switch try whereabouts() {
    case .same: return try version(for: item)
    case .moved(let place):
      guard var sighting = try place.version(for: item) else { return nil }
      sighting.place = sighting.place ?? place
      return sighting
    case .lost: return try adopt(for: item)
    }
  }

  /// Nil where nothing has the name, and the item is nowhere.
  private func version(for item: HeldItem?) throws(SystemError) -> Sighting? {
    if let status = try status() {
      guard status.kind == .file || status.kind == .directory else {
        return Sighting(found: .otherKind)
      }
      if status.kind == .file {
        return Sighting(found: .version(DiskVersion(root: DiskVersion.Stamp(status))))
      }
      return Sighting(found: .version(try DiskVersion.of(try directory.openDirectory(name))))
    }
    guard let place = try item?.place() else { return nil }
    return Sighting(found: try place.version(for: nil)?.found ?? .nothing, place: place)
  }

  /// Looks whether another directory is at the path by now, with the document in it: a file system
  /// that was mounted again, a checkout that was made anew.
  private func adopt(for item: HeldItem?) throws(SystemError) -> Sighting? {
    do throws(SystemError) {
      let place = try DocumentPlace(path)
      if var sighting = try place.version(for: nil) {
        sighting.place = place
        return sighting
      }
    } catch {
      guard error.errno == .noSuchFile || error.errno == .notDirectory else { throw error }
    }
    if let place = try item?.place(), let sighting = try place.version(for: nil) {
      return Sighting(found: sighting.found, place: place)
    }
    return Sighting(found: .lost)
  }
}
